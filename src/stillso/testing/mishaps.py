"""What befalls a store, for real: a disk that is full, files that may not be read or written, bytes that are gone.

The first three are for ``preexec_fn`` of a process that is started for it, or come before its command; nothing of them
stays when it has ended. POSIX, and Linux where it says so.
"""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

#: prctl(2) and capabilities(7) of Linux: override permissions, search without them, act as the owner.
_DROP_FROM_BOUNDING_SET = 24
_FILE_PRIVILEGES = (1, 2, 3)


def like_anybody() -> None:
    """Give up what lets root read and write every file, so that permissions count. Nothing to do for others."""
    if os.geteuid() != 0 or sys.platform != "linux":
        return
    libc = ctypes.CDLL(None, use_errno=True)
    for privilege in _FILE_PRIVILEGES:
        if libc.prctl(_DROP_FROM_BOUNDING_SET, privilege, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "the privilege cannot be given up")


def no_file_above(size_bytes: int) -> Callable[[], None]:
    """Let no file grow above this size: writing fails as on a full disk, until the process lifts its own limit."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, resource.RLIM_INFINITY))

    return limit


def lift_limit() -> None:
    """Take back what ``no_file_above`` set."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def small_disk(folder: Path, size_bytes: int) -> list[str] | None:
    """What comes before a command so that it finds a disk of this size in the folder, which nobody else sees.

    None where that is not allowed, and on other systems than Linux. Source: unshare(1).
    """
    mounted = f'mount -t tmpfs -o size={size_bytes} none "$0" && exec "$@"'
    command = ["unshare", "--map-root-user", "--mount", "sh", "-c", mounted, str(folder)]
    if shutil.which("unshare") is None or subprocess.run([*command, "true"], capture_output=True).returncode != 0:
        return None
    return command


def overwrite(path: Path, at: int, data: bytes) -> None:
    """Put other bytes into a file that nobody has open."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)
