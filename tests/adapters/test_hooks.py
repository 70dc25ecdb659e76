"""What the hooks of Claude Code do: whose words are heard, what a session is given, and which one a call comes from."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import stillso
from stillso import App, Done, Refused, Session, Waiting
from stillso.adapters.claude_code import hooks
from stillso.adapters.claude_code.hooks import Here, Told
from stillso.core import names
from stillso.core.operations import Outcome
from stillso.services import conversations
from stillso.testing import FixedClock

STORY = "staging is unstable these days, skip e2e for now"
CONTENT = "run unit tests only, skip e2e"


class Client:
    """Claude Code in one repository, for mei: its hooks, and its calls of our tools."""

    def __init__(self, app: App, clock: FixedClock, folder: Path) -> None:
        self.app, self.clock, self.folder = app, clock, folder
        self.mei = app.owner("mei")
        self.mei.create_base("shop")
        app.add_agent("claude-code")
        self.mei.grant("claude-code", "shop", "write")
        self.channel = "cli"
        self.calls = 0

    def hook(self, event: str, session: str = "one", **fields: Any) -> Told | None:
        """Run a hook; nothing that it does is refused."""
        told = self.told(event, session, **fields)
        assert told is None or told.refused is None, told
        return told

    def told(self, event: str, session: str = "one", **fields: Any) -> Told | None:
        """What a hook says, refused or not."""
        here = Here(
            workspace=self.app.workspace,
            texts=self.app.texts,
            person=self.mei.caller.principal,
            channel=self.channel,
            base=lambda made: "shop",
        )
        given = {"hook_event_name": event, "session_id": session, "cwd": str(self.folder), **fields}
        return hooks.answer(here, given)

    def says(self, prompt: str, session: str = "one", **fields: Any) -> str:
        """The person types something; what the model is told beside it."""
        told = self.hook("UserPromptSubmit", session, prompt=prompt, **fields)
        return told.context if told else ""

    def call(self, session: str = "one", agent: str | None = None, **more: Any) -> Session:
        """Who a call of our tools is made by, as the server of the tools learns it."""
        self.calls += 1
        fields = {**more, **({"agent_id": agent} if agent else {})}
        tool = "mcp__plugin_stillso_stillso__remember"
        self.hook("PreToolUse", session, tool_name=tool, tool_use_id=f"toolu_{self.calls}", **fields)
        return self.caller(f"toolu_{self.calls}")

    def caller(self, call: str | None, client: str | None = None) -> Session:
        """The session of a call, as the server finds it."""
        found = conversations.caller(self.app.workspace, call=call, client=client)
        assert not isinstance(found, Refused), found
        return Session(self.app.workspace, self.app.texts, found)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """A client on a store in a file."""
    clock = FixedClock(names.moment("2026-06-22T03:10:00Z"))
    app = stillso.open(tmp_path / "memory.db", clock=clock)
    yield Client(app, clock, tmp_path)
    app.close()


def why(outcome: Outcome) -> str:
    """Why something waits."""
    assert isinstance(outcome, Waiting), outcome
    return outcome.why.value


def source(session: Session, no: int = 1) -> str:
    """The source of a record."""
    shown = session.show(no)
    assert not isinstance(shown, Refused)
    return shown.rows[0].record.source.value


# --- whose words ---------------------------------------------------------------------------------------------


def test_what_the_person_typed_is_a_quote(client: Client):
    """The story: the sentence of the prompt proves the rule, and its clause becomes the condition."""
    client.says(STORY)
    session = client.call()
    outcome = session.remember(CONTENT, quote=STORY)
    assert isinstance(outcome, Done)
    assert "stated" == source(session)


@pytest.mark.parametrize("odd", ["\0", "\ud800", "\udfff x"])
def test_what_is_no_text_takes_no_word_away(client: Client, odd: str):
    """A paste may hold it, or what the agent said before: the sentence beside it is heard."""
    client.hook("SessionStart", source="startup")
    client.says("look around")
    transcript = client.folder / "t.jsonl"
    transcript.write_text(row("assistant", f"{odd} shall I?") + "\n")
    client.says(f"{odd} {STORY}", transcript_path=str(transcript))
    client.hook("Stop", last_assistant_message=f"{odd} shall I?")
    answered(client, f"Which? {odd}", f"{odd} always answer in Chinese")
    session = client.call()
    assert isinstance(session.remember(CONTENT, quote=STORY), Done)
    assert isinstance(session.remember("answer in Chinese", quote="always answer in Chinese"), Done)


def test_where_nobody_sits_the_same_words_wait(client: Client):
    """A prompt in a pipeline may be anything."""
    client.channel = "automation"
    client.says(STORY)
    assert "unknown-speaker" == why(client.call().remember(CONTENT, quote=STORY))


def test_a_conversation_that_a_program_resumes_has_nobody_at_it(client: Client):
    """What was typed on the screen still counts; what the program hands over does not."""
    client.says(STORY)
    client.hook("SessionEnd", reason="prompt_input_exit")
    client.channel = "automation"
    client.says("from now on answer in Chinese")
    session = client.call()
    assert isinstance(session.remember(CONTENT, quote=STORY), Done)
    assert "unknown-speaker" == why(session.remember("answer in Chinese", quote="from now on answer in Chinese"))


MADE_BY_CLIENT = [
    f"<task-notification>\n<result>{STORY}</result>\n</task-notification>",
    f"<task-notification><result>done</result></task-notification>\n\n{STORY}",
    f"  <teammate-message from='x'>{STORY}</teammate-message>",
    f"<system-reminder>{STORY}</system-reminder>",
    f'<channel source="chat">{STORY}</channel>',
    f"<command-message>{STORY}</command-message>",
]


@pytest.mark.parametrize("prompt", MADE_BY_CLIENT)
def test_what_the_client_made_itself_is_nobodys_word(client: Client, prompt: str):
    """The result of a subagent comes as a prompt as well: also when it ends its own wrapper."""
    client.says("please look around")
    client.says(prompt)
    assert "quote-not-found" == why(client.call().remember(CONTENT, quote=STORY))


@pytest.mark.parametrize(
    "fields",
    [
        {"tool_name": "Read", "tool_response": {"file": {"content": STORY}}},
        {"tool_name": "Bash", "tool_response": {"answers": {"q": STORY}, "questions": [{"question": "q"}]}},
        {"tool_name": "Agent", "tool_input": {"prompt": STORY}, "tool_response": {"content": STORY}},
    ],
)
def test_words_of_a_tool_are_not_heard(client: Client, fields: dict[str, Any]):
    """Only answers to the agent's own questions are a person's."""
    client.says("please look around")
    client.hook("PostToolUse", **fields)
    assert "quote-not-found" == why(client.call().remember(CONTENT, quote=STORY))


def scheduled(client: Client, prompt: str, **more: object) -> str:
    """The transcript after a prompt that the client ran by itself, with what the person typed before."""
    path = client.folder / "t.jsonl"
    rows = [
        row("user", "please look around", promptSource="typed", turnOrigin="human"),
        row("user", prompt, **({"promptSource": "system", "turnOrigin": "scheduled", "isMeta": True} | more)),
        row("user", [{"type": "tool_result", "content": "x" * 700_000}]),
    ]
    path.write_text("\n".join(rows), "utf-8")
    return str(path)


def test_a_prompt_that_the_agent_had_scheduled_is_nobodys_word(client: Client):
    """It comes as if it were typed; only the transcript tells."""
    client.says("please look around")
    client.says(STORY)
    session = client.call(transcript_path=scheduled(client, STORY))
    assert "unknown-speaker" == why(session.remember(CONTENT, quote=STORY))


@pytest.mark.parametrize(
    "told",
    [
        {"type": "system", "subtype": "scheduled_task_fire", "prompt": STORY},
        {
            "type": "assistant",
            "message": {"content": [{"type": "tool_use", "name": "CronCreate", "input": {"prompt": STORY}}]},
        },
        {
            "type": "assistant",
            "message": {"content": [7, {"type": "tool_use", "name": "ScheduleWakeup", "input": {"prompt": STORY}}]},
        },
    ],
)
def test_what_was_scheduled_is_known_before_its_row_is_written(client: Client, told: dict[str, Any]):
    """The client writes its transcript a moment later than it runs the hook."""
    path = client.folder / "t.jsonl"
    path.write_text(json.dumps(told) + "\n")
    client.says(STORY)
    session = client.call(transcript_path=str(path))
    assert "unknown-speaker" == why(session.remember(CONTENT, quote=STORY))


def fires(client: Client, prompt: str, *before: str) -> str:
    """The transcript as it is when the client runs what was scheduled: it says so on one line, and shortened."""
    path = client.folder / "t.jsonl"
    told = " ".join(prompt.replace("\u200b", "").split())[:199] + ("…" if len(prompt) > 200 else "")
    fire = json.dumps({"type": "system", "subtype": "scheduled_task_fire", "prompt": told})
    path.write_text("\n".join([*before, fire]), "utf-8")
    return str(path)


@pytest.mark.parametrize("more", ["", "\n\nthanks\u200b\r\n", " and so on" * 50])
def test_what_is_run_as_scheduled_is_known_when_it_is_heard(client: Client, more: str):
    """Whoever scheduled it, in whichever conversation, and however far back: also for a call that no hook sees."""
    client.says(STORY + more, transcript_path=fires(client, STORY + more))
    assert "unknown-speaker" == why(client.call().remember(CONTENT, quote=STORY))


def test_a_yes_that_was_typed_once_is_none_when_it_is_scheduled(client: Client):
    """The agent asks, and lets the client say a word that the person had said to something else."""
    client.mei.remember(CONTENT, base="shop", condition="until staging is fixed")
    client.hook("SessionStart", source="startup")
    typed = row("user", "yes", promptSource="typed", turnOrigin="human")
    client.says("yes", transcript_path=str(client.folder / "none"))
    client.hook("Stop", last_assistant_message="#1: shall I drop it?")
    path = fires(client, "yes", typed)
    client.says("yes", transcript_path=path)
    assert "unknown-speaker" == why(client.call(transcript_path=path).retract(1, quote="yes"))


def test_what_is_typed_after_the_same_was_scheduled_is_the_persons_word(client: Client):
    """What ran before stands in the transcript, with where it came from."""
    ran = row("user", "yes", promptSource="system", turnOrigin="scheduled", isMeta=True)
    path = fires(client, "yes")
    with open(path, "a", encoding="utf-8") as transcript:
        transcript.write(f"\n{ran}\n")
    client.mei.remember(CONTENT, base="shop", condition="until staging is fixed")
    client.hook("SessionStart", source="startup")
    client.hook("Stop", last_assistant_message="#1: shall I drop it?")
    client.says("yes", transcript_path=path)
    assert isinstance(client.call().retract(1, quote="yes"), Done)


def test_what_was_typed_as_well_stays_the_persons_word(client: Client):
    """Also words typed while the agent worked."""
    client.says(STORY)
    session = client.call(transcript_path=scheduled(client, STORY, promptSource="queued", isMeta=None))
    assert isinstance(session.remember(CONTENT, quote=STORY), Done)


def test_what_a_record_rests_on_already_is_not_disowned(client: Client):
    """Its evidence stays as it was."""
    client.says(STORY)
    session = client.call()
    session.remember(CONTENT, quote=STORY)
    client.call(transcript_path=scheduled(client, STORY))
    verified = client.app.verify()
    assert not isinstance(verified, Refused)
    assert () == verified.findings


def answered(client: Client, question: str, answer: object, *offered: str, several: bool = False) -> None:
    """The agent asked, and the person chose or typed an answer."""
    options = [{"label": each} for each in offered]
    questions = [{"question": question, "header": "h", "options": options, "multiSelect": several}]
    response = {"questions": questions, "answers": {question: answer}, "annotations": {}}
    client.hook("PostToolUse", tool_name="AskUserQuestion", tool_response=response)


@pytest.mark.parametrize("question", ["Is staging fixed?", "And now?"])
def test_a_chosen_option_is_agreed_to_whatever_was_asked(client: Client, question: str):
    """Also for a new record, and where the question names none."""
    client.says("fix the coupon, please")
    answered(client, question, "It is fixed, run e2e again", "It is fixed, run e2e again", "Not yet")
    session = client.call()
    session.remember("Run e2e again", quote="It is fixed, run e2e again")
    assert "confirmed" == source(session)


def test_a_typed_answer_to_a_question_of_the_agent_is_the_persons_word(client: Client):
    """What they wrote themselves is stated."""
    client.says("look at the tests, please")
    answered(client, "How shall I test from now on?", "run the unit tests only, until staging is fixed", "All", "Some")
    session = client.call()
    session.remember("run the unit tests only", quote="run the unit tests only, until staging is fixed")
    assert "stated" == source(session)


def test_a_chosen_option_is_the_agents_wording_agreed_to(client: Client):
    """It changes the record that was asked about, and is confirmed, not stated."""
    client.mei.remember(CONTENT, base="shop", condition="until staging is fixed")
    client.hook("SessionStart", source="startup")
    client.says("fix the coupon, please")
    answered(client, "#1: is staging fixed, shall I run e2e again?", "Yes, run e2e again", "Yes, run e2e again", "No")
    session = client.call()
    assert isinstance(session.supersede(1, "run e2e again", quote="Yes, run e2e again"), Done)
    assert "confirmed" == source(session, 2)


@pytest.mark.parametrize(
    ("answer", "offered"),
    [
        pytest.param("From now on\ufffdanswer in French", ["From now on\nanswer in French", "No"], id="hidden signs"),
        pytest.param(
            "Is it so? From now on answer in French", ["Is it so? From now on answer in French"], id="a question"
        ),
        pytest.param("Not sure. From now on answer in French", ["Not sure. From now on answer in French"], id="later"),
        pytest.param("From now on answer in French (Image attached)", ["From now on answer in French"], id="an image"),
    ],
)
def test_an_option_is_the_agents_wording_however_it_is_shown(client: Client, answer: str, offered: list[str]):
    """The client gives back what it showed, which may be otherwise than the agent wrote it."""
    client.says("fix the coupon, please")
    answered(client, "Which language?", answer, *offered)
    session = client.call()
    session.remember("Answer in French", quote="answer in French")
    assert "confirmed" == source(session)


MENU = ["From now on answer in French", "Deploy in the evening, not at noon", "Use tabs"]


@pytest.mark.parametrize(
    "answer",
    [
        'From now on answer in French, "Deploy in the evening, not at noon"',
        ["From now on answer in French", "Use tabs"],
        "From now on answer in French, Deploy in the evening, not at noon",
        'From now on answer in French, say "no" to tabs',
    ],
)
def test_several_options_are_the_agents_wording(client: Client, answer: object):
    """The client joins them; where nobody can tell who wrote what of an answer, all of it is the agent's."""
    client.says("fix the coupon, please")
    answered(client, "Which of these?", answer, *MENU, several=True)
    session = client.call()
    session.remember("Answer in French", quote="answer in French")
    assert "confirmed" == source(session)


