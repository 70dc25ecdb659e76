"""The window of a session: what is in it, what becomes of it, and what is left of what left it.

A harness hands over the messages, an adapter reads them as blocks (``adapters.messages``), and the functions here
decide. Guards law 3: nothing leaves a window without a receipt.

To read in this order: ``blocks`` are what a window holds. Clearing: ``fates`` (with ``commands``) say what may go,
``clearing`` which of it goes now, ``placeholders`` what stands there instead, ``receipts`` what is left outside.
Compaction: ``kept`` are the lines that must survive, ``survivors`` finds them (``sayings`` in what was said, ``leads``
in what was called), ``summaries`` holds a summary against them, with ``inventions`` for what nobody said and
``put_backs`` for what goes behind it; ``requests`` is how one is asked for, ``carrying`` which records it carries on.
"""

from __future__ import annotations
