"""``python -m stillso`` is the command line."""

from __future__ import annotations

from stillso.surfaces.starting import main

main()
