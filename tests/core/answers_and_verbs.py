"""Questions, answers and verbs of an agent, and how they end. The first half of each list is from before the tuning."""

from __future__ import annotations

from typing import NamedTuple


class Triple(NamedTuple):
    """What was asked about record #1, what was answered, the verb that rests on it, and how it ends."""

    asked: str
    said: str
    verb: str
    ends: str
    condition: str | None = "until staging is fixed"
    content: str = "Run unit tests only, skip e2e"
    new: str = "Run unit tests and e2e after every change"


ENDED, STILL, DONE = "says-ended", "says-still-so", "done"
BOB = "while Bob is away"
MEI = "Mei answers the database questions"
LIN = "Bob answers the database questions"

EN = [
    Triple("#1: Is staging fixed by now?", "yes", "confirm", ENDED),
    Triple("#1: Is staging fixed by now?", "yes", "retract", DONE),
    Triple("#1: Is staging fixed by now?", "yes", "supersede", DONE, new="Staging is fixed: run e2e too"),
    Triple("#1: Is staging fixed by now?", "no", "confirm", DONE),
    Triple("#1: Is staging fixed by now?", "no", "retract", STILL),
    Triple("#1: Is staging fixed by now?", "not yet", "confirm", DONE),
    Triple("#1: Is staging fixed by now?", "not yet", "retract", STILL),
    Triple("#1: Is staging fixed by now?", "no, not yet", "supersede", STILL, new="Staging is fixed: run e2e too"),
    Triple("#1: Is staging fixed by now?", "it's fixed", "confirm", ENDED),
    Triple("#1: Is staging fixed by now?", "still broken", "retract", STILL),
    Triple("#1: Is staging fixed by now?", "still broken", "confirm", DONE),
    Triple("#1: Is Bob still away?", "no", "confirm", ENDED, BOB, MEI),
    Triple("#1: Is Bob still away?", "yes", "confirm", DONE, BOB, MEI),
    Triple("#1: Is Bob still away?", "no", "retract", DONE, BOB, MEI),
    Triple("#1: Is Bob still away?", "yes", "retract", STILL, BOB, MEI),
    Triple("#1: Is Bob back by now?", "no, he is still away", "retract", STILL, BOB, MEI),
    Triple("#1: Is Bob back by now?", "no, he is still away", "confirm", DONE, BOB, MEI),
    Triple("#1: Is Bob back by now?", "yes, Bob answers them again", "supersede", DONE, BOB, MEI, LIN),
    Triple("Do we still skip e2e (#1)?", "yes", "confirm", DONE),
    Triple("Do we still skip e2e (#1)?", "no, run them", "confirm", ENDED),
    Triple("Can we run e2e again (#1)?", "yes", "confirm", ENDED),
    Triple("Can we run e2e again (#1)?", "yes", "supersede", DONE, new="Run e2e again after every change"),
    Triple("Can we run e2e again (#1)?", "not yet", "confirm", DONE),
    # with the lists
    Triple("Is staging fixed (#1)? Then I run e2e again.", "修好", "supersede", DONE, new="Run e2e again"),
    Triple("Is #1 still so, that staging is unstable and e2e is skipped?", "對", "confirm", DONE),
    Triple("Is #1 still so, that staging is unstable and e2e is skipped?", "對", "retract", STILL),
    Triple("Shall I drop #1, to skip e2e while staging is unstable?", "ok", "retract", DONE),
    Triple("Shall I drop #1, to skip e2e while staging is unstable?", "ok", "confirm", ENDED),
    Triple("Shall I drop #1, to skip e2e while staging is unstable?", "no", "retract", STILL),
    Triple("Shall I drop #1, to skip e2e while staging is unstable?", "no", "confirm", DONE),
    Triple("Shall I keep #1?", "yes", "confirm", DONE),
    Triple("Shall I keep #1?", "yes", "retract", STILL),
    Triple("#1: does it still hold?", "not any more", "confirm", ENDED),
    Triple("#1: does it still hold?", "it has changed", "confirm", ENDED),
    Triple("#1: does it still hold?", "no longer", "retract", DONE),
    Triple(
        "#1: is staging fixed by now?", "not yet, but run e2e on Fridays", "supersede", DONE, new="Run e2e on Fridays"
    ),
    Triple("#1: is staging fixed by now?", "no", "supersede", STILL, new="Staging is fixed, run e2e"),
    Triple("#1: still skip e2e, but only on CI?", "yes", "supersede", DONE, new="Skip e2e on CI only"),
    Triple("#1: still skip e2e?", "yes", "supersede", STILL, new="Run e2e on CI"),
    Triple("Is staging fixed (#1)?\nRun e2e again\nNot yet", "Run e2e again", "supersede", DONE, new="Run e2e again"),
    Triple("Is staging fixed (#1)?\nRun e2e again\nNot yet", "Not yet", "supersede", STILL, new="Run e2e again"),
    Triple("Is staging fixed (#1)?\nRun e2e again\nNot yet", "Not yet", "confirm", DONE),
    Triple("Is staging fixed (#1)?\nRun e2e\nStill broken", "Still broken", "supersede", STILL, new="Run e2e again"),
    Triple("#1: who looks after staging?", "yes", "confirm", DONE),
    Triple("#1: keep or drop?", "drop it", "retract", DONE),
    Triple("#1: keep or drop?", "drop it", "confirm", ENDED),
    Triple("#1: keep or drop?", "keep it", "retract", STILL),
    Triple("#1: is staging fixed by now? #2: still in English?", "#1 yes, #2 yes", "confirm", ENDED),
    Triple("#1: is staging fixed by now? #2: still in English?", "#1 no, #2 yes", "confirm", DONE),
    Triple("#2: is staging fixed by now? #1: still in English?", "#2 no. #1 yes", "retract", STILL),
    Triple("#1: has the freeze been lifted?", "yes, yesterday", "confirm", ENDED),
    Triple("#1: has the freeze been lifted?", "it hasn't been lifted yet", "retract", STILL),
]

