"""What says something else about the same thing, what says the same, and above all what does neither."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core import similar_held_out, similar_pairs

from stillso.core.similar import MARKS, Kind, compare, gist_of, marks

SETS = {"similar_pairs": similar_pairs, "similar_held_out": similar_held_out}
PARTS = [(name, language) for name in SETS for language in ("EN", "ZH")]
Pair = tuple[str, str]


def pairs(name: str, language: str, kind: str) -> list[Pair]:
    """The pairs of one kind in one language."""
    found: list[Pair] = getattr(SETS[name], f"{language}_{kind}")
    return found


def judged(old: str, new: str) -> Kind | None:
    """What the new text is to the old one."""
    likeness = compare(gist_of(new), gist_of(old))
    return likeness.kind if likeness else None


@pytest.mark.parametrize(("name", "language"), PARTS)
def test_of_what_is_replaced_80_of_100_are_found(name: str, language: str) -> None:
    """Another value of the same thing is offered as something else."""
    replaced = pairs(name, language, "REPLACED")
    missed = [pair for pair in replaced if judged(*pair) != Kind.OTHER]
    assert len(replaced) >= 22
    assert len(missed) <= 0.2 * len(replaced), missed


@pytest.mark.parametrize(("name", "language"), PARTS)
def test_what_stands_side_by_side_is_not_offered(name: str, language: str) -> None:
    """At most 2 of 100 pairs that both hold are taken for one thing."""
    beside = pairs(name, language, "BESIDE")
    wrong = [pair for pair in beside if judged(*pair)]
    assert len(beside) >= 34
    assert len(wrong) <= 0.02 * len(beside), wrong


@pytest.mark.parametrize(("name", "language"), PARTS)
def test_the_same_in_other_order_or_more_politely_is_the_same(name: str, language: str) -> None:
    """Articles, politeness and the order of clauses make no other statement, at least in three of four."""
    same = pairs(name, language, "SAME")
    missed = [pair for pair in same if judged(*pair) != Kind.SAME]
    assert len(same) >= 4
    assert len(missed) <= 0.25 * len(same), missed


@pytest.mark.parametrize(("name", "language"), PARTS)
def test_records_of_different_pairs_are_rarely_alike(name: str, language: str) -> None:
    """Of all statements of a set against each other, at most 2 of 1,000 are offered; some of them rightly."""
    every = [pair for kind in ("REPLACED", "SAME", "BESIDE") for pair in pairs(name, language, kind)]
    known = {frozenset(pair) for pair in every}
    gists = {text: gist_of(text) for pair in every for text in pair}
    strangers = [pair for pair in combinations(gists, 2) if frozenset(pair) not in known]
    offered = [(old, new) for old, new in strangers if compare(gists[new], gists[old])]
    assert len(strangers) > 10_000
    assert len(offered) <= 0.002 * len(strangers), offered


RULES: list[tuple[str, str, str, Kind | None]] = [
    ("another value of a relation", "The chair of Fatah is Ann Lee", "The chair of Fatah is Bo Ray", Kind.OTHER),
    ("another subject", "The capital of Peru is Lima", "The capital of Chad is Lima", None),
    ("another relation", "Kyd was born in the city of Leeds", "Kyd died in the city of Bath", None),
    ("a place is no founder", "Acme was founded by Jo Roe", "Acme was founded in the city of Rome", None),
    ("a name with a pronoun in it", "Acme was founded by Bo", "Acme was founded by Paul I of Russia", Kind.OTHER),
    ("a name of closed words", "The author of Never Say Do is Jo", "The author of Never Say Do is Al", Kind.OTHER),
    ("who is the one is a value", "The release manager is Kevin", "Hana is the release manager now", Kind.OTHER),
    ("one purpose has one means", "Use pnpm for installs", "Use npm for installs", Kind.OTHER),
    ("another purpose", "Use ruff for lint", "Use mypy for types", None),
    ("a whole uses many things", "The shop uses Redis", "The shop uses Stripe", None),
    ("of one kind one is used", "The shop uses Postgres", "The shop uses MySQL", Kind.OTHER),
    ("another time", "Deploy on Fridays at 15:00", "Deploy on Thursdays", Kind.OTHER),
    ("another number", "Keep lines under 100 characters", "Keep lines under 120 characters", Kind.OTHER),
    ("a number in a name is no quantity", "Version 2 was released in March", "Version 3 was released in June", None),
    ("what happened is not replaced", "User visited Oslo in 2019", "User visited Oslo in 2023", None),
    ("a denial", "Run e2e again", "Do not run e2e", Kind.OTHER),
    ("what is skipped is not run", "Skip e2e", "Run e2e again", Kind.OTHER),
    ("a preference turned round", "Prefer tabs over spaces", "Prefer spaces over tabs", Kind.OTHER),
    ("a state does not replace a place", "The staging server is slow", "The staging server is in Bonn", None),
    ("another value in Chinese", "部署時間是每週五下午三點", "部署時間改成每週四", Kind.OTHER),
    ("a value before its verb", "commit 訊息用英文寫", "commit 訊息改用中文", Kind.OTHER),
    ("another whole in Chinese", "checkout 用 pnpm", "catalog 用 npm", None),
    ("a denial in one of several clauses", "改完程式只跑 npm test，不要跑 e2e", "e2e 恢復，照常跑 e2e", Kind.OTHER),
    ("another subject in Chinese", "合併前要跑整合測試", "合併前要跑 lint", None),
    ("somebody else in charge", "審查由小陳負責", "審查改由小林負責", Kind.OTHER),
    ("the order of clauses", "不要跑 e2e，只跑單元測試", "只跑單元測試，不要跑 e2e", Kind.SAME),
    ("articles and politeness", "Use pnpm for installs", "Please use pnpm for the installs.", Kind.SAME),
    ("width and case", "Ｕｓｅ pnpm for installs", "use PNPM for installs", Kind.SAME),
    ("who does what to whom", "Pedro reports to Yuki", "Yuki reports to Pedro", None),
    ("for this time only", "Deploy on Fridays", "This time deploy on Thursday", None),
    ("for this time only in Chinese", "每週五部署", "這次改週四部署", None),
    ("a question", "The office is in Taipei", "Is the office now in Hsinchu?", None),
    ("what another sentence names", "It is in the docs folder", "It is in the assets folder", None),
    ("a number that names", "Retry the jobs of team 8", "Retry the jobs of team 16", None),
    ("a label that names", "The tests run in module m1934", "The tests run in module m1222", None),
    ("one of a series", "Release 3 is on Thursday", "Release 4 is on Monday", None),
    ("a version is a value", "The tests run on Node 18", "The tests run on Node 20", Kind.OTHER),
    ("may is not does", "You may deploy on Fridays", "Deploy on Fridays", None),
    ("may is not does in Chinese", "週五可以部署", "每週五部署", None),
    ("what may be done again", "Do not deploy on Fridays", "You may deploy on Fridays", Kind.OTHER),
    ("Simplified characters", "部署時間是每週五", "部署时间改成每周四", Kind.OTHER),
    ("conditions that name things", "While the test is on, use yarn", "While the test is off, use npm", None),
    ("what follows a condition", "When the test is on, use yarn", "When the test is on, use npm", Kind.OTHER),
    ("one of several", "We have an office in Berlin", "We have an office in Taipei", None),
    ("one of several that changed", "We have an office in Berlin", "We now have an office in Taipei", Kind.OTHER),
    ("what happened on a day", "I moved to Berlin in 2015", "I moved to Paris in 2019", None),
    ("under another condition", "Ask Mei", "If Lin is away, do not ask Mei", None),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "kind"), [rule[1:] for rule in RULES], ids=[rule[0] for rule in RULES])
def test_rule(old: str, new: str, kind: Kind | None) -> None:
    """Each rule by an example."""
    assert kind == judged(old, new)


def test_of_a_longer_text_only_the_first_sentence_counts() -> None:
    """What explains a rule is no rule."""
    told = "The default branch is now develop. We talked about it. Deploy on Fridays. It went well."
    assert (Kind.OTHER, None) == (judged("The default branch is main", told), judged("Deploy on Mondays", told))


def test_of_a_page_only_the_first_sentence_counts() -> None:
    """A record may explain itself at any length."""
    told = "The default branch is now develop. " + "That took a while. " * 200
    assert Kind.OTHER == judged("The default branch is main", told)


def test_a_page_without_an_end_is_like_nothing_but_itself() -> None:
    """It is no statement."""
    page = "The default branch is develop, " + "and so on, " * 200
    assert (None, Kind.SAME) == (judged("The default branch is main", page), judged(page, page.upper()))


def test_what_is_surer_comes_first() -> None:
    """Another value of what has one is surer than a changed mind about something alike."""
    surer = compare(gist_of("The default branch is develop"), gist_of("The default branch is main"))
    less = compare(gist_of("User now prefers Indian music theory"), gist_of("User likes music theory of Peru"))
    assert surer is not None
    assert less is not None
    assert 1 >= surer.strength > less.strength > 0


RELATIONS = (
    "The mayor of {} is {}",
    "{}'s capital is {}",
    "The current owner of {} is {}",
    "{} was directed by {}",
    "{} was succeeded by {}",
    "{} is headquartered in {}",
    "{} is buried in {}",
    "{} resides in the town of {}",
    "{} follows the religion of {}",
    "{} graduated from {}",
    "{}的首都是{}",
    "{}的執行長是{}",
    "{}出生於{}",
    "{}死於{}",
    "{}的總部在{}",
)
NAMES = ("Arden", "Tilda Voss", "Port Nomm", "University of Quay", "Ostra & Sons", "Bex Inc.", "Kūno", "L. M. Reyes")


@given(st.sampled_from(RELATIONS), st.permutations(NAMES))
def test_one_relation_of_one_subject_has_one_value(relation: str, names: list[str]) -> None:
    """Whatever the names: another value is something else, another subject is not."""
    subject, other, value, another = names[:4]
    old = relation.format(subject, value)
    assert Kind.OTHER == judged(old, relation.format(subject, another))
    assert (None, None) == (judged(old, relation.format(other, value)), judged(old, relation.format(other, another)))


@given(st.permutations(RELATIONS), st.permutations(NAMES))
def test_two_relations_of_one_subject_stand_side_by_side(relations: list[str], names: list[str]) -> None:
    """Where somebody was born says nothing of where they died."""
    subject, value, another = names[:3]
    assert judged(relations[0].format(subject, value), relations[1].format(subject, another)) is None


EVERY = sorted(
    {text for each in PARTS for kind in ("REPLACED", "SAME", "BESIDE") for pair in pairs(*each, kind) for text in pair}
)
PIECES = sorted({piece for text in EVERY for piece in text.replace("，", " ").split()})
TEXTS = st.one_of(
    st.text(max_size=120),
    st.sampled_from(EVERY),
    st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join),
    st.lists(st.sampled_from(EVERY), min_size=1, max_size=3).map("; ".join),
)


@given(TEXTS, TEXTS)
def test_what_is_alike_shares_a_mark(old: str, new: str) -> None:
    """Whatever is compared with something can be found by its marks."""
    mine, theirs = gist_of(new), gist_of(old)
    assert compare(mine, theirs) is None or set(marks(mine)) & set(marks(theirs))


@pytest.mark.parametrize(("name", "language"), PARTS)
def test_every_pair_that_is_alike_shares_a_mark(name: str, language: str) -> None:
    """The same of all statements of a set against each other."""
    gists = [
        gist_of(text)
        for kind in ("REPLACED", "SAME", "BESIDE")
        for pair in pairs(name, language, kind)
        for text in pair
    ]
    alike = [pair for pair in combinations(gists, 2) if compare(*pair)]
    assert alike
    assert all(set(marks(one)) & set(marks(other)) for one, other in alike)


@given(TEXTS)
def test_marks_are_few_and_short_words(text: str) -> None:
    """At most 12, each once, without white space."""
    found = marks(gist_of(text))
    assert len(found) <= MARKS
    assert len(found) == len(set(found))
    assert all(mark.isalnum() and len(mark) <= 16 for mark in found)


@given(TEXTS)
def test_nothing_else_is_said_by_the_same_text(text: str) -> None:
    """A text is the same as itself, or says nothing."""
    likeness = compare(gist_of(text), gist_of(text))
    assert likeness is None or likeness.kind == Kind.SAME
