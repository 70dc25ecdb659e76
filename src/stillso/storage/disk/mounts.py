"""On what kind of file system a folder lies, as far as that can be told cheaply.

The shared memory beside a store works among processes of one machine; where several machines see the same folder, or a
service copies files one by one, a store can be damaged. Source: sqlite.org/wal.html and howtocorrupt.html, 2026-11-30.
"""

from __future__ import annotations

import re
from pathlib import Path

#: Kinds that several machines may see at once.
NETWORK = frozenset(
    "afs ceph cifs davfs fuse.cephfs fuse.glusterfs fuse.rclone fuse.s3fs fuse.sshfs glusterfs lustre ncpfs nfs nfs4 "
    "smb3 smbfs".split()
)

#: Folders that a virtual machine has from its host.
SHARED = frozenset("9p drvfs prl_fs vboxsf virtiofs vmhgfs".split())

#: Kinds that are empty after a restart.
MEMORY = frozenset("ramfs tmpfs".split())

#: How folders are named that a service keeps alike on several machines.
_SERVICES = re.compile(r"dropbox|onedrive|google ?drive|icloud|mobile documents|nextcloud|syncthing", re.IGNORECASE)

_MOUNTS = Path("/proc/self/mountinfo")
_ESCAPED = re.compile(r"\\([0-7]{3})")


def kind_of(folder: Path) -> str | None:
    """The kind of file system under a folder; None where the system does not say."""
    try:
        return kind_in(_MOUNTS.read_text("utf-8", "surrogateescape"), folder)
    except OSError:
        return None


def kind_in(mountinfo: str, folder: Path) -> str | None:
    """The kind of the innermost mount that holds a folder. Source: proc_pid_mountinfo(5)."""
    found: tuple[int, str] | None = None
    for line in mountinfo.splitlines():
        before, _, after = line.partition(" - ")
        point = Path(_ESCAPED.sub(lambda octal: chr(int(octal[1], 8)), before.split()[4]))
        depth = len(point.parts)
        if folder.is_relative_to(point) and (found is None or depth >= found[0]):
            found = depth, after.split()[0]
    return found[1] if found else None


def synced_by(path: Path) -> str | None:
    """The folder on the way to a file whose name is that of a service which copies files between machines."""
    return next((part for part in path.parts[:-1] if _SERVICES.search(part)), None)
