"""The window of a session: what is in it, what becomes of it, and what is left of what left it.

A harness hands over the messages, an adapter reads them as blocks (``adapters.messages``), and the functions here
decide. Guards law 3: nothing leaves a window without a receipt.
"""

from __future__ import annotations
