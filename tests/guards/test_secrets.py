"""Secrets: found in code and in prose, in English and Chinese, and not where none is."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core.guards import Secret, mask, may_hold_secret, secret_names, secret_patterns, secrets_in
from stillso.services.scanning import extra_scanner, is_installed

HALVES = ("secrets_seen", "secrets_held_out")


def half(name: str) -> ModuleType:
    """One half of the corpus; each is loaded only by the tests that ask for it."""
    spec = importlib.util.spec_from_file_location(f"stillso_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def joined(*parts: str) -> str:
    """A made-up secret, in one piece only while a test runs."""
    return "".join(parts)


# --- rates ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HALVES)
def test_19_of_20_secrets_are_found(name):
    """At least 95 % of made-up secrets are found."""
    secrets = half(name).SECRETS
    missed = [text for _, text in secrets if not secrets_in(text)]
    assert len(secrets) >= 30
    assert len(missed) <= 0.05 * len(secrets), missed


@pytest.mark.parametrize("name", HALVES)
def test_99_of_100_notes_are_left_alone(name):
    """At most 1 % of ordinary notes are taken for secrets."""
    notes = half(name).NOTES
    flagged = [note for note in notes if secrets_in(note)]
    assert len(flagged) <= 0.01 * len(notes), flagged


@pytest.mark.parametrize("name", HALVES)
def test_a_masked_text_holds_no_secret(name):
    """Masking leaves nothing to find, so masking again changes nothing."""
    masked = [mask(text, secrets_in(text)) for _, text in half(name).SECRETS]
    assert [] == [text for text in masked if secrets_in(text)]


# --- what need not be looked at ------------------------------------------------------------------------------

BEGINNINGS = [
    *(anchor for anchor, _, _ in secret_patterns._ANCHORED),
    *(anchor for _, anchor, _, _ in secret_patterns._INSIDE),
    *secret_names._WORDS,
    *("password".upper(), "４１１１", "4111 1111", "A123456789", "M" * 24 + ".", "pass\u200bword"),
]


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_a_text_is_looked_at_where_a_secret_can_begin(beginning):
    """Every anchor, every name and every long number is noticed, in a longer text and among others."""
    assert may_hold_secret(beginning)
    assert may_hold_secret(f"不跑 e2e\nrun x{beginning}9 first")


@given(st.lists(st.sampled_from(BEGINNINGS) | st.text("aK9 :=-_./\"'密碼是", max_size=12)).map("".join))
def test_what_is_not_looked_at_holds_nothing(text):
    """In any text, and in the parts of it."""
    found = [*secret_patterns.found_by_shape(text), *secret_names.found_by_name(text)]
    assert may_hold_secret(text) or not found


def test_an_ordinary_sentence_is_not_looked_at():
    """Which is what it is for."""
    assert not may_hold_secret("改完只跑 unit test，不跑 e2e; run the unit tests only")


# --- the cases -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "secret", "template"),
    [
        ("aws-key", joined("AKIA", "IOSFODNN7EXAMPLE"), "上線機的金鑰 {} 別弄丟"),
        (
            "jwt",
            joined("eyJhbGciOiJub25lIn0", ".", "eyJzdWIiOiJzaG9wIn0", ".", "c2ln"),
            "the header is Authorization: Bearer {}",
        ),
        (
            "private-key",
            joined("-----BEGIN ", "PRIVATE KEY-----\nbWFkZSB1cA==\n-----END ", "PRIVATE KEY-----"),
            "這把留著：\n{}\n完",
        ),
        ("url-password", joined("hunter2", "fake"), "連線 postgres://shop:{}@db.example.test/shop"),
    ],
)
def test_se_01_a_pasted_credential_is_found_whole(kind, secret, template):
    """SE-01: a pasted credential is found with its kind, and nothing else of the text is touched."""
    text = template.format(secret)
    at = text.index(secret)
    assert [Secret(kind=kind, start=at, end=at + len(secret))] == secrets_in(text)
    assert template.format(f"[secret: {kind}]") == mask(text, secrets_in(text))


@pytest.mark.parametrize(
    "text",
    [
        "還原到 5d41402abc4b2a76b9719d911017c592deadbeef 之前",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 of the image",
        "客訴單 1b4e28ba-2fa1-11d2-883f-0016d3cca427 已結案",
        "每天的 token 上限 40000",
        "a token bucket refills 5 permits a second",
        "密碼欄位要能貼上",
    ],
)
def test_se_04_harmless_lines_pass(text):
    """SE-04: hashes, ids and sentences about tokens are no secrets."""
    assert [] == secrets_in(text)


# --- how a value is announced --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stated", "described"),
    [
        (joined("the pass", "word is banana"), "the password is required"),
        (joined("pass", "word: hunter2"), "password: required"),
        (joined("後台密", "碼是 banana42"), "後台密碼是必填"),
        (joined("密", "碼：8842"), "密碼：8 到 16 碼"),
        (joined("驗證", "碼 203948"), "驗證碼 3600 秒後失效"),
        (joined("pass", 'word = "letmein"'), "password = form.password1"),
        (joined("api_", "key=9f2c7be01a48d6b3c5"), "api_key=$API_KEY"),
        (joined("我的信用卡號 4539 ", "1488 0343 6467"), "測試卡號 4539 1488 0343 6467"),
        (joined("她的身分證 B1", "42610160"), "她的身分證 B142610161"),
        (joined("redis://:", "kiwi-81@cache/0"), "redis://:password@cache/0"),
    ],
)
def test_a_value_counts_and_a_description_does_not(stated, described):
    """What states a value is a secret; the same words about a value are none."""
    assert secrets_in(stated)
    assert [] == secrets_in(described)


@pytest.mark.parametrize(
    "text",
    [
        joined("pass\u200bword", " is hunter2"),
        joined("the password is hun", "\u2060ter2"),
        joined("ｐａｓｓ", "ｗｏｒｄ：ｈｕｎｔｅｒ２"),
        joined("AKIA\u00ad", "IOSFODNN7EXAMPLE"),
    ],
)
def test_hidden_and_wide_characters_hide_no_secret(text):
    """A secret is found through invisible and full-width characters."""
    assert secrets_in(text)


def test_places_are_those_of_the_text_as_given():
    """With hidden characters before and within, the span still covers all of the secret and nothing else."""
    text = joined("\ufeff\u200b密碼是 hun", "\u200bter2，記得")
    (found,) = secrets_in(text)
    assert joined("hun", "\u200bter2") == text[found.start : found.end]


def test_several_secrets_come_in_order_and_apart():
    """Two in one text are two, from left to right; a key in a named field is one."""
    text = joined("GITHUB_TO", "KEN=gh", "p_9fKd83hsLQm20Zxv7TtBn45RrYyWw1Ee6Uu and pass", "word: hunter2")
    assert ["github-token", "password"] == [each.kind for each in secrets_in(text)]


def test_the_mark_tells_no_length():
    """Short and long values leave the same mark."""
    masked = {
        mask(text, secrets_in(text)) for text in (joined("密", "碼是 ab12"), joined("密", "碼是 ", "ab12cd34" * 3))
    }
    assert {"密碼是 [secret: password]"} == masked


def test_a_finding_never_holds_the_text():
    """What is reported names kind and place only."""
    assert "hunter2" not in repr(secrets_in(joined("pass", "word: hunter2")))


@given(st.text(alphabet="密碼是：pasword tken=:/@\"'「」-_.|<>{}$*x1aA9\n\u200b", max_size=200))
def test_any_text_has_spans_in_order_and_masks_to_the_rest(text):
    """Spans lie within the text, in order and apart; around the marks the text is as it was."""
    found = secrets_in(text)
    edges = [edge for each in found for edge in (each.start, each.end)]
    assert sorted(edges) == edges
    assert all(0 <= each.start < each.end <= len(text) for each in found)
    kept = "".join(text[end:start] for end, start in zip([0, *edges[1::2]], [*edges[::2], len(text)], strict=True))
    shown = mask(text, found)
    for each in found:
        shown = shown.replace(f"[secret: {each.kind}]", "", 1)
    assert len(kept) == len(shown)


# --- the extra -----------------------------------------------------------------------------------------------

SCANNER = """
class Match:
    def __init__(self, value): self.value = value