def test_what_was_typed_beside_options_is_the_persons_word(client: Client):
    """And the options stay the agent's."""
    client.says("fix the coupon, please")
    answered(client, "Which of these?", 'Use tabs, "always ask me first, before you deploy"', *MENU, several=True)
    session = client.call()
    session.remember("Ask before you deploy", quote="always ask me first, before you deploy")
    session.remember("Use tabs here", quote="Use tabs")
    assert ["stated", "confirmed"] == [source(session, 1), source(session, 2)]


def test_an_option_of_another_question_is_no_typed_answer(client: Client):
    """Questions of one text have one answer."""
    client.says("fix the coupon, please")
    options = [[{"label": "From now on answer in French"}], [{"label": "No"}]]
    questions = [{"question": "Which?", "options": each} for each in options]
    response = {"questions": questions, "answers": {"Which?": "From now on answer in French"}}
    client.hook("PostToolUse", tool_name="AskUserQuestion", tool_response=response)
    session = client.call()
    session.remember("Answer in French", quote="answer in French")
    assert "confirmed" == source(session)


@pytest.mark.parametrize(
    "more",
    [
        {"answers": {"Which?": "(notes only)"}, "annotations": {"Which?": {"notes": STORY}}},
        {"answers": {"Which?": "All tests"}, "annotations": {"Which?": {"preview": "x", "notes": STORY}}},
        {"answers": {}, "response": STORY, "followUp": True},
    ],
)
def test_what_was_typed_beside_the_answers_is_the_persons_word(client: Client, more: dict[str, Any]):
    """Notes on an option, and words in the place of an answer."""
    client.says("fix the coupon, please")
    response = {"questions": [{"question": "Which?", "options": [{"label": "All tests"}, {"label": "Some"}]}], **more}
    client.hook("PostToolUse", tool_name="AskUserQuestion", tool_response=response)
    session = client.call()
    session.remember(CONTENT, quote=STORY)
    assert "stated" == source(session)


