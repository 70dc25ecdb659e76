"""The part of a system prompt: whole in both languages, and never made longer by what a base is called.

The whole texts stand in ``prompts/``.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stillso
from stillso import App, Refused
from stillso.core import policy
from stillso.services import prompting
from stillso.services.prompting import Prompt
from stillso.texts import LANGUAGES, Texts

FOLDER = Path(__file__).parent / "prompts"
AGENT = "helper"


def house(language: str = "en", *, auto_record: bool = False, **levels: str) -> App:
    """A store with an agent that has these grants."""
    app = stillso.open("memory:", language=language)
    mei = app.owner("mei")
    app.add_agent(AGENT)
    for slug, level in levels.items():
        mei.create_base(slug, name=slug.capitalize(), description=f"how we work on the {slug}")
        mei.grant(AGENT, slug, level)
    mei.set_agent(AGENT, auto_record=auto_record)
    return app


def prompt(app: App, channel: str = "cli", *bases: str) -> Prompt:
    """What the agent is told."""
    found = prompting.prompt(app.workspace, app.texts, AGENT, channel=channel, bases=bases)
    assert isinstance(found, Prompt)
    return found


def kept(name: str) -> str:
    """The text that is kept under this name."""
    return (FOLDER / name).read_text("utf-8")


# --- whole ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_prompt_is_as_it_is_kept(language: str):
    """Bases of every grant, where a person can be asked and where nobody can, with the default policy and without."""
    app = house(language, shop="write", docs="read", team="ask", auto_record=True)
    assert kept(f"web-chat.{language}.md") == prompt(app, "web-chat").text
    assert kept(f"webhook.{language}.md") == prompt(app, "webhook").text
    app.owner("mei").set_agent(AGENT, auto_record=False)
    assert kept(f"own-policy.{language}.md") == prompt(app, "web-chat", "shop").text
    assert kept(f"read-only.{language}.md") == prompt(app, "automation", "docs", "team").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_template_is_as_it_is_kept(language: str):
    """WHEN, WHAT, WHERE and NEVER, and the warning against other places; the base is named where it is the only one."""
    app = house(language, shop="write", docs="read")
    told = prompting.template(app.workspace, app.texts, AGENT)
    assert isinstance(told, str)
    assert kept(f"template.{language}.md") == told
    assert prompting.template(app.workspace, app.texts) == told.replace("`shop`", "`<slug>`")
    app.owner("mei").grant(AGENT, "docs", "write")
    assert prompting.template(app.workspace, app.texts) == prompting.template(app.workspace, app.texts, AGENT)


# --- what is told to whom ------------------------------------------------------------------------------------


def test_the_rules_come_with_a_base_that_can_be_written():
    """Five of them, and all else that an agent is always told; without such a base only what can be read."""
    may, reads = prompt(house(shop="write")).text, prompt(house(shop="read")).text
    rules = Texts("en").say("prompt.rules", h="###")
    assert 5 == rules.count("\n- ")
    assert (True, False) == (rules in may, rules in reads)
    assert [True, True] == [Texts("en")["prompt.data"] in text for text in (may, reads)]
    assert "You can read:\n- `shop`: “Shop” – “how we work on the shop”\n" in reads


def test_an_agent_without_a_base_is_told_nothing():
    """There is nothing to add to its prompt, also when it is to record what it learns."""
    nothing = Prompt(text="", writable=(), asking=(), readable=(), records=False)
    assert nothing == prompt(house(auto_record=True))
    assert "" == house().prompt(AGENT)


@pytest.mark.parametrize("channel", policy.CHANNELS)
def test_where_nobody_can_be_asked_an_ask_first_base_is_read_only(channel: str):
    """The reason stands beside it; where a person can be asked, a write is told to be a request."""
    found = prompt(house(shop="write", team="ask"), channel)
    asks = channel in ("web-chat", "cli")
    assert (("shop", "team"), ()) == (found.writable, found.readable) if asks else (("shop",), ("team",))
    assert asks == ("In `team` a write is a request." in found.text)
    assert asks != (f"on the channel {channel} nobody can be asked" in found.text)


@pytest.mark.parametrize("channel", policy.CHANNELS)
@pytest.mark.parametrize(("level", "switch"), [("write", True), ("write", False), ("read", True), ("ask", True)])
def test_the_default_policy_comes_where_it_is_switched_on_and_a_base_can_be_written(
    level: str, switch: bool, channel: str
):
    """Six rules; in runs that nobody attends recording is the last step."""
    found = prompt(house(shop=level, auto_record=switch), channel)
    asked = channel in ("web-chat", "cli")
    records = switch and (level == "write" or (level == "ask" and asked))
    learn = found.text.partition("### Recording what you learn")[2]
    assert (records, 6 * records) == (found.records, learn.count("\n- "))
    assert (records and not asked) == (f"This run is unattended (channel {channel})" in learn)


def test_a_base_that_is_taken_away_is_told_of_no_more():
    """A link counts until it is taken away."""
    app = house(shop="write", docs="write")
    app.owner("mei").revoke(AGENT, "shop")
    assert ("docs",) == prompt(app).writable


def test_what_is_not_there_is_refused():
    """An agent, a base, a base that it is not linked to; a person is no agent."""
    app = house(shop="write")
    app.owner("mei").create_base("other")
    found = [app.prompt("nobody"), app.prompt("mei"), *[app.prompt(AGENT, bases=[slug]) for slug in ("x", "other")]]
    assert ["unknown", "unknown", "unknown", "no-grant"] == [
        each.code.value for each in found if isinstance(each, Refused)
    ]
    with pytest.raises(stillso.Misuse, match="no channel"):
        app.prompt(AGENT, channel="phone")


# --- names and descriptions are no rules ---------------------------------------------------------------------

#: What may make a line, a heading, a list, or end a quotation.
ODD = st.text(
    st.one_of(st.sampled_from("\n\r\t\v\f\x1c\x85\u2028\u2029#-`“”「」\\|​"), st.characters(exclude_categories=["Cs"])),
    max_size=80,
)


@given(ODD, ODD, st.sampled_from(LANGUAGES))
def test_no_name_and_no_description_adds_a_line_or_ends_its_quotation(name: str, description: str, language: str):
    """The prompt has the same lines but for the one of that base, which begins with its slug."""
    app = house(language, shop="write", docs="read", auto_record=True)
    mei = app.owner("mei")
    mei.create_base("odd", name="Odd", description="x")
    mei.grant(AGENT, "odd", "write")
    before = prompt(app).text.splitlines()
    with app.workspace.view() as view:
        space = view.space("odd")
    assert space is not None
    odd = stillso.core.values.replace(space, name=name, description=description)
    app.workspace.run(None, lambda tx: tx.save(odd))
    after = prompt(app).text.splitlines()
    changed = [(one, other) for one, other in zip(before, after, strict=True) if one != other]
    assert all(other.startswith("- `odd`") for _, other in changed)
    closing = Texts(language)["lines.closing"]
    (line,) = [line for line in after if line.startswith("- `odd`")]
    assert 2 >= line.replace("\\" + closing, "").count(closing)
    assert 2 * policy.PROMPT_DESCRIPTION_CHARS + 100 > len(line)


def test_what_nobody_sees_is_told_by_its_number():
    """Tags and fillers in a name or a description carry no message; a sign that needs them stays."""
    app = house()
    app.owner("mei").create_base("shop", name="Sh\U000e0041op", description="how\u3164we work ❤\ufe0f | 用 \\u202e")
    app.owner("mei").grant(AGENT, "shop", "write")
    text = prompt(app).text
    assert r"Sh\U000e0041op" in text
    assert r"how\u3164we work ❤" + "\ufe0f" + r" \| 用 \\u202e" in text
