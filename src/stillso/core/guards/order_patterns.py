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
    rf"\b{_ALL} (?:\w+ ){{0,3}}?{_READERS}[^.\n]{{0,40}}?(?:\b|(?=:)){_MUST}",
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
    r"(?:忽略|無視|忘記|忘掉|略過|不要理會|不用管|推翻)[^,。\n]{0,8}(?:指令|指示|規則|提示詞?|規定|設定|要求)",
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
_CHECK = r"(?:reviews?|approvals?|checks?|verification|confirmation|permission|validation|code review|asking|checking)"
_DO_ZH = (
    r"(?:核准|批准|准許|同意|放行|付款|支付|匯款|轉帳|退款|寄|發送|傳送|轉寄|副本|刪除|刪掉|清空|跳過|略過|免審"
    r"|授權|給權限)"
)
_CHECK_ZH = r"(?:檢查|審查|審核|確認|核准|批准|詢問|過問|審批|覆核|複核|驗證|問(?!題)|code review|review)"
_ACT_ZH = r"(?:部署|上線|發布|合併|執行|付款|匯款|寄出?|刪除?|推上|放行|核准|通過|退款|改|merge|push|deploy)"
#: Leave for everything of a kind, or leave to act unchecked.
_UNIVERSAL = (
    rf"\b(?:always|automatically|auto|unconditionally|blindly|immediately|silently|invariably)[ -](?:just )?{_DO}\b",
    rf"(?:^|[.,;:!>*-] |\b(?:please|always|must|should|just|and|then|to|you) ){_DO} (?:a copy of |copies of )?(?:all"
    rf"|every|any|each|everything|anything|whatever)\b",
    rf"\b(?:skip|bypass|omit|waive|ignore) (?:the |all |any |every )*(?:\w+ )?{_CHECK} (?:for|on|of|in|when) (?:all"
    rf"|every|any|each)\b",
    rf"\b(?:{_DO}|deploy|merge|push|publish|release|ship|run|execute)\b[^.\n]{{0,40}}? without (?:any |further "
    rf"|prior )*(?:\w+ )?{_CHECK}\b",
    rf"(?:一律|無條件|永遠|統統|通通|每次都"
    rf"|(?:^|[,:*>請要就-] ?)自動(?=核准|批准|同意|放行|付款(?!功能)|匯款|轉帳|退款))"
    rf"(?:直接|自動|都|要|給|可以|予以|必須|應)?[^,。\n先不別再經由需後才申]{{0,4}}?(?:通過|{_DO_ZH})",
    rf"(?:[不無][論管][^。\n]{{0,12}}都|全部都?|(?:所有|任何(?!人)|每一?[筆個份張])[^,。\n人]{{0,12}}(?:都|直接|自動|全部))"
    rf"(?:直接|自動|要|給|可以|予以|必須|應)?[^,。\n先不別再經由需後才申]{{0,4}}?{_DO_ZH}",
    rf"(?:以後|今後|之後|往後|一律|都|任何|所有|直接|自動)[^。\n]{{0,16}}?(?:不用|不必|無[須需]|不需要?|免|別再?|跳過|略過|省略)(?:再|經過?|做|任何|所有|先"
    rf"|去)*{_CHECK_ZH}"
    rf"[^。\n]{{0,10}}?(?:{_ACT_ZH}|$)",
    rf"(?:不用|不必|無[須需]|不需要?|免|跳過|略過|省略)(?:再|經過?|做|任何|所有|先|去)*{_CHECK_ZH}[^。\n]{{0,6}}?(?:直接|就|即可|自動|馬上"
    rf"|立刻)[^。\n]{{0,4}}?{_ACT_ZH}",
)
#: Leave in the form of a ban: not to ask.
_UNASKED = (
    r"\b(?:no need to|no longer need to|never|do not|don't|without having to|need not|needn't) (?:ask|check|review"
    r"|verify|confirm|wait)\b"
    r"(?:[^.\n]{0,24}?\b(?:approval|confirmation|permission)\b|[^.\n]{0,12}?\b(?:just|simply)\b)"
)
#: A requirement or a ban is the opposite of leave.
_LEASH = (
    r"\b(?:never|nobody|no one|cannot|can't|may not|must not|do not|don't|without (?:my|the) |blocked|forbidden"
    r"|not allowed|is a bug)\b"
    rf"|(?:不要|不可|不得|不能|禁止|別|沒人|不准)[^,。\n]{{0,8}}?(?:{_DO_ZH}|{_ACT_ZH}|{_CHECK_ZH})"
    rf"|(?:要|需|須)(?:先|經|由|有|給|讓|找|請|等)?[^,。\n]{{0,8}}{_CHECK_ZH}"
)
_HINTS = (
    r"ignor|disregard|forget|overrid|bypass|agent|assist|reader|model|llm|\bai|bot|copilot|代理|助理|助手|讀者|模型|機器人|you"
    r"|read|忽略|無視|忘|理會|不用管|推翻|[看讀]|<\||inst\]|system"
)


def is_order(sentence: str) -> bool:
    """Whether this sentence, in narrow form, gives an order or leave to its readers."""
    low = sentence.lower()
    if _compiled(_HINTS).search(low) and any(_compiled(pattern).search(low) for pattern in _ADDRESSING):
        return True
    if _compiled(_UNASKED).search(low):
        return True
    universal = any(_compiled(pattern).search(low) for pattern in _UNIVERSAL)
    return universal and not _compiled(_LEASH).search(low)
