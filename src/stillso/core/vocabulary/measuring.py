"""Units, and the words that say from where or up to where a number counts.

For ``similar.thresholds``; Chinese in Traditional characters. All lists are our choice, made from constructions.
"""

from __future__ import annotations

#: A line is what one measures; "/" parts its units, of which the first word is the one that is compared.
#: A line that begins with "/" goes on with the one before.
UNITS = """\
元 塊錢 塊 圓 ntd twd / euro euros eur € 歐元 / dollar dollars usd 美元 美金 / yen jpy 日圓 / pound pounds gbp
% percent 趴 / 折 / 成
ms millisecond milliseconds 毫秒 / 秒 秒鐘 second seconds sec secs s / 分鐘 分 minute minutes min mins
/ 小時 個小時 鐘頭 個鐘頭 hour hours hr hrs h
/ 天 日 day days / 工作天 個工作天 / 週 個星期 星期 個禮拜 禮拜 week weeks / 個月 month months / 年 year years
歲
byte bytes / kb kib / mb mib / gb gib / tb
公克 克 g gram grams / 公斤 kg kilo kilos / 公噸 噸
mm 公厘 / cm 公分 / 公尺 meter meters / 公里 公裡 km kilometer kilometers / px pixel pixels
ml 毫升 cc / 公升 liter liters
time times
"""

#: Before a number, that it counts from there up, or up to there; as they stand in a frame, without endings.
UPWARD = ("at least", "more than", "over", "above", "exceed", "from", "minimum", "min", "least")
DOWNWARD = (
    *("no more than", "not more than", "less than", "fewer than", "at most", "up to", "under", "below", "within"),
    *("maximum", "max", "most"),
)
#: Set a limit that is not to be crossed, in either direction.
LOWER = frozenset("least minimum min 至少 最少 下限".split())
UPPER = frozenset("most maximum max 最多 上限".split())
#: Before a number, that it is compared, in no direction or in one that another word tells: "older than".
COMPARING = frozenset("than after before to about".split())
#: Before a number of four digits these lead to a year.
OF_A_YEAR = frozenset("after before from to about".split())
#: What is named by a number, besides those of ``likening``.
NAMED = frozenset("port node python java version level room floor table box invoice player type tier".split())
#: Says nothing beside a number, or that it was another before.
EN_IDLE = frozenset("per a an the is are be was were".split())
EN_RAISED = frozenset("changed raised lowered increased decreased extended shortened".split())

ZH_UPWARD = "超過|滿|逾|高於|大於|多於|至少|最少|達到?|下限"
ZH_DOWNWARD = "不[要得可能]?超過|最多|至多|頂多|上限|低於|小於|少於|不到|不滿|未滿|未達|限"
ZH_UPWARD_AFTER = "以上|起(?!來)"
ZH_DOWNWARD_AFTER = "以下|以內|之內|內(?![容部])"
#: Not the unit, but a part of another word.
ZH_NO_UNIT = (
    "成[為功立本果員長]|分[之店公支類開享析組工配]|年(?:[\\d一二三四五六七八九十]+[班級]|[底初終度級])|元[件旦素]"
    "|天[氣窗空花]|塊鏈|克[服制]|日(?!內|以內|之內|後)|折[扣衷疊]|趴[著下]|人[座房桌份員力]|位[置子於]|名[稱字單]"
    "|次[要序數]|字[型體串]|行[動為程]|條[件款]|件套"
)
#: What is counted by; what is counted says the rest.
ZH_CLASSIFIERS = "[個件張筆位名台份頁行字條章片本杯瓶桌組場堂道人次則句支輛隻包箱盒]"
#: Said before a number, but no part of what it limits.
ZH_IDLE = (
    "(?:調整?|[修更]?改|提高|降低?|延長|縮短|放寬|拉高|拉低|[升增加減]|設定?|[訂定])[成為到至在]|改(?=[打收要\ue000])"
    "|(?:[是為在打]|:)(?=\ue000)|提高|降低|延長|縮短|放寬|的(?=\ue000)"
)
