"""Claude Code: its memory folder and its transcripts, read as they lie on the disk.

Nothing here reads the environment, the home folder or the clock: they come in as arguments. Nothing here writes.
"""
