"""Claude Code: its hooks, its transcripts, its own memory folder, and how stillso is put beside it."""