STAGING, ABSENT = "staging 修好之前", "小陳在的時候"
UNIT, DATA, BOTH = "改完只跑 unit test", "報表由小陳審核", "unit test 和 e2e 都要跑"

ZH = [
    Triple("#1：staging 修好了嗎？", "修好了", "confirm", ENDED, STAGING, UNIT),
    Triple("#1：staging 修好了嗎？", "修好了", "retract", DONE, STAGING, UNIT),
    Triple("#1：staging 修好了嗎？", "修好了，都要跑", "supersede", DONE, STAGING, UNIT, BOTH),
    Triple("#1：staging 修好了嗎？", "還沒", "confirm", DONE, STAGING, UNIT),
    Triple("#1：staging 修好了嗎？", "還沒", "retract", STILL, STAGING, UNIT),
    Triple("#1：staging 修好了嗎？", "還沒", "supersede", STILL, STAGING, UNIT, "staging 修好了，跑 e2e"),
    Triple("#1：staging 修好了嗎？", "對", "confirm", ENDED, STAGING, UNIT),
    Triple("#1：staging 修好了嗎？", "好了", "confirm", ENDED, STAGING, UNIT),
    Triple("#1：staging 修好了嗎？", "沒有", "retract", STILL, STAGING, UNIT),
    Triple("#1：staging 修好了沒？", "還沒修好", "confirm", DONE, STAGING, UNIT),
    Triple("#1：staging 修好了沒？", "昨天修好了", "confirm", ENDED, STAGING, UNIT),
    Triple("#1：「小陳在的時候」這一項還適用嗎？", "沒有了", "confirm", ENDED, ABSENT, DATA),
    Triple("#1：「小陳在的時候」這一項還適用嗎？", "沒有了", "retract", DONE, ABSENT, DATA),
    Triple("#1：「小陳在的時候」這一項還適用嗎？", "不用了", "confirm", ENDED, ABSENT, DATA),
    Triple("#1：「小陳在的時候」這一項還適用嗎？", "還適用", "retract", STILL, ABSENT, DATA),
    Triple("#1：「小陳在的時候」這一項還適用嗎？", "對", "confirm", DONE, ABSENT, DATA),
    Triple("#1：小陳還在嗎？", "還在", "confirm", DONE, ABSENT, DATA),
    Triple("#1：小陳還在嗎？", "離職了", "confirm", ENDED, ABSENT, DATA),
    Triple("#1 還是這樣嗎？", "對", "confirm", DONE, STAGING, UNIT),
    Triple("#1 還是這樣嗎？", "對", "retract", STILL, STAGING, UNIT),
    Triple("#1 還是這樣嗎？", "不是了", "confirm", ENDED, STAGING, UNIT),
    Triple("#1：可以恢復跑 e2e 了嗎？", "可以", "confirm", ENDED, STAGING, UNIT),
    Triple("#1：可以恢復跑 e2e 了嗎？", "還不行", "confirm", DONE, STAGING, UNIT),
    # with the lists
    Triple("#1：可以恢復跑 e2e 了嗎？", "還不行", "retract", STILL, STAGING, UNIT),
    Triple("#1：「staging 修好之前」還成立嗎？", "修好了", "confirm", ENDED, STAGING, UNIT),
    Triple("#1：「staging 修好之前」還成立嗎？", "還沒修好", "confirm", DONE, STAGING, UNIT),
    Triple("#1：「staging 修好之前」還成立嗎？", "是", "retract", STILL, STAGING, UNIT),
    Triple("staging 修好了嗎？", "還沒，還是很不穩", "confirm", DONE, STAGING, UNIT),
    Triple("staging 修好了嗎？", "還沒，還是很不穩", "retract", STILL, STAGING, UNIT),
    Triple("#1 还有效吗？", "有效", "confirm", DONE, STAGING, UNIT),
    Triple("#1 还有效吗？", "不用了", "confirm", ENDED, STAGING, UNIT),
    Triple("要我刪掉 #1 嗎？", "好", "retract", DONE, STAGING, UNIT),
    Triple("要我刪掉 #1 嗎？", "好", "confirm", ENDED, STAGING, UNIT),
    Triple("要我刪掉 #1 嗎？", "不用", "retract", STILL, STAGING, UNIT),
    Triple("要我刪掉 #1 嗎？", "留著", "retract", STILL, STAGING, UNIT),
    Triple("#1：staging 修好了嗎？", "還沒，改成每週五跑 e2e", "supersede", DONE, STAGING, UNIT, "每週五跑 e2e"),
    Triple("#1：staging 修好了嗎？#2：還是用英文嗎？", "#1 好了，#2 對", "confirm", ENDED, STAGING, UNIT),
    Triple("#1：staging 修好了嗎？#2：還是用英文嗎？", "#1 還沒，#2 對", "retract", STILL, STAGING, UNIT),
    Triple("#1：e2e 現在怎麼跑？", "好", "confirm", DONE, STAGING, UNIT),
    Triple("#1：Kevin 回來了嗎？", "他還在放假", "retract", STILL, "Kevin 休假期間", "退款單由小陳處理"),
    Triple("#1：Kevin 回來了嗎？", "回來了", "confirm", ENDED, "Kevin 休假期間", "退款單由小陳處理"),
    Triple("#1：Kevin 還在休假嗎？", "嗯", "confirm", DONE, "Kevin 休假期間", "退款單由小陳處理"),
    Triple("#1：Kevin 還在休假嗎？", "上週就回來了", "confirm", ENDED, "Kevin 休假期間", "退款單由小陳處理"),
    Triple("#1：Kevin 是不是還在休假？", "沒有", "confirm", ENDED, "Kevin 休假期間", "退款單由小陳處理"),
]
