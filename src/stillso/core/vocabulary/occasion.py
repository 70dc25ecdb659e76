"""This time only, and from now on: what tells an exception from a rule.

A day, or a thing that comes and goes ("this PR", 「這張」「這位」), makes an exception; a thing that lasts
("this table", 「這台主機」) makes a rule about it.
Classes of expressions, written from what people say, not from a corpus.
"""

from __future__ import annotations

from stillso.core.vocabulary import Words

# --- Chinese -------------------------------------------------------------------------------------------------

_SOME = r"(?:一|兩|三|四|五|六|七|八|九|十|幾|些|\d{1,2}\s?)?"
#: Classifiers of what comes and goes: slips, orders, meetings, trips, meals; not where they begin another word.
_PASSING = (
    r"(?:張(?!力|貼|揚)|份(?!量|子|額|內)|筆(?!記|電|試|跡)|封(?!面|鎖|裝|閉)|件(?!數)|趟|攤(?!位|販|提)"
    r"|場(?!地|館|所|域|景|次|合)|批(?!次|准|評|改|量)|通(?!常|道|路|知|用|過|行|膳)|頓|餐(?!廳|具|飲|桌|盤)"
    r"|篇(?!幅)|則|桌(?!面|子|遊|椅|上|布|號|機)|包裹|箱(?!型)|盒|鍋(?!子|爐)|盤(?!點|子|商)|單(?!位|一|字|元|獨|純|品|車|據)"
    r"|題(?!目|材|庫)|團(?!隊|體|購|員)|梯(?!子|廳)|格(?!式|局|線)|節(?!目|日|奏|省|點|慶)|堂(?!區|口)|檯|輪(?!值|班|流|胎|播|子)"
    r"|案(?!例|號|由|主|場)(?:子|件)?)"
)
#: Classifiers of things and people that may last or come and go: they need a sign of leniency beside them.
_EITHER = (
    r"(?:台|支|位(?!址|置|元|數)|個(?!月|禮拜|星期|週|年|學期|季|階段|版本|時候)|隻|名(?!稱|單|片|字)|輛"
    r"|部(?!分|份|門|署|落)|片|頁|組|間|家|款|棵|本|棟|層|顆"
    r"|條|碗|瓶|袋|罐|包(?!裝|含|括|商|廂|裹))"
)
#: Nouns that last, behind a classifier.
_LASTS = (
    r"(?:資料|系統|圖|報|工作|時間|對照|設定|價目|課|班|值班)?表(?!單|演|揚|決)|桌|椅|床|(?:信用|提款|會員|悠遊)?卡|圖表|地圖|網頁|頁面|畫面|照片牆"
    r"|機(?!票|會)|主機|電腦|筆電|手機|印表|冰箱|伺服|冷氣|車(?!票|禍)|腳本|程式|script|API|服務|函式|函數|模組|套件"
    r"|repo|專案|文件|手冊|範本|樣板|模板|規則|規範|規定|政策|流程|清單|名單|設定|標準|守則|須知|指南|原則|事(?!故|件)"
    r"|帳號|帳戶|帳簿|群組|頻道|網站|功能|欄位|資料夾|資料庫|分類|類別|標籤|按鈕|介面|元件|路線|產線|路口"
    r"|sprint|release|迭代|部門|單位|團隊|公司|問題|方法|方式|做法|習慣"
)
_PRONOUN_ZH = r"(?:他們?|她們?|牠|它|人家)"
_DAY_ZH = r"(?:今[天日晚早]|明[天日晚早]|明後天|今明兩天|(?:大)?後天(?!性|的?努力))"
_WEEKDAY_ZH = r"(?:這個?|本|下{1,2}個?)(?:週|禮拜|星期)[一二三四五六日天]"
#: A day that only bounds what is said: 「明天中午以前」「下週一起」; not 「十點以後的單」, which is a part of the day.
_BOUND_ZH = (
    r"(?:早上|上午|中午|下午|晚上|一早|凌晨|下班|上班|打烊|開店|[\d一二三四五六七八九十]{1,3}[點號](?:半)?)?"
    r"(?:之前|以前|前(?!台|面|門|後)|為止|開始|起(?!床|飛|跑|來)|之後|以後|後(?!面|門|台|天))(?!的)"
)
_SHIFTED = (
    r"(?:(?<!要)(?:提早|提前)|順延|順移|延(?:後|一|兩|三|到)|往後延|挪到|(?:晚|早|慢)(?:個)?[一兩二三四五幾半\d]"
    r"|(?:停|休|暫停|取消|加開|補收|補課|多收|少收|加收)(?:一|兩)次|補收|休息一次)"
)