@pytest.mark.parametrize(
    "more", [{"answers": {"Which?": "(notes only)"}}, {"answers": {"Which?": STORY}, "afkTimeoutMs": 60_000}]
)
def test_what_the_client_puts_in_the_place_of_an_answer_is_nobodys_word(client: Client, more: dict[str, Any]):
    """Nor what was chosen when the menu ended by its countdown: nobody sent it."""
    client.says("fix the coupon, please")
    response = {"questions": [{"question": "Which?", "options": []}], **more}
    client.hook("PostToolUse", tool_name="AskUserQuestion", tool_response=response)
    assert 1 == client.app.sessions()[0].heard


@pytest.mark.parametrize(
    "response",
    [None, "text", [], {}, {"questions": None, "answers": []}, {"questions": [None, {}], "answers": {"q": 1}}],
)
def test_answers_of_another_shape_are_nothing(client: Client, response: object):
    """What is not understood is no word of anybody's, and no error."""
    assert client.hook("PostToolUse", tool_name="AskUserQuestion", tool_response=response) is None


# --- answers -------------------------------------------------------------------------------------------------


def row(kind: str, content: object, **more: object) -> str:
    """A row of a transcript."""
    return json.dumps({"type": kind, "message": {"role": kind, "content": content}, "isSidechain": False, **more})


