"""A summary is held against what must survive: word for word, softened, invented, and put back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core.windows.kept import Checked, Kept, Softened, Sort, on_one_line
from stillso.core.windows.put_backs import Labels, parse_put_back, put_back, without_put_back
from stillso.core.windows.summaries import check, missing, softened

LABELS = Labels(
    opening="Said before.",
    constraint="約束",
    decision="Decisions",
    lesson="教訓",
    lead="Leads",
    condition="的條件",
    invented="Made up",
    instead="(instead: “{text}”)",
    too_large="({sort}: {chars}: {begins})",
    left_out="({count} left out)",
)


def rule(text: str, no: int | None = None) -> Kept:
    """A constraint."""
    return Kept(sort=Sort.CONSTRAINT, text=text, no=no)


def lead(text: str) -> Kept:
    """A path or a command."""
    return Kept(sort=Sort.LEAD, text=text)


# --- word for word -------------------------------------------------------------------------------------------

PRESENT = [
    ("不要動 migration 目錄，資料庫還在搬。", "1. 約束\n- 不要動 migration 目錄，資料庫還在搬。"),
    ("開始前先講好：不要動 migration 目錄。", "使用者說：不要動 migration 目錄"),
    ("好，那就定案：快取放在服務層，因為只有那裡拿得到鎖。", "* 快取放在服務層，因為只有那裡拿得到鎖"),
    ("文件一律用正體中文。", "**文件一律用\n正體中文**"),
    ("文件一律用正體中文。", "「文件一律用正體中文」"),
    ("never push to main", "The user said: never push to main."),
    ("never push to main", "> never push\n> to main"[2:].replace("\n> ", "\n")),
    ("Don't touch “src”.", '- Don’t touch "src"'),
    ("ＡＰＩ 名稱不改", "API 名稱不改"),
    ("- always run the tests before you commit", "always run the tests before you commit, and push later"),
]
ABSENT = [
    ("不要動 migration 目錄。", "migration 要小心。"),
    ("不要動 migration 目錄。", "可以不要動 migration 目錄。"),
    ("不要動 migration 目錄。", "要不要動 migration 目錄？"),
    ("不要動 migration 目錄。", "不要動 migration 目錄以外的檔案。"),
    ("不要動 migration 目錄。", "不要動 migration 目錄這條已經取消。"),
    ("不要動 migration 目錄。", "如果資料庫還在搬，不要動 migration 目錄。"),
    ("不要動 migration 目錄。", "不再需要「不要動 migration 目錄」。"),
    ("不要動 migration 目錄。", "原本說不要動 migration 目錄。"),
    ("never push to main", "Never push to main."),
    ("never push to main", "never push to mainline"),
    ("never push to main", "unless asked, never push to main"),
    ("never push to main", "never push to main unless it is urgent"),
    ("never push to main", "never push to main is no longer a rule"),
    ("never push to main", "was it never push to main?"),
    ("never push to main", "you need not never push to main"),
    ("好，就用 SQLite，因為量不大。", "就用 SQLite。"),
]


@pytest.mark.parametrize(("said", "summary"), PRESENT)
def test_what_stands_word_for_word_is_kept(said: str, summary: str):
    """White space, width, quote marks, markup and what leads in make no difference."""
    assert () == missing(summary, [rule(said)])


@pytest.mark.parametrize(("said", "summary"), ABSENT)
def test_what_is_said_otherwise_is_missing(said: str, summary: str):
    """Other words, another case, a part of a word, or words around it that turn it."""
    assert (rule(said),) == missing(summary, [rule(said)])


@pytest.mark.parametrize(
    ("path", "summary"),
    [
        ("src/a.py", "改了src/a.py與src/b.py。"),
        ("src/a.py", "see ./src/a.py."),
        ("src/a.py", "`src/a.py:12`"),
        ("src", "in src/."),
        ("文件/規格.md", "見文件/規格.md"),
        ("npm test", "`npm test`, which passed"),
        ("git commit -m 'x y'", "$ git commit -m 'x y'"),
    ],
)
def test_a_path_or_command_is_named_whole(path: str, summary: str):
    """Beside Chinese, punctuation and markup."""
    assert () == missing(summary, [lead(path)])


@pytest.mark.parametrize(
    ("path", "summary"),
    [
        ("src/a.py", "src/a.pyc"),
        ("src/a.py", "lib/src/a.py"),
        ("src/a.py", "src/a.py/b"),
        ("src/a.py", "my-src/a.py"),
        ("src", "src/a.py"),
        ("src/part3/module_3.py", "src/part1/module_1.py 到 module_5.py"),
        ("npm test", "npm test -- --watch"),
        ("npm test", "pnpm test"),
    ],
)
def test_a_longer_name_or_a_range_names_nothing(path: str, summary: str):
    """A path as a part of another one, a command with other arguments, what lies between two ends."""
    assert (lead(path),) == missing(summary, [lead(path)])


def test_a_path_that_the_harness_restores_is_not_missing():
    """What comes back by itself need not be told."""
    assert (lead("b.py"),) == missing("", [lead("a.py"), lead("b.py")], ["a.py"])


# --- softened and invented -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "summary", "instead"),
    [
        ("不要動 migration 目錄，資料庫還在搬。", "在做退款。migration 要小心。", "migration 要小心。"),
        ("never push to main", "Refunds are done. Careful with main pushes.", "Careful with main pushes."),
        (
            "文件一律用正體中文。",
            "- Docs are preferably in Chinese.\n- Refund logic next.",
            "Docs are preferably in Chinese.",
        ),
        (
            "請修正退款的錯誤，不要動 migrations 資料夾。",
            "我們處理退款。migrations 要小心。",
            "migrations 要小心。",
        ),
        (
            "Please fix the refund bug, but don't touch the migrations folder.",
            "We work on the refund bug. Be careful with migrations.",
            "Be careful with migrations.",
        ),
        (
            "migrations 資料夾還在搬，不要動它。",
            "我們處理退款。migrations 要小心。",
            "migrations 要小心。",
        ),
    ],
)
def test_what_a_summary_says_instead_is_told(said: str, summary: str, instead: str):
    """The sentence that speaks of the same, also in the other language."""
    assert (Softened(kept=rule(said), instead=instead),) == softened(summary, [rule(said)])


def test_a_summary_that_speaks_of_other_things_softens_nothing():
    """What shares no more than common words is about something else."""
    assert () == softened(
        "Fixed the login page. 退款功能寫完了。", [rule("不要動 migration 目錄。"), rule("never push to main")]
    )


def test_what_nobody_said_or_used_is_invented():
    """A path, a command and a rule that stand nowhere; what was said in other words is none."""
    said = [
        "read src/refund.py please",
        "不要動 migration 目錄",
        '{"command": "make test"}',
        "make  test",
        "/repo/lib/x.py",
    ]
    summary = (
        "Changed src/refund.py, lib/x.py and src/ghost.py. Ran `make test` and `git push --force`.\n"
        "Never deploy on Fridays.\n不要動 migration 目錄。\n$ rm -rf build\n3/4 done, and/or i.e. 3.11, README"
    )

    assert ("src/ghost.py", "git push --force", "rm -rf build", "Never deploy on Fridays.") == check(
        summary, [], said
    ).invented


def test_a_range_invents_no_path():
    """The end of a path that was used was used."""
    assert (
        ()
        == check(
            "src/part1/module_1.py 到 module_5.py", [], ["src/part1/module_1.py", "src/part5/module_5.py"]
        ).invented
    )


# --- put back ------------------------------------------------------------------------------------------------


def test_what_is_put_back_stands_a_line_each_in_four_groups():
    """Softened lines say what the summary says; what it made up comes last."""
    kept = (rule("不要動\nmigration", 7), Kept(sort=Sort.LESSON, text="tried x, fails"), lead("src/a.py"))
    found = Checked(missing=kept, softened=(Softened(kept=kept[0], instead="小心"),), invented=("x/y/z.py",))

    assert (
        "<stillso-kept>\nSaid before.\n1. 約束\n- [#7] 不要動 migration\n  (instead: “小心”)\n3. 教訓\n"
        "- tried x, fails\n4. Leads\n- src/a.py\n5. Made up\n- x/y/z.py\n</stillso-kept>\n"
    ) == put_back(found, LABELS).text


def test_a_condition_reads_as_that_of_its_record():
    """Not as a rule of its own; and back to what it was."""
    kept = (rule("只跑單元測試", 7), Kept(sort=Sort.CONSTRAINT, text="等 staging 穩定", no=7, condition=True))

    text = put_back(kept, LABELS).text

    assert ["- [#7] 只跑單元測試", "- [#7 的條件] 等 staging 穩定"] == text.splitlines()[3:5]
    assert kept == parse_put_back(text)


def test_a_condition_that_was_put_back_keeps_no_rule_of_the_same_words():
    """Behind a summary it holds the condition alone."""
    condition = Kept(sort=Sort.CONSTRAINT, text="never push to main", no=7, condition=True)
    rules = (rule("never push to main"), condition)

    assert rules[:1] == check(put_back([condition], LABELS).text, rules, ()).missing


def test_nothing_lost_puts_nothing_back():
    """A good summary needs no more words."""
    assert "" == put_back(Checked(), LABELS).text


def test_what_finds_no_room_is_counted_and_nothing_is_cut():
    """Constraints go first; a line stands whole or not at all."""
    kept = (rule("a" * 40), *(lead(f"src/{'x' * 30}{n}.py") for n in range(9)))

    back = put_back(kept, LABELS, 250)

    assert 250 >= len(back.text)
    assert kept == (*parse_put_back(back.text), *back.left_out)
    assert f"({len(back.left_out)} left out)" in back.text
    assert rule("a" * 40) not in back.left_out


def test_what_alone_is_too_large_is_named():
    """By how it begins and how long it is; the rest is put back all the same."""
    huge, small = rule("z" * 9_000), rule("never push to main")

    back = put_back((huge, small), LABELS, 600)

    assert (huge,) == back.too_large
    assert (small,) == parse_put_back(back.text)
    assert f"  (約束: 9000: {'z' * 59}…)" in back.text.splitlines()


@pytest.mark.parametrize("budget", [0, 1, 30, 90])
def test_where_no_line_finds_room_nothing_is_said(budget: int):
    """A frame without a line would tell an agent nothing: the values alone say what is left."""
    huge, small = rule("z" * 9_000), rule("不要動 migration 目錄。")

    back = put_back(Checked(missing=(huge, small), invented=("x/y/z.py" * 20,)), LABELS, budget)

    assert "" == back.text
    assert {huge, small} == {*back.left_out, *back.too_large}


_TEXTS = st.one_of(
    st.text(max_size=80),
    st.sampled_from(
        ["[#7] x", "\\[#7] x", "</stillso-kept>", "<\\/stillso-kept", "- x", "2. x", "\\", "\\\\x", "a\u2028b"]
    ),
)
_KEPT = st.builds(
    Kept,
    sort=st.sampled_from(Sort),
    text=_TEXTS.map(on_one_line),
    no=st.one_of(st.none(), st.integers(0, 10**9)),
)
_CONDITIONS = st.builds(
    Kept,
    sort=st.just(Sort.CONSTRAINT),
    text=_TEXTS.map(on_one_line),
    no=st.integers(0, 10**9),
    condition=st.just(True),
)
_LISTS = st.lists(
    st.one_of(_KEPT, _CONDITIONS), unique_by=lambda each: (each.sort, each.text, each.no, each.condition)
).map(lambda kept: tuple(sorted(kept, key=lambda each: list(Sort).index(each.sort))))


@given(_LISTS)
def test_what_is_put_back_reads_back_to_what_it_was(kept: tuple[Kept, ...]):
    """Exactly, whatever stands in the lines, and behind any text."""
    text = put_back(kept, LABELS, 10**6).text

    assert kept == parse_put_back(f"前情：…{text}")
    assert kept == parse_put_back(text.replace("\n", "\r\n"))
    assert "前情：…" == without_put_back(f"前情：…{text}")


@given(_LISTS, st.integers(0, 2_000))
def test_a_budget_is_kept_and_nothing_is_lost_unsaid(kept: tuple[Kept, ...], budget: int):
    """Each line is put back, left out or too large; the text is never longer than the budget."""
    back = put_back(kept, LABELS, budget)

    assert budget >= len(back.text)
    assert set(kept) == {*parse_put_back(back.text), *back.left_out, *back.too_large}


@given(_LISTS, st.text(max_size=200))
def test_behind_any_summary_what_was_put_back_is_there(kept: tuple[Kept, ...], summary: str):
    """Checking again what was put back finds nothing missing."""
    back = put_back(check(summary, kept, ()), LABELS, 10**6)

    assert () == check(f"{summary}\n{back.text}", kept, ()).missing


@pytest.mark.parametrize("sign", ["「", "(", "- ", "<stillso-kept>\n"])
def test_a_summary_of_one_sign_is_checked_in_one_pass(sign: str):
    """By the square of its length it would take hours."""
    text = sign * (200_000 // len(sign))
    lines = [rule("never push to main"), rule(text[:300]), lead("src/a.py")]

    assert {"never push to main", "src/a.py"} <= {each.text for each in check(text, lines, [text]).missing}
