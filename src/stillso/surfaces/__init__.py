"""Surfaces: where people and programs reach stillso. Each holds an ``App`` and says nothing that services do not."""