def test_the_next_prompt_answers_what_the_agent_said_last(client: Client):
    """Two characters suffice for the record that was asked about: the client told what was said when it stopped."""
    client.mei.remember(CONTENT, base="shop", condition="until staging is fixed")
    client.hook("SessionStart", source="startup")
    client.says("fix the coupon, please")
    client.hook("Stop", last_assistant_message="Done. #1: is staging fixed by now?")
    client.says("修好")
    assert isinstance(client.call().retract(1, quote="修好"), Done)


def test_a_question_counts_for_the_next_prompt_only(client: Client):
    """What came in between has answered it."""
    client.mei.remember(CONTENT, base="shop", condition="until staging is fixed")
    client.hook("SessionStart", source="startup")
    client.says("fix the coupon, please")
    client.hook("Stop", last_assistant_message="Done. #1: is staging fixed by now?")
    client.says("later; first the cart")
    client.says("ok")
    assert isinstance(client.call().retract(1, quote="ok"), Waiting)


def test_without_a_stop_the_end_of_the_transcript_is_read(client: Client):
    """As after a turn that was interrupted: the words that the person is about to say may stand there already."""
    client.mei.remember(CONTENT, base="shop", condition="until staging is fixed")
    client.hook("SessionStart", source="startup")
    client.says("fix the coupon, please")
    transcript = client.folder / "t.jsonl"
    rows = [
        row("assistant", [{"type": "text", "text": "#1: shall I still skip e2e?"}]),
        row("user", "fix the coupon, please"),
        row("assistant", [{"type": "text", "text": "Done."}]),
        row("user", [{"type": "tool_result", "content": "#1: is it?"}]),
        row("assistant", [{"type": "text", "text": "#1: is staging fixed by now?"}]),
        row("assistant", "in a subagent: #1?", isSidechain=True),
        row("user", "yes"),
    ]
    transcript.write_text("\n".join([*rows, '{"type":"assis']), "utf-8")
    client.says("yes", transcript_path=str(transcript))
    assert isinstance(client.call().retract(1, quote="yes"), Done)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b'{"type":"user","a":' + b"[" * 100_000,
        b"\0\xff{}",
        b"[1]\nnull\n{}\n",
        b'{"type":"assistant","message":7}\n',
        None,
    ],
)
def test_a_transcript_that_says_nothing_is_passed_over(client: Client, content: bytes | None):
    """Missing, cut, of another kind: the prompt is heard all the same."""
    path = client.folder / "t.jsonl"
    if content is not None:
        path.write_bytes(content)
    client.says(STORY, transcript_path=str(path))
    assert isinstance(client.call().remember(CONTENT, quote=STORY), Done)


