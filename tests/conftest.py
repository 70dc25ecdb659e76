"""Hypothesis profiles, and a home of its own for every run.

No test may reach the store, the key or the language of the person who runs it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# Deadlines and the health check on speed are off: they fail on a busy machine, not on a wrong program.
steady = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("default", steady)
settings.register_profile("ci", steady, derandomize=True, print_blob=True)
settings.register_profile("nightly", steady, max_examples=1000, print_blob=True)

if os.environ.get("STILLSO_TESTS") == "nightly":
    settings.load_profile("nightly")
elif os.environ.get("CI"):
    settings.load_profile("ci")
else:
    settings.load_profile("default")


@pytest.fixture(scope="session", autouse=True)
def home_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """An empty home, English, a person at the keyboard: whatever the environment said before."""
    home = str(tmp_path_factory.mktemp("home"))
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith(("STILLSO_", "CLAUDE", "XDG_", "LC_"))]:
            patch.delenv(name)
        patch.setenv("HOME", home)
        patch.setenv("LANG", "en_US.UTF-8")
        yield
