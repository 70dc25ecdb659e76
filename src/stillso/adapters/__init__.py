"""Adapters: what other people's harnesses need. None knows another; each stands on services and core."""