class Location:
    start_line = end_line = 2
class Finding:
    location = Location()
    def __init__(self, rule_id, value): self.rule_id, self.match = rule_id, Match(value)
def scan_string(content):
    assert "\\0" not in content
    findings = [Finding("acme-key", word) for word in sorted(set(content.split())) if word.startswith("acme")]
    findings += [Finding("Rule 7", word) for word in content.split() if word.startswith("e3b0")]
    return findings + [Finding("decoded", "not there")] * ("decode" in content)
"""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A small scanner where the real one would be."""
    (tmp_path / "betterleaks.py").write_text(SCANNER, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "betterleaks", raising=False)
    is_installed.cache_clear()
    yield
    sys.modules.pop("betterleaks", None)
    is_installed.cache_clear()


def test_the_extra_is_loaded_when_it_first_scans(installed):
    """Asking for the scanner loads nothing; the first text does."""
    scan = extra_scanner()
    assert scan is not None
    assert "betterleaks" not in sys.modules
    assert [] == secrets_in("x", extra=scan)
    assert "betterleaks" in sys.modules


def test_the_extra_adds_what_is_no_hash(installed):
    """Its findings count wherever the value stands; a hash that it takes for a key does not."""
    text = "用 acme-77 \0 e3b0c44298fc1c149afbf4c8996fb924 又是 acme-77 "
    found = secrets_in(text, extra=extra_scanner())
    assert [("acme-key", 2), ("acme-key", text.rindex("acme"))] == [(each.kind, each.start) for each in found]


def test_what_the_extra_found_by_decoding_is_its_line(installed):
    """A value that stands in the text in another form is the whole line."""
    text = "first\ndecode this 5=\nlast"
    assert [Secret(kind="decoded", start=6, end=21)] == secrets_in(text, extra=extra_scanner())


def test_without_the_extra_there_is_no_scanner(monkeypatch):
    """Nobody needs it: then there is none to pass on."""
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.delitem(sys.modules, "betterleaks", raising=False)
    is_installed.cache_clear()
    assert extra_scanner() is None
