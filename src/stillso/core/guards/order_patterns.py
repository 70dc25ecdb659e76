"""Which sentences are orders to whoever reads them: speaking to readers, or leave to act on everything.

An order addresses other agents or readers with a must, or approves, pays, sends, deletes or skips checks for all of a
kind. What needs approval, what somebody does, and what was done are facts. In English and Chinese.
"""

from __future__ import annotations

import re
from functools import cache


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


_READERS = r"(?:agents?|assistants?|readers?|models?|llms?|ais?|bots?|copilots?)\b"
_ALL = r"(?:all|every|any|each|other|future|later|whichever|fellow|dear|attention)"
_MUST = r"(?:must|should|shall|have to|has to|need to|needs to|are to|always|never|do not|don't|please|:)"
_READERS_ZH = r"(?:ai ?)?(?:代理人?|助理|助手|讀者|模型|機器人|agents?|bots?|ai)"
_ALL_ZH = r"(?:所有|全部|每一?[個位]|任何|其[他它]|各[個位]?|之後|未來|後續|以後|後面|看到的|接手)"
_MUST_ZH = (
    r"(?:都(?:要|必須|得|應|請|不[要准得可能]|該|別|去)|必須|務必|一律|請|應該?|不要|不得|不可|禁止|嚴禁|統統"
    r"|要(?!求|不要))"
)
#: Speaking to whoever reads, instead of telling them something.
_ADDRESSING = (
    rf"\b{_ALL} (?:\w+ ){{0,3}}?{_READERS}(?! of (?!this|these|the (?:base|file|page)))"
    rf"[^.\n]{{0,40}}?(?:\b|(?=:)){_MUST}",
    r"^[>*#-]* ?(?:agents|assistants|bots|llms|copilots) (?:must|should|shall|have to|need to) (?!be )",
    rf"\b{_READERS} (?:who |that )?(?:read|open|see|find)(?:s|ing)? (?:this|these)\b[^.\n]{{0,40}}?\b{_MUST}\b",
    rf"\byou(?: are|'re) now (?:an? |the |my )?(?:\w+ ){{0,2}}?{_READERS}",
    rf"\b(?:note|message|instructions?|memo) (?:to|for) (?:{_ALL}|the|you) ?(?:\w+ )?{_READERS}",
    rf"(?:^|[\n>*#-] ?){_READERS}(?:,|:) ?(?:please|always|never|must|do|don't|you|when|from now)",
    rf"\bif you(?: are|'re) (?:an? |the )?(?:\w+ )?{_READERS}",
    r"\b(?:when(?:ever)?|once|after|if) you(?:'ve| have)? (?:read|see|open|load|find|get|finish reading) (?:this"
    r"|these)\b",
    r"\b(?:who|any)(?:ever|one)(?: who)? reads this\b|\bafter reading this\b|\bupon reading\b",
    r"\b(?:ignore|disregard|forget|override|bypass) (?:all |any |every |the |your |my |these )*(?:previous|prior|above"
    r"|earlier"
    r"|preceding|existing|system|other|safety)\b[^.\n]{0,20}?\b(?:instructions?|rules?|prompts?|messages?|guidelines?"
    r"|polic)",
    r"\b(?:ignore|disregard|forget|override|bypass) (?:all |any |every |the |your |my |these )*(?:instructions?|rules?"
    r"|prompts?|messages?|guidelines?|polic(?:y|ies)) (?:above|so far|before this|you (?:were|have|got))\b",
    rf"(?:如果|若|要是|假如)你是[^,。\n]{{0,6}}?{_READERS_ZH}|你現在是[^,。\n]{{0,8}}?{_READERS_ZH}",
    r"(?<!會)(?:忽略|無視|忘記|忘掉|略過|不要理會|不用管|推翻)[^,。\n]{0,8}(?:指令|指示|規則|提示詞?|規定|設定|要求)",
    rf"{_ALL_ZH}[^,。:;\n]{{0,12}}?{_READERS_ZH}[^。;\n]{{0,16}}?{_MUST_ZH}",
    rf"(?:給|致|告訴|通知|提醒|叫|要求|請)(?:{_ALL_ZH}|各位|你們)?的?[^,。\n]{{0,4}}?{_READERS_ZH}們?"
    r"(?:[:,] ?(?=\S)|[^。\n]{0,4}?(?:一律|都要|必須|務必|不要))",
    r"[看讀][到完過](?:了)?[這此本][^。\n]{0,14}?(?:請|都|要(?!求)|就|:|必須|務必|一律|立刻|馬上|先)",
    r"<\|im_start\|>|\[/?INST\]|</?system(?:-reminder)?>",
)
_DO = (
    r"(?:approve|accept|pay|refund|transfer|wire|send|forward|cc|bcc|delete|erase|wipe|drop|grant|authori[sz]e|skip"
    r"|bypass)"
)
_CHECK = (
    r"(?:reviews?|approvals?|checks?|verification|confirmation|permission|validation|code review|checking"
    r"|asking(?! for (?:an? |the )?(?!approval|permission|confirmation|review|leave|consent)))"
)
_DONE = r"(?:approved|accepted|paid|refunded|transferred|sent|forwarded|deleted|erased|granted|authori[sz]ed|skipped)"
_DO_ZH = (
    r"(?:核准|批准|准許|同意|放行|付款|支付|匯款|轉帳|退款|寄|發送|傳送|轉寄|副本|刪除|刪掉|清空|跳過|略過|免審"
    r"|授權|給權限)"
)
_CHECK_ZH = r"(?:檢查|審查|審核|確認|核准|批准|詢問|過問|審批|覆核|複核|驗證|問(?!題)|code review|review)"
_ACT_ZH = r"(?:部署|上線|發布|合併|執行|付款|匯款|寄出?|刪除?|推上|放行|核准|通過|退款|改|merge|push|deploy)"
#: Leave for everything of a kind, or leave to act unchecked.
_UNIVERSAL = (
    rf"\b(?:always|automatically|auto|unconditionally|blindly|immediately|silently|invariably)[ -](?:just )?{_DO}\b",
    rf"(?:^|[.,;:!>*-] |\b(?:please|always|must|should|just|and|then|to|(?<!before )(?<!when )(?<!until )(?<!if )you) )"
    rf"{_DO} (?:a copy of |copies of )?(?:all|every|any|each|everything|anything|whatever)\b",
    rf"\b(?:should|must|shall|(?:are|is) to) be (?:\w+ )?{_DONE}\b[^.\n]{{0,20}}?\b(?:automatically|immediately|at once"
    rf"|right away|unconditionally|blindly|unchecked|without)\b",
    rf"(?:^|[.,;:!>*-] |\b(?:please|always|just) )(?:{_DO}|give)\b[^.\n]{{0,30}}?\b(?:everyone|everybody|anyone|anybody"
    rf"|whoever) (?:who )?(?:asks?|requests?|wants?)\b",
    rf"\b(?:skip|bypass|omit|waive|ignore) (?:the |all |any |every )*(?:\w+ )?{_CHECK} (?:for|on|of|in|when) (?:all"
    rf"|every|any|each)\b",
    rf"\b(?:{_DO}|deploy|merge|push|publish|release|ship|run|execute)\b[^.\n]{{0,40}}? without (?:any |further "
    rf"|prior |waiting for |the need for )*(?:\w+ )?{_CHECK}\b",
    r"(?:以後|今後|往後|從今以後|從現在起)[^。\n]{0,10}?都(?:要|會)?(?:直接|自動)(?:核准|批准|准許|同意|放行|付款|支付|匯款|轉帳"
    r"|退款|通過)",
    r"(?:誰|任何人)[^,。\n]{0,8}?都(?:直接|一律|自動)(?:給|核准|放行|批准|同意|通過|授權|付款|匯款|轉帳|退款)",
    rf"就(?:直接)?(?:付|核准|放行|通過|退|刪|寄|合併|部署|上線)[^。\n]{{0,4}}?,?(?:不用|不必|無[須需]|不需要?)(?:再|先)*"
    rf"(?:核對|{_CHECK_ZH})",
    rf"(?<!以前)(?<!過去)(?<!原本)(?:一律|無條件|永遠|統統|通通|每次都(?!會)"
    rf"|(?:^|[,:*>請要就-] ?)自動(?=核准|批准|同意|放行|付款(?!功能)|匯款|轉帳|退款))"
    rf"(?:直接|自動|都|要|給|可以|予以|必須|應)?[^,。\n先不別再經由需後才申]{{0,4}}?(?:通過|{_DO_ZH})",
    rf"(?:[不無][論管][^。\n]{{0,12}}都|(?<!會)全部都?|(?:所有|任何(?!人)|每一?[筆個份張封])[^,。\n人]{{0,12}}(?:都|直接|自動|全部))"
    rf"(?:直接|自動|要|給|可以|予以|必須|應)?[^,。\n先不別再經由需後才申]{{0,4}}?{_DO_ZH}",
    rf"(?:以後|今後|之後|往後|一律|都|任何|所有|直接|自動)[^。\n]{{0,16}}?(?:不用|不必|無[須需]|不需要?|免|別再?|跳過|略過|省略)(?:再|經過?|做|任何|所有|先"
    rf"|去)*{_CHECK_ZH}"
    rf"[^。\n]{{0,10}}?(?:{_ACT_ZH}|$)",
    rf"(?:不用|不必|無[須需]|不需要?|免|跳過|略過|省略)(?:再|經過?|做|任何|所有|先|去|等)*{_CHECK_ZH}[^。\n]{{0,6}}?(?:直接|就|即可|自動|馬上"
    rf"|立刻)[^。\n]{{0,4}}?{_ACT_ZH}",
)
#: One of these stands in every leave of that kind: most sentences hold none, and are not looked at further.
_BROAD = (
    r"all|every|any|each|whatever|whoever|always|auto|uncondition|blindly|immediately|silently|invariably|at once"
    r"|right away|unchecked|without|[都就免別]|一律|無條件|永遠|統統|通通|自動|全部|直接|不用|不必|無[須需]"
    r"|不需|跳過|略過|省略"
)
#: Leave in the form of a ban: not to ask.
_UNASKED = (
    r"\b(?:no need to|no longer need to|never|do not|don't|without having to|need not|needn't) (?:ask|check|review"
    r"|verify|confirm|wait)\b"
    r"(?:[^.\n]{0,24}?\b(?:approval|confirmation|permission)\b|[^.\n]{0,12}?\b(?:just|simply)\b)"
)
#: A requirement or a ban is the opposite of leave: a ban that stands before what it bans, or one that says so anywhere.
_BAN = r"\b(?:never|nobody|no one|cannot|can't|may not|must not|do not|don't)\b"
_LEASH = (
    r"\b(?:without (?:my|the) |blocked|forbidden|not allowed|is a bug)\b"
    rf"|(?:不要|不可|不得|不能|禁止|別|沒人|不准)[^,。\n]{{0,8}}?(?:{_DO_ZH}|{_ACT_ZH}|{_CHECK_ZH})"
    rf"|(?:要|需|須)(?:先|經|由|有|給|讓|找|請|等)?[^,。\n]{{0,8}}{_CHECK_ZH}"
)
#: A rule that is quoted as one that is over.
_OVER = (
    r"[「『\"“][^「」『』\"“”\n]{1,24}[」』\"”][^,。\n]{0,6}?(?:(?:已經?|早就?|都)(?:取消|廢止|作廢|失效)|不再適用"
    r"| (?:is|was) (?:no longer|dropped|revoked|withdrawn|over))"
)
_HINTS = (
    r"ignor|disregard|forget|overrid|bypass|agent|assist|reader|model|llm|\bai|bot|copilot|代理|助理|助手|讀者|模型|機器人|you"
    r"|read|忽略|無視|忘|理會|不用管|推翻|[看讀]|<\||inst\]|system"
)


def is_order(sentence: str) -> bool:
    """Whether this sentence, in narrow form, gives an order or leave to its readers."""
    low = _compiled(_OVER).sub("", sentence.lower())
    if _compiled(_HINTS).search(low) and any(_compiled(pattern).search(low) for pattern in _ADDRESSING):
        return True
    if _compiled(_UNASKED).search(low):
        return True
    if not _compiled(_BROAD).search(low):
        return False
    leave = (_compiled(pattern).search(low) for pattern in _UNIVERSAL)
    free = any(found and not _compiled(_BAN).search(low, 0, found.end()) for found in leave)
    return free and not _compiled(_LEASH).search(low)