def test_a_pipe_in_the_place_of_a_transcript_is_not_waited_for(client: Client):
    """Whatever a path leads to, the prompt is heard."""
    os.mkfifo(client.folder / "t.jsonl")
    client.says(STORY, transcript_path=str(client.folder / "t.jsonl"))
    assert isinstance(client.call().remember(CONTENT, quote=STORY), Done)


# --- what a session is given ---------------------------------------------------------------------------------


def test_a_session_opens_with_the_lines(client: Client):
    """94 days later the line is marked, with condition, words, date and age; one line tells the person."""
    client.says(STORY)
    client.call().remember(CONTENT, quote=STORY)
    client.clock.advance(days=94)
    told = client.hook("SessionStart", "two", source="startup")
    assert told is not None
    assert f"[needs confirming] #1 {CONTENT} | condition: {STORY} | stated 2026-06-22" in told.context
    assert "(94 days ago)" in told.context
    assert "stillso: 1 to confirm (/stillso:due)" == told.notice


def test_the_notice_counts_what_waits(client: Client):
    """A candidate needs the person, and so does what is due; after a compaction nobody is told again."""
    client.says("look around")
    client.call().remember(CONTENT, quote=STORY)
    told = [client.hook("SessionStart", source=source) for source in ("resume", "compact")]
    assert ["stillso: 1 waiting for you (/stillso:inbox)", ""] == [each.notice for each in told if each]


