"""Word lists for zh and en: what people say when they ask, deny, take back, limit, and answer.

Lists only; ``assertions``, ``conditions`` and ``replies`` say what follows from a match. Each line of a list is a
pattern for ``plain`` text: Chinese is written in Traditional characters and matches Simplified ones as well. All
lists are our choice, made from constructions, not from a corpus; the tests measure how often they are wrong.
"""

from __future__ import annotations

import re
from collections.abc import Set
from functools import cached_property
from itertools import groupby

from stillso.core import late

# Simplified characters of the lists below, each before its Traditional form.
_SIMPLE = (
    "这這时時间間暂暫别別无無开開从從现現应應该該给給个個们們说說话話两兩还還样樣记記错錯当當动動请請问問会會过過么麼谁誰试試测測进進阶階节節发發复復稳穩后後周週临臨总總变變决決条條机機为為来來没沒"
    "对對吗嗎审審迁遷号號边邊东東里裡裏裡爲為难難觉覺确確认認实實际際维維护護冻凍结結满滿够夠断斷坏壞红紅败敗离離线線码碼单單写寫构構译譯启啟关關闭閉许許绝絕终終须須务務论論顾顧随隨处處运運产產执執"
    "约約签簽续續换換赶趕紧緊图圖书書据據数數谈談讨討释釋标標设設计計调調删刪读讀让讓帮幫仅僅并並归歸档檔报報补補齐齊场場业業头頭与與儿兒级級导導载載优優转轉额額态態尽盡严嚴术術网網将將饭飯简簡选選"
    "择擇规規则則检檢验驗证證虑慮练練习習忆憶旧舊备備价價双雙礼禮绿綠岁歲权權办辦连連预預订訂询詢传傳类類联聯络絡输輸员員挂掛缓緩风風险險钟鐘题題议議异異遗遺杂雜园園亲親见見刚剛听聽况況专專冲衝碍礙"
    "废廢搁擱笔筆误誤团團队隊谢謝装裝职職负負沟溝责責点點达達钮鈕键鍵货貨费費宽寬项項烦煩页頁链鏈称稱统統闲閒渐漸扰擾协協义義账帳帐帳锁鎖户戶损損组組织織举舉拟擬扩擴戏戲尝嘗坚堅块塊压壓厂廠庆慶兴興"
    "劳勞历歷贵貴购購赖賴迟遲适適递遞郑鄭针針钱錢铁鐵银銀闪閃闹鬧阅閱阵陣陈陳静靜顶頂顺順领領频頻颜顏饱飽驱驅骂罵齿齒"
    "乱亂侦偵仪儀储儲汇匯区區参參啰囉夹夾学學寻尋币幣库庫径徑惯慣凭憑栏欄欢歡气氣净淨浅淺洁潔滤濾湾灣状狀环環画畫监監础礎税稅范範筛篩纪紀纯純细細经經纲綱绪緒编編缩縮继繼脚腳万萬蓝藍盖蓋虫蟲视視讯訊诉訴词詞详詳语語财財贴貼资資车車轻輕辑輯远遠邮郵钩鉤销銷录錄钥鑰长長闸閘隐隱云雲电電显顯驼駝骤驟体體萤螢张張摊攤锅鍋盘盤轮輪辆輛层層栋棟颗顆丧喪"
)
_WIDE = {code: code - 0xFEE0 for code in range(0xFF10, 0xFF5B) if chr(code).isalnum()}
_TABLE = dict(zip(map(ord, _SIMPLE[::2]), map(ord, _SIMPLE[1::2]), strict=True)) | _WIDE
_TABLE |= {ord("’"): ord("'"), ord("‘"): ord("'"), 0x3000: 32, 0xA0: 32, ord("＃"): ord("#")}


def plain(text: str) -> str:
    """The text as the lists expect it, character for character at the same places.

    Simplified characters become Traditional, wide letters and digits narrow, apostrophes straight.
    """
    return text if text.isascii() else text.translate(_TABLE)


_PIECE = late.pattern(r"[A-Za-z]+|[^\x00-\x7f]")
_PAIR = late.pattern(r"(?=([^\x00-\x7f]{2}))")


def pieces(text: str) -> Set[str]:
    """What hints name: the English words of a plain text, small, and its other characters, alone and by twos."""
    found = set(map(str.lower, _PIECE.findall(text)))
    if not text.isascii():
        found.update(_PAIR.findall(text))
    return found


_LETTER_FIRST = late.pattern(r"(?:\(\?:)*[A-Za-z]")
_LETTER_LAST = late.pattern(r"(?<!\\)[A-Za-z]\)*\??\)*\??$")
_HAN = late.pattern("[\u4e00-\u9fff]+")
_WORD_ENDS = r"(?![\w-]|[./]\w)"


class Words:
    """A list of patterns, one a line, compiled when it is first used; case does not count.

    An English pattern that begins or ends with a letter matches whole words only. Where there are ``hints``, one of
    these pieces stands in whatever matches: most texts hold none, and a long list need not be tried on them.
    """

    def __init__(self, *lines: str, hints: str = "") -> None:
        self._lines = lines
        self.hints = frozenset(hints.split())

    @cached_property
    def source(self) -> str:
        """The list as the source of a pattern."""
        return bounded(*(line.strip() for text in self._lines for line in text.strip().splitlines()))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The list as one alternation, ASCII only: a CJK character is no part of an English word."""
        return re.compile(self.source, re.ASCII | re.IGNORECASE)

    @cached_property
    def _all(self) -> re.Pattern[str]:
        return re.compile(rf"(?:(?:{self.source})[\s,，]*)+", re.ASCII | re.IGNORECASE)

    def may_match(self, found: Set[str]) -> bool:
        """Whether it can match a text of these ``pieces``."""
        return not self.hints.isdisjoint(found)

    def fits(self, text: str) -> bool:
        """Whether the text is made of these words alone; for short texts."""
        return self._all.fullmatch(text) is not None

    def __contains__(self, text: str) -> bool:
        return self.pattern.search(text) is not None

    def blank(self, text: str, across: int = -1) -> str:
        """The text with what matches overwritten, so that nothing else finds it.

        What lies on both sides of the place ``across`` stays: a quote that begins inside it is torn out of it.
        """
        return self.pattern.sub(lambda at: at[0] if at.start() < across < at.end() else "·" * len(at[0]), text)


def bounded(*lines: str) -> str:
    """One pattern of several, in their order, each at the borders of words where it begins or ends with a letter."""
    return "|".join(_group(opens, list(group)) for opens, group in groupby(lines, key=_opening))


def _opening(line: str) -> str:
    if _LETTER_FIRST.match(line):
        return "letter"
    return "han" if _HAN.fullmatch(line) else ""


def _group(opens: str, lines: list[str]) -> str:
    """Some lines that open alike, behind one look at what they open with: most places of a text fail there."""
    either = "|".join(f"(?:{line}){_WORD_ENDS if _LETTER_LAST.search(line) else ''}" for line in lines)
    # A word in a name, as in unless-stopped or wait-until-ready.sh, is not said.
    look = {"letter": r"(?<![\w/.-])", "han": f"(?=[{''.join(sorted({line[0] for line in lines}))}])"}.get(opens, "")
    return f"{look}(?:{either})"


def zh(text: str) -> str:
    """Short Chinese words, many a line."""
    return "\n".join(text.split())
