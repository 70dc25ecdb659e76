"""A command that answers prompts by rule: ``python answers_by_rule.py TABLE.json [ASKED]``.

TABLE has for the last words of a prompt's question pairs of words and an answer: the answer of the words that stand
last in the prompt, '' standing behind all. A question that is not in it ends the command with 3. ASKED is a file that
gets a line for each prompt.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

prompt = sys.stdin.buffer.read().decode("utf-8")
table = json.loads(Path(sys.argv[1]).read_text("utf-8"))
pairs = next((pairs for question, pairs in table.items() if question in prompt), None)
if pairs is None:
    sys.stderr.write("Traceback\nthe model is not there\n")
    sys.exit(3)
for path in sys.argv[2:]:
    with Path(path).open("a", encoding="utf-8") as asked:
        asked.write("asked\n")
_, answer = max(pairs, key=lambda pair: prompt.rfind(pair[0]))
sys.stdout.buffer.write(answer.encode("utf-8"))