#: Looks like an occasion and is none: a rule that says when or about what, a decision that was made today.
NO_OCCASION = Words(
    # A thing that lasts; several at once (「這些表」) as well.
    rf"(?:這|那){_SOME}(?:{_PASSING}|{_EITHER})(?:[^，,。；;]{{0,4}}的)?\s?(?:{_LASTS})",
    # Said of all that such a thing has or is for.
    rf"(?:這|那)一?(?:{_PASSING}|{_EITHER})[^，,。；;這那]{{0,10}}?(?:都(?=[是用要走放由寫存給記照開])|只(?=[能准限用收]))",
    rf"(?:這|那)(?:{_PASSING}|{_EITHER})[^，,。；;]{{0,8}}(?:放|存|收)在",
    # What it is, or is for: 「這份薪資是稅後的」「這篇給新人看」.
    rf"(?:這|那){_SOME}(?:{_PASSING}|{_EITHER})[^，,。；;、是我你他她]{{1,6}}是[^，,。；;]{{1,10}}的(?=\s*(?:$|[，,。；;]))",
    rf"(?:這|那){_SOME}(?:{_PASSING}|{_EITHER})[^，,。；;、]{{0,6}}(?:當作?(?!初|時|天|場)|用在|用來|用於|屬於)",
    rf"(?:這|那){_SOME}(?:{_PASSING}|{_EITHER})[^，,。；;、]{{0,6}}給[^，,。；;、他她]{{1,6}}[看用](?=的?\s*(?:$|[，,。；;]))",
    r"這(?:件|些)事(?!情?先)",
    # A bound, not a day.
    rf"(?:{_DAY_ZH}|{_WEEKDAY_ZH}){_BOUND_ZH}|(?:直?到|等到?){_DAY_ZH}(?:為止)?|(?:直?到){_WEEKDAY_ZH}(?:為止)?",
    # What is put together for a day, and a word that is written.
    r"[今明][天日]的(?:日期|班表|課表|行程|待辦|進度|天氣|計畫|菜單|數字|業績|摘要|清單|重點|新聞|會議|訂單|紀錄|時間)",
    # When it was decided or came to be known.
    r"(?:今[天日早]|這次)[^，,。；;]{0,8}?(?:決定|談好|談妥|講好|說好|約好|敲定|拍板|定案|宣布|公告|公布|通知|發現|得知|才知道|才發現"
    r"|才想到|學到|問到|聽說|確認過|得到的?教訓)",
    # What began today goes on.
    r"今天[^，,。；;]{0,6}(?:送審|送件|上線|上架|簽約|簽完|到職|報到|交接|開工|開跑|開學|結案|成交|畢業|啟用|切換|搬進|換成|改成|升級|成立)(?:了|完了)",
    r"都[今明][天早](?=[早上中下晚再才])",
    r"(?:這|那|上)(?:一)?次的?(?:事|教訓|經驗|意外|失敗|故障|當機|出包|改版|改組)",
    r"(?:像|跟|和|比|照|如同)(?:上次)?那次",
    # No exception is made.
    r"(?:不|別|勿|拒絕|禁止|沒有?)(?:要|准|可|可以|能|得|會|許|想|接受|該)?(?:任何|再)?(?:破例|通融|例外|特例)",
)

