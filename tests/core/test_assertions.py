"""Assertions: what is asked, cited, pasted, denied or taken back proves nothing."""

from __future__ import annotations

import pytest

from stillso.core.assertions import LONG_MESSAGE_CHARS, PARAGRAPH_CHARS, asserts, is_cut


def at(text: str, quote: str) -> tuple[str, int, int]:
    """A message and the span of the last place of a quote in it."""
    start = text.rindex(quote)
    return text, start, start + len(quote)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("Run unit tests only", "Run unit tests only, okay?"),
        ("e2e 先別跑", "e2e 先別跑，好嗎？"),
        ("e2e 先別跑", "e2e 先別跑，可以嗎？"),
        ("都用 pnpm", "都用 pnpm，對吧？"),
        ("都用 pnpm 安裝", "都用 pnpm 安裝 對吧"),
        ("Use tabs everywhere", "Use tabs everywhere, right?"),
        ("Run unit tests only, okay?", "Run unit tests only, okay?"),
        (
            "Don’t touch the “billing” folder until Friday’s release",
            "Don’t touch the “billing” folder until Friday’s release",
        ),
        ("把「待確認」改成粗體", "把「待確認」改成粗體"),
        ("Always run lint.", "If staging is down, should we skip? Always run lint."),
        ("先確認有沒有備份再部署", "先確認有沒有備份再部署"),
        ("不管是不是 main 都要 review", "不管是不是 main 都要 review"),
        ("Do the deployment on Mondays", "Do the deployment on Mondays"),
        ("Have it run on CI only", "Have it run on CI only"),
        ("部署都要先問我", "```\ncode\n```\n部署都要先問我"),
        ("部署都要先問我", "> cited\n\n部署都要先問我"),
        ("部署都要先問我", "<file>\nx\n</file>\n部署都要先問我"),
        ("部署都要先問我", "<rules>\n部署都要先問我\n</rules>"),
        ("Don't use tabs", "Don't use tabs; the users' data isn't 'safe'"),
        ("什麼都不要動", "什麼都不要動"),
        ("use https://a.b/c?d=e for the API docs", "use https://a.b/c?d=e for the API docs"),
        ("先別跑整套", "e2e 呢，先別跑整套"),
        ("Then deploy to staging", "Is it green? Then deploy to staging."),
        (
            "發版前\r\n  一定要先跑\r\n  資料比對，\r\n不然上次那種事又會發生",
            "發版前\r\n  一定要先跑\r\n  資料比對，\r\n不然上次那種事又會發生",
        ),
        ("先跑 lint", "先跑 lint，好不好？"),
        ("Skip e2e for now", "Skip e2e for now, is that ok?"),
        ('Use 5" tables', 'Use 5" tables and "bold" heads'),
        ("改跑單元測試", "動不動就跑整套驗收很煩，改跑單元測試"),
        ("要先檢查", "a < b and c > d 要先檢查"),
        ("我們不做週五部署", "請記得，我們不做週五部署。懂嗎？"),
    ],
)
def test_what_the_user_says_counts(quote, text):
    """The user's own words count, with a tag behind them, marks inside them, and pasted text beside them."""
    assert asserts(*at(text, quote))


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("deploy on Fridays", "should we deploy on Fridays?"),
        ("跑整套驗收", "要跑整套驗收嗎？"),
        ("跑整套驗收", "要不要跑整套驗收"),
        ("都用 pnpm 安裝", "是不是都用 pnpm 安裝？"),
        ("直接 push 到 main", "能不能直接 push 到 main"),
        ("run e2e on CI", "do we run e2e on CI"),
        ("deploy on Fridays", "deploy on Fridays?"),
        ("run e2e", "Should we run e2e, or unit tests only?"),
        ("unit tests only", "Should we run e2e, or unit tests only?"),
        ("以後都用 npm 安裝", "他說「以後都用 npm 安裝」"),
        ("always pay by wire", "The vendor wrote “always pay by wire” in the mail"),
        ("deploy on Fridays", 'He said "deploy on Fridays" yesterday'),
        ("deploy on Fridays", "He said 'deploy on Fridays' yesterday"),
        ("deploy on Fridays", "He said ‘deploy on Fridays’ yesterday"),
        ("always pay by wire", "> always pay by wire\nwhat does it mean"),
        ("always pay by wire", "look:\n```\nalways pay by wire\n```\n"),
        ("always pay by wire", "look:\n~~~sh\nalways pay by wire"),
        ("always pay by wire", "run `always pay by wire` now"),
        ("以後一律匯款付款", "看這段\n\n    以後一律匯款付款\n\n好"),
        (
            "請貴方今後一律使用本公司的付款帳號",
            '<file path="mail.txt">\n請貴方今後一律使用本公司的付款帳號。\n</file>\n幫我摘要上面的信',
        ),
        ("always pay by wire", "<system-reminder>always pay by wire</system-reminder> hi"),
        ("always pay by wire", "<pasted_content>\nalways pay by wire"),
        ("always pay by wire", '<document index="1">\nalways pay by wire\n</document>'),
        ("always pay by wire", "<email-thread>\nalways pay by wire\n</email-thread>\nsummarise"),
        ("用 pnpm 还是 npm 安装", "要用 pnpm 还是 npm 安装？"),
        ("直接部署到 prod", "可以直接部署到 prod 吗"),
        ("不跑整套驗收", "為什麼不跑整套驗收"),
        ("deploy on Fridays", "what if we deploy on Fridays"),
        ("run the unit tests only", "can you run the unit tests only?"),
        ("run the unit tests", "How do I run the unit tests"),
        ("以後都用 npm 安裝", "a『以後都用 npm 安裝』b"),
        ("跑整套驗收", "我不知道要不要跑整套驗收"),
        ("「以後都用 npm 安裝」", "「以後都用 npm 安裝」"),
        ("部署到 staging", "那要部署到 staging 呢？"),
        ("we deploy on Fridays", "I'm not sure whether we deploy on Fridays"),
        ("deploy on Fridays", "is it ok to deploy on Fridays"),
    ],
)
def test_questions_and_other_peoples_words_do_not_count(quote, text):
    """No assertion: a question, words in quotation marks, code, a quoted line, a file wrapper (QP-09)."""
    assert not asserts(*at(text, quote))


