"""When: the days that words name."""

from __future__ import annotations

from stillso.core.vocabulary import Words

# --- dates ---

#: Numbers in words.
NUMBERS = (
    {word: value for value, word in enumerate("零一二三四五六七八九十")}
    | {"兩": 2, "廿": 20, "卅": 30}
    | {word: value for value, word in enumerate("zero one two three four five six seven eight nine ten".split())}
    | {"a": 1, "an": 1}
)
NUMBERS |= {name: at for at, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
WEEKDAYS = (
    {name: at for at, name in enumerate("mon tue wed thu fri sat sun".split())}
    | {name: at for at, name in enumerate("一二三四五六日")}
    | {"天": 6}
)

_ZH_NUMBER = r"(?:\d{1,2}|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])"
_EN_MONTH = (
    r"jan(?=uary|\b)|feb(?=ruary|\b)|mar(?=ch|\b)|apr(?=il|\b)|may|jun(?=e|\b)|jul(?=y|\b)|aug(?=ust|\b)|sep(?=t|\b)"
    r"|oct(?=ober|\b)|nov(?=ember|\b)|dec(?=ember|\b)"
)
#: Calendar days as people type them. Groups are named year, month and day, with a digit to keep them apart.
DATE = Words(
    r"(?<![\d./-])(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d|[./-]\d)",
    r"(?<![\d./-])(?P<month2>\d{1,2})/(?P<day2>\d{1,2})/(?P<year2>\d{4})(?![\d/])",
    r"(?<![\d./-])(?P<year3>1\d{2})/(?P<month3>\d{1,2})/(?P<day3>\d{1,2})(?![\d/])",
    rf"(?:(?P<year4>\d{{4}}"
    rf"|1\d{{2}})\s*年\s*)?(?<!\d)(?P<month4>{_ZH_NUMBER})\s*月\s*(?P<day4>{_ZH_NUMBER})\s*[日號]?(?![\d個次天點週])",
    rf"(?<!\w)(?P<month5>{_EN_MONTH})[a-z]*\.?\s+(?P<day5>\d{{1,2}})(?:st|nd|rd"
    rf"|th)?(?![\w:%])(?:,?\s+(?P<year5>\d{{4}})(?!\d))?",
    rf"(?<![\d.])(?P<day6>\d{{1,2}})(?:st|nd|rd"
    rf"|th)?\s+(?:of\s+)?(?P<month6>{_EN_MONTH})[a-z]*\.?(?:,?\s+(?P<year6>\d{{4}})(?!\d))?",
    r"(?<![\w./-])(?P<month7>\d{1,2})/(?P<day7>\d{1,2})(?![\w/.]|\s*of\b)",
    rf"(?<![\w月.#第])(?P<day8>{_ZH_NUMBER})\s*號(?![碼線機])",
    r"\b(?:the|on|until|by|before)\s+(?P<day9>\d{1,2})(?:st|nd|rd|th)(?=\s*(?:$|[,.;!?，。]))",
)
#: Days counted from the day of speaking.
DAYS_AHEAD = {"today": 0, "tonight": 0, "tomorrow": 1, "day after tomorrow": 2, "今天": 0, "今晚": 0, "今日": 0} | {
    "明天": 1,
    "明日": 1,
    "明晚": 1,
    "後天": 2,
    "大後天": 3,
}
RELATIVE_DAY = Words("\n".join(sorted(DAYS_AHEAD, key=len, reverse=True)))
_COUNT = r"\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten"
IN_DAYS = Words(
    rf"\bin\s+(?P<count>{_COUNT})\s+(?P<unit>day|week)s?\b",
    rf"\b(?P<count2>{_COUNT})\s+(?P<unit2>day|week)s?\s+(?:from (?:now|today)|later)\b",
    rf"(?P<count3>\d{{1,3}}|兩|{_ZH_NUMBER})\s*個?\s*(?P<unit3>天|日|週|禮拜|星期)(?:之後|以後|後)",
)
WEEKDAY = Words(
    r"(?P<next>next\s+)?\b(?P<en>(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|wed|thu|thurs|fri)\b",
    r"(?<!每)(?P<which>[這本]個?|下{1,2}個?)?(?:週|禮拜|星期)(?P<zh>[一二三四五六日天])",
)