#: Said for one occasion.
ONE_OFF = Words(
    r"這(?:一)?次(?!\s*(?:sprint|release|開始|之後|以後|起|迭代|的事))|就這(?:一)?次|(?:只有?|僅)限?(?:這|此)(?:一)?[次回]",
    r"[本此]次(?!\s*(?:sprint|release|起|開始))|這(?:一)?[回趟遍輪]|那(?:一)?[回趟次](?!之後|以後|開始|起)",
    r"今天(?:就|我|我們)?(?:先|不|別|只|都)|只(?:有|限)今天|就今天|下不為例",
    r"這(?:個|支|條|份|張|隻|一個|一支)\s?(?:PR|MR|commit|分支|branch)(?!\s?(?:之後|以後|開始|起))",
    r"這(?:個|支|條|份|張|隻|一個|一支)\s?(?:票|ticket|issue|任務|檔案|hotfix)(?!\s?(?:之後|以後|開始|起))",
    # Something that comes and goes is pointed at; only this one.
    rf"(?:這|那){_SOME}{_PASSING}(?!\s?(?:之後|以後|開始|起))",
    rf"(?:就|只有?|只限|僅限|單獨|光是?)(?:這|那)(?:(?:一|兩|三|幾|\d){_EITHER}(?!月|禮拜|星期)|(?:兩|三|幾)天)",
    r"這個(?=先(?!生|進)|就(?!是|業|職)|例外|算(?:了|例外))",
    # A single day, and a week or a month that is off its rhythm.
    rf"{_DAY_ZH}|{_WEEKDAY_ZH}",
    r"(?:\d{1,2}|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])\s?[號日]那(?:一)?天|(?:週|禮拜|星期)[一二三四五六日天]那(?:一)?天",
    r"(?:結婚|婚禮|生日|典禮|尾牙|春酒|校慶|運動會|告別式|喪禮|開幕|搬家)那(?:一)?天",
    rf"(?:這|本)個?(?:月|週|禮拜|星期)(?![一二三四五六日天])[^，,。；;]{{0,8}}?{_SHIFTED}",
    # An exception by name.
    r"破例|通融|網開一面|放(?:他|她|他們|她們|你)一馬|僅此一次|只此一次|(?:是|算|當作?)特例",
    r"(?:這|那|他|她|先|算|是|當作?)例外|例外(?:一次|放行|通過|處理一下|讓|給|准|幫)",
    r"(?:^|[，,；;。！\s是作])最後一次(?!\s?(?:的|commit|PR|部署|發版|備份|更新|修改|執行|登入|上線))",
    hints="""
    次 回 這 那 今 明 後天 週 禮 星 破例 通融 網開 一馬 特例 例外 下不 本個
    本月
    """,
)
#: Things and people that may last: an exception only beside ``LENIENT``.
PERHAPS_ONE_OFF = Words(
    # 「十一點那個 batch」 only tells which.
    rf"這{_SOME}{_EITHER}|那{_SOME}位(?!址|置|元|數)|(?:^|[，,；;。！\s])那{_SOME}{_EITHER}",
    hints="這 那",
)
#: Something is let pass, or done for somebody there.
LENIENT = Words(
    r"算了|免了|免啦|免費|沒關係|沒差|無妨|沒事|招待|便宜|打折|優待|例外|直接|還是(?=[讓給幫照])|自己|急著?|當初|插隊|緩一緩|晚一點"
    r"|再補|補給|先(?!生|進|修)|就好|可以(?:先|不)|不用(?:再|了)|這次|我看過|點頭|照(?:他|她|對方|客人|廠商|客戶)",
    rf"(?:讓|給|幫|替|賣|退|放|等|送|補|陪|借|收){_PRONOUN_ZH}",
)

# --- English -------------------------------------------------------------------------------------------------

_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_DAY = rf"(?:today|tonight|tomorrow|this (?:morning|afternoon|evening|{_WEEKDAY})|next {_WEEKDAY})"
_SLIP = (
    r"(?:prs?|mrs?|(?:pull|merge) requests?|commits?|tickets?|issue|orders?|invoices?|shipments?|parcels?|emails?"
    r"|meetings?|deploys?|deployments?|hotfix|hotfixes|patch|patches|reviews?|refunds?|payments?|bookings?|reservations?"
    r"|applications?|claims?|letters?|receipts?|quotes?|expenses?|deliver(?:y|ies)|returns?|complaints?|appointments?)\b"
)
#: What a name of such a slip goes on with when it is not one: "this PR template".
_NO_SLIP = (
    r"(?! (?:onwards?|templates?|format|messages?|types?|systems?|queues?|polic(?:y|ies)|address(?:es)?|numbers?|lists?"
    r"|pages?|forms?|work-?flows?|process(?:es)?|titles?|trackers?|services?|servers?|api|class|module|fields?|tables?"
    r"|names?|log|tool|code|hooks?|branch|template|bot|schema|model|endpoint|line|flow|rules?|ids?|script|pipeline"
    r"|job|screen|view|button|account)\b)"
)
_KNOWN = r"(?:decided|agreed|learn(?:ed|t)|told|heard|found out|noticed|discovered|realised|realized|announced|settled)"