def test_lines_stay_below_what_the_client_takes_whole(client: Client):
    """A longer text would come as a preview; what is left out is counted."""
    for n in range(120):
        client.mei.remember(f"rule {n}: " + "答" * 90, base="shop")
    told = client.hook("SessionStart", source="startup")
    assert told is not None
    assert 8_000 < len(told.context) <= hooks.LINES_CHARS
    assert "more not shown: the tool recall" in told.context


def test_the_record_of_a_line_counts_as_seen(client: Client):
    """What a session opened with may be replaced without another read."""
    client.mei.remember(CONTENT, base="shop")
    client.hook("SessionStart", source="startup")
    client.says("from now on run the e2e tests after every change")
    outcome = client.call().supersede(
        1, "run the e2e tests after every change", quote="run the e2e tests after every change"
    )
    assert isinstance(outcome, Done)


def test_another_session_gets_the_news_with_its_next_prompt(client: Client):
    """Until a later prompt followed, it is told again; then no more."""
    client.mei.remember(CONTENT, base="shop")
    client.hook("SessionStart", "two", source="startup")
    client.mei.supersede(1, "always run e2e", base="shop")
    told = [client.says(f"next {n}", "two") for n in range(3)]
    assert "#1 was replaced by #2 on 2026-06-22. What holds now: always run e2e" in told[0]
    assert "" == told[2]


