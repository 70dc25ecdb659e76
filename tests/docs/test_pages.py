"""The docs hold together: links, languages, the sample record, the form of decisions."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from stillso.core import records, sights

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
PAIRS = [(page, page.with_name(f"{page.stem}.zh-Hant.md")) for page in (ROOT / "README.md",)]
PAIRS += [
    (DOCS / "reference" / f"{name}.md", DOCS / "reference" / f"{name}.zh-Hant.md")
    for name in ("cli", "outcomes", "tools")
]

_FENCED = re.compile(r"^```.*?^```$", re.M | re.S)
_INLINE = re.compile(r"`[^`\n]+`")
_HEADING = re.compile(r"^(#+) (.+)$", re.M)
_LINK = re.compile(r"\]\(([^)\s]+)\)")


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return _FENCED.sub("", page.read_text("utf-8"))


def headings(page: Path) -> list[tuple[str, str]]:
    """The headings of a page with their level, in order."""
    return _HEADING.findall(prose(page))


def anchors(page: Path) -> set[str]:
    """The anchors that a page's headings have where it is rendered."""
    plain = [re.sub(r"[^\w\- ]", "", title.lower()) for _, title in headings(page)]
    return {title.replace(" ", "-") for title in plain}


def broken(page: Path, link: str) -> bool:
    """Whether a relative link leads nowhere."""
    target, _, anchor = link.partition("#")
    found = (page.parent / target) if target else page
    return not found.exists() or (bool(anchor) and anchor not in anchors(found))


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_every_relative_link_leads_somewhere(page: Path):
    """A link within the repository names a file that is there, and a heading that it has."""
    links = [link for link in _LINK.findall(_INLINE.sub("", prose(page))) if "://" not in link]

    assert [] == [link for link in links if broken(page, link)]


@pytest.mark.parametrize(("english", "chinese"), PAIRS, ids=[english.stem for english, _ in PAIRS])
def test_both_languages_have_the_same_headings(english: Path, chinese: Path):
    """A page and its translation have as many headings, of the same levels, in the same order."""
    assert [level for level, _ in headings(english)] == [level for level, _ in headings(chinese)]


def test_the_sample_record_reads_and_is_written_the_same():
    """The record in docs/format.md is one that the system writes, byte for byte."""
    found = re.search(r"<!-- record -->\n```markdown\n(.*?)^```$", (DOCS / "format.md").read_text("utf-8"), re.M | re.S)
    assert found is not None
    sample = found[1]
    record = records.parse(sample, {"01M8PZMY08718EWWZ0RY2FSZBN": 3}.get)

    assert sample == records.render(record)
    assert (2, 3, records.Status.SUPERSEDED) == (record.no, record.superseded_by, record.status)


def test_the_packed_sight_of_the_docs_is_what_is_packed():
    """The example of a packed sight in docs/format.md is what `pack` gives."""
    assert f"`{sights.pack({3: 1, 200: 300}).hex(' ')}`" in (DOCS / "format.md").read_text("utf-8")


DECISIONS = sorted((DOCS / "decisions").glob("*.md"))


@pytest.mark.parametrize("page", DECISIONS, ids=[page.stem[:4] for page in DECISIONS])
def test_a_decision_has_its_four_parts_in_25_lines(page: Path):
    """A decision says what for, what, what else, and why, on one short page."""
    assert ["Goal", "Settled", "Alternatives", "Why"] == [title for level, title in headings(page) if level == "##"]
    assert 25 >= len(page.read_text("utf-8").splitlines())


def test_decisions_are_numbered_without_gaps():
    """A number names one decision, and none is missing."""
    assert [f"{n:04d}" for n in range(1, len(DECISIONS) + 1)] == [page.stem[:4] for page in DECISIONS]


def fields(value: object) -> set[str]:
    """The names of all fields in a JSON value, but those that callers or settings choose."""
    if isinstance(value, list):
        return set().union(*map(fields, value)) if value else set()
    if not isinstance(value, dict):
        return set()
    chosen = {"asked", "limits", "messages", "reindexed"}
    below = [set() if key in chosen else fields(held) for key, held in value.items()]
    return set(value).union(*below)


def test_every_field_of_the_json_is_told():
    """Each field that the examples of docs/reference/json.md print is explained beside them."""
    page = (DOCS / "reference" / "json.md").read_text("utf-8")
    printed = [json.loads(line) for line in page.splitlines() if line.startswith("{") and line.endswith("}")]
    told = set(re.findall(r"`(\w+)`", _FENCED.sub("", page)))

    assert 20 < len(printed)
    assert set() == fields(printed) - told