#: The same in English.
NO_OCCASION_EN = Words(
    rf"(?:until|till|from|starting|beginning|before|through|since|as of|after|effective|as from) (?:on )?{_DAY}"
    r"(?:'s)?",
    rf"{_DAY} (?:on|onwards?)(?=\s*(?:$|[,.;]))",
    r"(?:today|tomorrow|tonight)'s (?:date|weather|standards?|plan|list|meetings|agenda|menu|headlines?|numbers"
    r"|schedule)",
    rf"today (?:\w+ ){{1,3}}?{_KNOWN}|{_KNOWN} (?:\w+ )?(?:today|this (?:morning|afternoon)|earlier today)",
    r"in today's|(?:is|are|face|see|live|world|landscape|industry|society|industries|relevant|exists?|used) today"
    r"(?=[.,;]|$)",
    r"this time (?:off|of|around the|zone|slot|frame|span|limit|period)s?",
    r"(?:this|that) one (?:was|felt|feels|seems|looks)",
    r"(?:called|named|titled|labell?ed) (?:today|tomorrow|tonight)",
    r"(?:so|sure|note|remember|means|mean|given|ensure|check|see|think|know|assume|provided|is) that",
    r"(?:in|keep) this order",
)
ONE_OFF_EN = Words(
    r"""
    (?:this time|just this once|only this once|this once|just once|one-?off|one time only)
    one-time (?:thing|exception|deal|favou?r|request)
    (?:for|in|on|with) (?:just |only )?this (?:one |single )?(?:branch|task|run|one|session|request)(?! onwards?)
    (?:for|in|on|with) (?:just |only )?this (?:one |single )?(?:file|diff|conversation|chat|job)(?! onwards?)
    (?:for|in|on|with) (?:just |only )?this (?:one |single )?(?:change|pr|mr|commit)(?! onwards?)
    """,
    rf"(?:this|that) (?:one |single |particular )?{_SLIP}{_NO_SLIP}",
    rf"these (?:\w+ )?{_SLIP}{_NO_SLIP}",
    r"this one(?! (?:rule|thing|principle|is (?:the|our|my)\b))",
    r"that one(?! (?:rule|thing|might|may|can|could|should|would|must|has|had|will|does|is|never|always)\b)",
    r"(?:the|this|that) \d{1,2}(?::\d\d)? ?(?:am|pm|o'clock) one",
    rf"{_DAY}(?:'s)?",
    rf"(?:just|only) (?:for|this|next) {_WEEKDAY}|{_WEEKDAY} only|only {_WEEKDAY}",
    r"(?<!never )(?<!not )(?<!don't )(?<!no )(?:make|making|made) (?:him|her|them|us|me) an exception",
    r"(?<!never )(?<!not )(?<!don't )(?:make|making|made) (?:an|one|a small) exception"
    r"(?! (?:for|to|of) (?:(?:any|every|all)\w*|\w*[a-rt-z]s|\w*[a-z]es)\b)",
    r"(?:^|[.,;]\s*)as an exception\b|as an exception$",
    r"(?:let|letting) (?:it|this one|that one|this|that) (?:slide|pass|go)|turn a blind eye",
    hints="once one oneoff this that these today tonight tomorrow monday tuesday wednesday thursday friday saturday "
    "sunday exception slide pass go blind",
)
PERHAPS_ONE_OFF_EN = Words(
    r"(?:this|that|these) (?:one |two |three )?(?:customers?|clients?|guests?|students?|patients?|applicants?|visitors?"
    r"|tenants?|suppliers?|candidates?|order|account|case|fee|fine|file|page|job|task)",
    hints="this that these",
)
LENIENT_EN = Words(
    r"(?:waive|waived|let|bend|refund|give|drop|skip|free|discount|ignore|excuse|forgive|extend|extension|only \w+ late"
    r"|anyway|without)"
)

# --- from now on ---------------------------------------------------------------------------------------------

#: Said for all that comes; it beats the words above.
FROM_NOW_ON = Words(
    r"""
    (?:from now on|from here on|from this \w+ on(?:wards?)?|from this \w+ forward)
    (?:from today|starting (?:now|today|with this)|going forward|moving forward)
    (?:henceforth|in (?:the )?future|always|every time)
    (?:each time|whenever|every (?:pr|commit|run|change|release|deploy|branch)|permanently|as a rule)
    (?:(?:every|each) (?:day|night|morning|afternoon|evening|week|month|quarter|year|sprint|weekday|workday))
    """,
    rf"(?:every|each) {_WEEKDAY}|for good",
    rf"(?:from|starting|beginning|effective)(?: (?:on|from|with|in))?(?: {_DAY}| {_WEEKDAY}| next (?:week|month|year"
    r"|quarter|sprint|release)| immediately)",
    rf"as of (?:now|{_DAY}|{_WEEKDAY}|next (?:week|month|year))",
    r"""
    (?:^|[，,；;。：\s]|從今|今|那|請|我們|你)以後|以後(?:都|一律|每次|也|請|不|別|要|就|只|改)|今後|往後|日後
    從(?:現在|今天|這次|此|這版|這個\s?\w+\s?)(?:開始|起)
    這(?:一)?(?:次|版|個\s?\w+\s?)(?:開始|起|之後|以後)
    之後(?:都|一律|每次|也都|的每)|一律|永遠|每次|每一次|每回|一直都|自此|長期|從此|固定(?:都|用|要)
    (?:從|自)[這那下新明後今本此第][^，,。；;點時分]{0,10}?(?:開始|起(?![床飛跑來身點源始]))
    """,
    r"(?:[今明後][天日]|[月週季年]|禮拜|星期|(?:週|禮拜|星期)[一二三四五六日天]|\d\s?[號日]|[一二三四五六七八九十][號日]|學期|本期)"
    r"(?:開始|起(?![床飛跑來身點源始]))",
    r"每個?(?:[天日晚早週月年季]|禮拜|星期|上午|下午|晚上|早上|工作天|平日)",
)