def test_what_stands_beside_a_prompt_stays_below_what_the_client_takes_whole(client: Client):
    """News that do not fit come with the next prompt; what is due, waits, or happened says how much more there is."""
    for n in range(60):
        client.mei.remember(f"rule {n}: " + "word " * 60, base="shop", condition="until staging is fixed")
    client.says("look around")
    session = client.call()
    for n in range(60):
        session.show(n + 1)
        session.remember(f"candidate {n}: " + "word " * 60)
    waiting = client.says("/stillso:inbox")
    client.clock.advance(days=94)
    beside = [client.says(f"/stillso:{about}") for about in ("due", "why rule")]
    for n in range(60):
        client.mei.supersede(n + 1, f"another rule {n}: " + "word " * 60, base="shop")
    told = [client.says(f"go on {n}") for n in range(6)]
    assert hooks.TAKEN_CHARS >= max(map(len, (waiting, *beside, *told)))
    assert waiting.endswith("more: stillso inbox list")
    assert [f"#{n + 1} was replaced" for n in range(60)] == [
        f"#{n + 1} was replaced" for n in range(60) if sum(f"#{n + 1} was replaced" in each for each in told)
    ]


# --- conversations -------------------------------------------------------------------------------------------


def test_a_conversation_has_one_session_also_when_it_is_resumed(client: Client):
    """Its words still count, and its ages are fresh."""
    client.says(STORY)
    client.hook("SessionEnd", reason="other")
    client.clock.advance(days=3)
    client.hook("SessionStart", source="resume")
    session = client.call()
    assert isinstance(session.remember(CONTENT, quote=STORY), Done)
    assert 1 == len(client.app.sessions())


def test_a_conversation_that_goes_on_after_long_is_heard(client: Client):
    """Most of what was said before is not kept any more; what a record rests on is, and what is said now counts."""
    for words in ("look around, please", STORY, "thanks, that is all"):
        client.says(words)
    client.call().remember(CONTENT, quote=STORY)
    client.hook("SessionEnd", reason="other")
    client.clock.advance(days=31)
    client.says("good morning", "two")
    client.hook("SessionStart", source="resume")
    client.says("from now on answer in Chinese, please")
    outcome = client.call().remember("answer in Chinese", quote="from now on answer in Chinese, please")
    assert isinstance(outcome, Done)


def test_only_the_client_leads_its_agent_into_a_conversation(client: Client):
    """An agent may read the name of its session, or another's, in the history: nothing tells which one then speaks.

    The person whose words are heard there may, from their own terminal.
    """
    client.says(STORY)
    (row,) = client.app.sessions()
    assert isinstance(client.app.resume(row.id, "claude-code"), Refused)
    assert isinstance(client.app.resume(row.id, "mei"), Session)


def test_after_clear_the_words_are_another_conversations(client: Client):
    """The server of the tools still has the first conversation in its environment: the hook says which it is."""
    client.says(STORY, "before")
    client.hook("SessionEnd", "before", reason="clear")
    client.hook("SessionStart", "after", source="clear")
    client.says("now something else", "after")
    assert "quote-not-found" == why(client.call("after").remember(CONTENT, quote=STORY))


def test_a_call_that_no_hook_noted_is_made_by_the_conversation_of_the_server(client: Client):
    """As long as that one goes on; then by nobody."""
    client.says(STORY)
    named = hooks.conversation_of("one")
    assert isinstance(client.caller("unnoted", named).remember(CONTENT, quote=STORY), Done)
    client.hook("SessionEnd", reason="clear")
    assert isinstance(conversations.caller(client.app.workspace, call="unnoted", client=named), Refused)


def test_a_subagent_quotes_the_person_and_sees_for_itself(client: Client):
    """Its parent hears for it; what it was shown, the parent was not."""
    client.mei.remember("answer in English", base="shop")
    client.says(STORY)
    told = client.hook("SubagentStart", agent_id="a1", agent_type="general-purpose")
    assert told is not None
    assert "Nobody can answer in this run" in told.context
    subagent, parent = client.call(agent="a1"), client.call()
    assert isinstance(subagent.remember(CONTENT, quote=STORY), Done)
    client.says("from now on answer in Chinese, please")
    said = "from now on answer in Chinese"
    assert isinstance(parent.supersede(1, "answer in Chinese", quote=said), Refused)
    assert isinstance(subagent.supersede(1, "answer in Chinese", quote=said), Done)


