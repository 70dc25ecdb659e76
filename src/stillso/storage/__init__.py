"""Stores: where a workspace is kept. ``contract.py`` says in prose what each must do; read ``memory.py`` first."""