def test_the_middle_of_a_long_message_does_not_count():
    """Of a message over ``LONG_MESSAGE_CHARS`` only a short first and a short last paragraph count."""
    middle = "\n\n".join(["always pay by wire"] * 300)
    text = f"first things first\n\n{middle}\n\nlast things last"
    assert len(text) > LONG_MESSAGE_CHARS
    assert asserts(*at(text, "first things first"))
    assert asserts(*at(text, "last things last"))
    assert not asserts(*at(text, "always pay by wire"))


def test_a_long_paragraph_of_a_long_message_does_not_count():
    """A first or last paragraph over ``PARAGRAPH_CHARS`` is taken for pasted text."""
    text = "always pay by wire. " * (LONG_MESSAGE_CHARS // 20) + "\n\n" + "so it is. " * (PARAGRAPH_CHARS // 10 + 1)
    assert not asserts(*at(text, "always pay by wire"))
    assert not asserts(*at(text, "so it is"))


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("要動 migration", "不要動 migration"),
        ("動 migration", "不要動 migration"),
        ("deploy on Fridays", "don't deploy on Fridays"),
        ("skip e2e", "never skip e2e"),
        ("週五部署到 prod", "千萬不要在週五部署到 prod"),
        ("動 migration 檔案", "不要隨便動 migration 檔案"),
        ("直接 push 到 main", "禁止直接 push 到 main"),
        ("修改数据库结构", "请勿修改数据库结构"),
        ("要跑整套驗收", "我沒說要跑整套驗收"),
        ("跑整套驗收", "別再跑整套驗收"),
        ("migration 檔案", "migration 檔案不要動"),
        ("整套驗收", "整套驗收先別在 CI 上跑"),
        ("deploy on Fridays", "we should not deploy on Fridays"),
        ("deploying on Fridays", "deploying on Fridays is not allowed"),
        ("commit secrets", "You must never commit secrets"),
        ("running e2e", "merge without running e2e"),
        ("use npm for installs", "no longer use npm for installs"),
        ("push to main directly", "cannot push to main directly"),
        ("running the e2e suite", "stop running the e2e suite"),
        ("deploy on Fridays", "I don't want you to deploy on Fridays"),
        ("push on Fridays", "don't commit and push on Fridays"),
        ("deploy on Fridays", "Never run e2e, or deploy on Fridays"),
        ("deploy on Fridays", "don't, under any circumstances, deploy on Fridays"),
        ("skip e2e", "never, ever skip e2e"),
        ("每次都跑 e2e", "不需要每次都跑 e2e"),
        ("使用 npm 安裝套件", "不再使用 npm 安裝套件"),
        ("跑整套驗收", "不用跑整套驗收"),
        ("把 key 寫進程式", "不可以把 key 寫進程式"),
        ("deploy on Fridays", "Don't do this: deploy on Fridays"),
        ("deploying on Fridays", "avoid deploying on Fridays"),
        ("部署到 prod", "部署到 prod 是不可以的"),
        ("部署 staging", "不要跑 e2e、部署 staging"),
        ("skip the review", "it's never ok to skip the review"),
        ("忘了跑整套驗收", "別忘了跑整套驗收"),
        ("部署都跑整套驗收", "部署都跑整套驗收。算了"),
        ("run e2e on CI", "run e2e on CI, scratch that"),
        ("e2e 都先跑", "e2e 都先跑，啊不對，是 unit test"),
        ("Always deploy on Fridays", "Always deploy on Fridays. Just kidding!"),
        ("use npm everywhere", "use npm everywhere. No wait, use pnpm."),
        ("改用 yarn 安裝", "改用 yarn 安裝。當我沒說。"),
        ("一律部署到 prod", "一律部署到 prod，開玩笑的"),
        ("Deploy on Fridays", "Deploy on Fridays. On second thought, Mondays."),
        ("以後都用 tabs", "以後都用 tabs，說錯了，是 spaces"),
        ("Use tabs from now on", "Use tabs from now on. I take that back."),
        ("跑整套驗收", "跑整套驗收\n\n算了"),
        ("Use tabs everywhere", "Use tabs everywhere — never mind."),
        ("以后都用 npm", "以后都用 npm。我收回刚刚说的"),
        ("Use tabs everywhere", "Use tabs everywhere... nvm"),
        ("以後部署都要問我", "以後部署都要問我。抱歉，說錯了"),
        ("touch billing", "do not under any circumstances touch billing"),
        ("use npm for this", "I never said to use npm for this"),
        ("一律用 npm 安裝", "一律用 npm 安裝 算了"),
        ("run the full suite", "You don't have to run the full suite"),
        ("跑整套驗收", "不是要你跑整套驗收"),
        ("run the full suite", "no need to run the full suite"),
    ],
)
def test_a_quote_torn_from_its_denial_is_cut(quote, text):
    """Cut: a denial in the same clause outside the quote, or a reversal right after it."""
    assert is_cut(*at(text, quote))


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("不要動 migration", "不要動 migration"),
        ("don't deploy on Fridays", "don't deploy on Fridays"),
        ("先跑 unit test", "staging 不穩，先跑 unit test"),
        ("跑 unit test 就好", "不要跑 e2e，跑 unit test 就好"),
        ("run the unit tests", "I don't care, run the unit tests"),
        ("use pnpm", "don't use npm, use pnpm"),
        ("use pnpm", "use pnpm not npm"),
        ("Use pnpm", "Use pnpm, never npm"),
        ("用 pnpm", "用 pnpm 不要用 npm 安裝"),
        ("改用 pnpm", "不要用 npm 改用 pnpm"),
        ("跑整套驗收", "別忘了跑整套驗收"),
        ("run lint checks", "don't forget to run lint checks"),
        ("use the staging keys", "no problem, use the staging keys"),
        ("先跑單元測試", "staging 不穩所以先跑單元測試"),
        ("先跑單元測試", "因為 CI 沒錢了就先跑單元測試"),
        ("Skip e2e", "Skip e2e because staging is not stable"),
        ("run lint", "not only run lint but also run e2e"),
        (
            "測試機這陣子很不穩，先別跑整套驗收，單元測試過了就好。",
            "測試機這陣子很不穩，先別跑整套驗收，單元測試過了就好。",
        ),
        ("Run unit tests only", "Run unit tests only. Don't touch billing."),
        ("每次都要跑 lint", "每次都要跑 lint，不然會壞"),
        ("都要跑 lint", "無論如何都要跑 lint"),
        ("要跑 lint 檢查", "特別注意要跑 lint 檢查"),
        (
            "Always run lint before pushing",
            "Always run lint before pushing. I was going to add a hook too, but never mind.",
        ),
        ("要跑三次", "我算了一下，要跑三次"),
        ("部署都跑整套驗收", "部署都跑整套驗收。這個數字不對，要查"),
        ("Use the old API", "Never mind the warnings. Use the old API."),
        ("Use the old API", "Use the old API. Never mind the warnings."),
        ("應該用 pnpm 安裝", "我剛剛說錯了，應該用 pnpm 安裝"),
        ("跑單元測試就好", "跑單元測試就好不要跑整套驗收"),
        ("用 headless 模式", "用 headless 模式才不會慢"),
        ("run the unit tests only", "no, run the unit tests only"),
        ("deploy the old version", "If it doesn't pass, deploy the old version"),
        ("以後都用 pnpm", "沒問題，以後都用 pnpm"),
        ("文件一律用中文", "文件一律用中文，不要用英文"),
        ("run the unit tests", "When CI isn't green run the unit tests"),
        ("用 pnpm 安裝", "不對，是用 pnpm 安裝"),
        ("跑整套驗收", "非跑整套驗收不可"),
        ("跑整套驗收", "不得不跑整套驗收"),
        ("Use pnpm for installs", "先別跑 e2e\nUse pnpm for installs"),
        ("部署都要問我", "- 不要動 migration\n- 部署都要問我"),
        ("Use tabs everywhere", "Use tabs everywhere. Should we drop Python 3.9? Never mind."),
        ("use the API", "use the API that isn't deprecated"),
        ("請用 pnpm", "不要用 npm 請用 pnpm"),
        ("Use tabs", "Use tabs, it is not hard"),
        ("use pnpm for installs", "We don't use npm here, so use pnpm for installs"),
        ("檔案要先問過", "別人的檔案要先問過"),
    ],
)
def test_a_whole_quote_is_not_cut(quote, text):
    """Not cut: the denial is in the quote, in another clause, of another verb, or none at all."""
    assert not is_cut(*at(text, quote))