def test_words_before_a_subagent_saw_a_record_are_old_for_it(client: Client):
    """It was shown the record after they were said: they cannot be about that."""
    client.mei.remember("skip e2e these days", base="shop")
    client.says("e2e runs again")
    client.hook("SubagentStart", agent_id="a1", agent_type="Explore")
    assert "old-words" == why(client.call(agent="a1").retract(1, quote="e2e runs again"))


def test_another_persons_conversation_is_not_joined(client: Client):
    """Two people may share a store; a conversation is one person's."""
    client.says(STORY)
    client.mei = client.app.owner("bob")
    told = client.told("UserPromptSubmit", prompt="hello there")
    assert told is not None
    assert told.refused is not None
    assert "unknown" == told.refused.code


# --- commands ------------------------------------------------------------------------------------------------


def test_what_is_due_stands_beside_its_command(client: Client):
    """With the question for each, which a short answer answers; it counts as seen, so the answer can change it."""
    client.mei.remember(CONTENT, base="shop", condition="until staging is fixed")
    client.clock.advance(days=94)
    told = client.says("/stillso:due")
    assert f"#1 {CONTENT} | condition: until staging is fixed" in told
    question = told.partition("Ask: ")[2].partition("\n")[0]
    client.hook("Stop", last_assistant_message=question)
    client.says("not yet")
    assert isinstance(client.call().confirm(1, quote="not yet"), Done)
    client.says("from now on run e2e after every change")
    assert isinstance(
        client.call().supersede(1, "run e2e after every change", quote="run e2e after every change"), Done
    )


def test_the_reasons_stand_beside_why(client: Client):
    """By number or by words, in the order they came."""
    client.mei.remember(CONTENT, base="shop")
    client.mei.supersede(1, "always run e2e", base="shop")
    assert 2 == [client.says(f"/stillso:why {about}").count("#2 replaced #1") for about in ("#1", "run e2e")].count(1)


def test_the_inbox_stands_beside_its_command(client: Client):
    """Each candidate with its id, what it asks for, and why it waits."""
    client.says("look around")
    waiting = client.call().remember(CONTENT, quote=STORY)
    assert isinstance(waiting, Waiting)
    told = client.says("/stillso:inbox")
    assert f"{waiting.proposal} remember: {CONTENT} – " in told


def test_a_command_of_another_name_is_a_prompt_like_any(client: Client):
    """Nothing stands beside it."""
    assert ["", ""] == [client.says("/stillso:inbox-zero"), client.says("please /stillso:inbox")]


# --- what is not understood ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"hook_event_name": "SomethingNew", "session_id": "s"},
        {"hook_event_name": ["SessionStart"], "session_id": "s"},
        {"hook_event_name": "SessionStart"},
        {"hook_event_name": "SessionStart", "session_id": 7},
        {"hook_event_name": "UserPromptSubmit", "session_id": "s", "prompt": None},
        {"hook_event_name": "UserPromptSubmit", "session_id": "s", "prompt": " \n"},
        {"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": "Read", "tool_use_id": "t"},
        {"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": "mcp__stillso__remember"},
        {"hook_event_name": "SubagentStart", "session_id": "s"},
        {"hook_event_name": "Stop", "session_id": "never-seen", "last_assistant_message": "?"},
        {"hook_event_name": "SessionEnd", "session_id": "never-seen"},
        {"hook_event_name": "PostCompact", "session_id": "s", "trigger": "auto"},
    ],
)
def test_an_event_without_what_it_should_have_is_answered_with_nothing(client: Client, event: dict[str, Any]):
    """Whatever a client sends."""
    name, session = event.pop("hook_event_name", None), event.pop("session_id", None)
    assert client.hook(name, session, **event) is None


def test_an_endless_name_of_a_conversation_is_refused(client: Client):
    """And told to the log, not to the session."""
    told = client.told("UserPromptSubmit", "x" * 10_000, prompt=STORY)
    assert told is not None
    assert told.given() is None
    assert told.refused is not None
