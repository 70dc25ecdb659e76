"""What tells that something was tried and came to nothing.

For ``windows.sayings``. Of what agents write most is a report of what works: these lists are stricter than ``ruling``.
"""

from __future__ import annotations

from stillso.core.vocabulary import Words, zh

_DOING = r"(?!(?:nothing|something|everything|anything|during|according|regarding|looking|going|next)\b)[a-z]{3,}ing"
_ENDS_BADLY = (
    "fail|does|did|won't|broke|breaks|brought|made|makes|is (?:pointless|useless|no use|futile|not)|caus|hang|crash"
    "|deadlock|leads?|led"
)
#: Somebody tried something.
TRIED = Words(
    rf"""
    (?:tried|attempted|experimented|trying|attempting|last time|suspected)
    (?:switched|switching|moved|moving|replaced)
    (?:replacing|bumped|bumping|raised|raising|lowered)
    (?:lowering|upgraded|upgrading|downgraded|downgrading)
    (?:added|adding|removed|removing|changed|changing)
    (?:disabled|disabling|enabled|enabling|parsing)
    (?:parsed|using|wrapping|wrapped|caching|increasing)
    (?:increased|reducing|reduced|setting|running)
    (?:calling|turning|mocking|patching|pinning|rewriting)
    ^\W*{_DOING} .{{2,80}}?(?:{_ENDS_BADLY})
    """,
    r"(?<!沒)(?<!沒有)(?<!還沒)試過|嘗試(?:過|了|用|把)|試了|試著|試圖|曾經?(?:用|把|改)|之前(?:用過|改過|試|把)|先前以為|上次(?:用|改|把|試)",
    r"(?:改|換)(?:用|成|回|為).{1,24}(?:後|，|還是|也|結果|就|仍|會)|(?:升級|降級|換成|換到|關掉|打開|調(?:高|低|大|小|到)|加(?:上|了|索引|鎖|大)?|拿掉|移到|搬到|放到|放在|用|把).{0,24}",
)
#: It came to nothing.
FAILED = Words(
    r"""
    fail(?:s|ed|ing)?|didn't (?:work|help|fix|change|solve|compile|make)|did not (?:work|help|fix|change|solve)
    doesn't (?:work|help|fix|solve|compile|scale)|does not (?:work|help|fix|solve)|won't (?:work|compile|help)|broke
    breaks
    crash(?:es|ed)|no (?:luck|effect|difference|improvement|help)
    still (?:fails?|failed|failing|broken|slow|red|happens|the same|hangs|leaks)
    (?:made|makes|making) (?:it|things|that) (?:worse|slower)|tim(?:es|ed) out|deadlock(?:s|ed)?|reverted
    rolled (?:it )?back
    backed (?:it )?out|gave up|hangs|hung|leaks?|leaked|conflict(?:s|ed)?|too slow|overwr(?:ite|ites|ote)|to no avail
    in vain
    isn't supported|not supported|unsupported|not (?:possible|viable|an option|enough)|turned out
    wrong (?:way|approach)|races?|got lost
    (?:and|then) (?:we|it|everything|things|that) (?:got|had|lost|broke)|brought .{1,40} down
    (?:doesn't|didn't|does not|won't) (?:solve|make it|change)
    so (?:i|we) (?:dropped|abandoned|reverted|undid|went back|rolled|set it back|switched back|gave up)|pointless
    useless|futile|no use
    blew up|slower|chang(?:ed|es) nothing|(?:was|were|got) (?:full|skipped|lost|corrupted|slower|worse)|all the same
    so back to|nobody noticed
    """,
    zh(
        "不行 失敗 沒用 沒有用 無效 行不通 走不通 不通 不管用 不可行 反而 報錯 出錯 逾時 退回 放棄 撤回 更慢 更糟"
        " 當掉 死鎖 衝突 壞掉 沒效 會掉"
    ),
    r"還是(?:會|不|沒|壞|紅|錯|一樣|慢|失敗|卡)|沒(?:有)?(?:解決|改善|幫助|差別|變快|效果)|一樣(?:慢|壞|紅|失敗)|不支援|會(?:互相|造成|導致|卡住|爆|漏|掉|蓋掉|重複|死鎖)|拿不到|踩|撐不住|改回|退回|爆掉|滿了|慢了|照舊|照樣|只好|漏(?:跑|掉|了)|出事",
    r"結果[^。]{0,16}(?:重複|壞|爆|錯|掉|卡|慢|失敗|當|沒|亂|漏|丟|更糟)",
)
#: Says by itself that a way leads nowhere.
DEAD_END = Words(
    r"""
    dead[- ]end|(?:doesn't|does not|didn't|won't|wouldn't) (?:work|help|fix it|fix|scale)\b|did not (?:work|help)
    ruled out
    not viable|no-go|gave up on|backed (?:it |that )?out|(?:made|makes) (?:it|things) (?:worse|slower)
    (?:brought|gave|showed|yielded|made|makes) no \w+|the hard way
    (?:made|makes) .{1,40} (?:flaky|slower|worse|unstable)
    (?:had|has) no effect|not an option|fail(?:s|ed) (?:because|since|due to|as)
    reverted .{1,80}(?:because|since|as)|can(?:'t|not) .{1,60} because|lesson(?: learned)?:
    (?:is|was|are) (?:incompatible|unsupported|not supported|pointless|useless|futile|no use)|to no avail
    the wrong (?:approach|way)
    (?:doesn't|does not|didn't|won't) (?:solve|make it (?:faster|better|smaller))|got (?:us )?nowhere
    (?:blew|blows) up .{1,60}(?:because|since|as)|(?:chang(?:ed|es)) nothing|can't be used .{0,12}because
    (?:don't|doesn't) (?:hide|cure|prevent) |so back to
    (?:lost|wasted|spent) (?:\w+ ){1,2}(?:days?|weeks?|months?|hours?) (?:on|with)
    so (?:i|we) (?:dropped|abandoned|gave up|reverted|undid)|brought .{1,40} down
    """,
    r"行不通|走不通|不可行|不管用|此路不通|踩(?:到|過|了)?.{0,4}[坑雷]|沒(?:有)?(?:幫助|解決|改善)|失敗.{0,4}(?:因為|原因)|教訓[：是]|吃過虧|變(?:得|成)?(?:更)?(?:不穩|慢|亂)|不適合|沒辦法(?:用|做)|(?:解決|改善|救|擋|掩蓋|避免|防)不了|(?:這裡|這邊)不能用.{1,20}[，,：:]|不會(?:比較|變得?|更)(?:快|好|省|穩)|(?:方法|做法|寫法|方案|嘗試|路)(?:也|都|就)?(?:失敗|不行|不通|沒用|走不)|卡(?:過|了).{1,6}(?:天|週|禮拜|星期|月)|所以(?:放棄|退回|改回|作罷)|沒用[，,]",
)
#: Looks like a failed attempt and is none: what is to come, and what is fine again.
NO_LESSON = Words(
    r"""
    (?:if|in case|when|unless|should) (?:it|that|this|the \w+) (?:still )?(?:fails|doesn't work|breaks)
    (?:i'll|i will|let me|we can|we could|i can|i could|could|might|want to|going to|let's) (?:also )?(?:try|attempt)
    (?:nothing|none|no tests?|0) (?:fail(?:s|ed)?|broke)|(?:never|not|without) fail(?:ing|s)?
    now (?:works?|pass(?:es)?)|works now
    don't|do not|please|make sure|never
    i(?:'ve| have)? (?:since )?(?:updated|fixed|adjusted|corrected) (?:it|them|this|that)
    """,
    r"如果.{0,12}(?:不行|失敗)|萬一|要是|(?:可以|我來|先|再|要不要|想)試|沒有失敗|正在|處理中|不會失敗|修好了|已經好了|我?已(?:經)?(?:更新|修好|修正|改好)|不要|別(?![的人])|請(?![求假款客問])",
)
