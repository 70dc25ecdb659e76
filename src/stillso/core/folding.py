"""Folding: what may differ between the user's words and their repetition, and the way back to the former.

``fold`` unifies forms that keyboards, editors and models exchange unasked: composed letters, width, white
space, quote marks, invisible characters. Never case, words, Traditional/Simplified, never letters that merely
resemble others (ﬁ, ², Ⅳ stay): a quote must prove what was said. ``words`` are for comparing texts and
``fingerprint_text`` for knowing a rejected text again; both are looser and prove nothing. Searching has folds
of its own.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from stillso.core import late, policy
from stillso.core.numerals import one_way
from stillso.core.values import dataclass

# --- characters ---------------------------------------------------------------------------------------------

#: Insides of character classes. Han with radicals, 々〇 and compatibility forms; kana; bopomofo. Source: the
# block list of Unicode 16.
CJK_LETTERS = (
    r"\u2e80-\u2fd5\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    r"\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
    r"\U0001b000-\U0001b16f\U00020000-\U0003fffd"
)
# Without 「」『』: what they fold to stands in any script, and so does the white space beside them.
_CJK_SIGNS = (
    r"\u3001-\u3004\u3008-\u300b\u3010-\u3020\u302a-\u3030\u3036\u3037\u303d-\u303f\u30a0\u30fb\u3200-\u33ff"
    r"\ufe10-\ufe19\ufe30-\ufe4f"
)
_WIDE_SIGNS = r"\uff01\uff03-\uff06\uff08-\uff0f\uff1a\uff1b\uff1f\uff20\uff3b-\uff3f\uff5b-\uff61\uff64\uff65"

_CJK_LETTER = late.pattern(f"[{CJK_LETTERS}]")
_CJK = late.pattern(f"[{CJK_LETTERS}{_CJK_SIGNS}]")
_CJK_OR_WIDE = late.pattern(f"[{CJK_LETTERS}{_CJK_SIGNS}{_WIDE_SIGNS}]")

# Soft hyphen, direction marks, zero-width space and joiners, word joiner, text and emoji selectors, byte
# order mark.
INVISIBLE = r"\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufe0e\ufe0f\ufeff"
_INVISIBLE = late.pattern(f"[{INVISIBLE}]")

_QUOTE_MARKS = str.maketrans(dict.fromkeys("“”„‟«»「」『』｢｣＂", '"') | dict.fromkeys("‘’‚‛′`＇｀", "'"))
# Signs keep their width until white space is folded: beside a wide one it means nothing.
_LATE = late.pattern(f"[{_WIDE_SIGNS}＂＇｀｢｣]")
_FORMS = [chr(code) for code in range(0xFF01, 0xFFEF)]
_PARTS = {form: unicodedata.decomposition(form).split() for form in _FORMS}
_WIDTH = {form: chr(int(parts[1], 16)) for form, parts in _PARTS.items() if len(parts) == 2}
_LETTER_WIDTH = str.maketrans({form: to for form, to in _WIDTH.items() if not _LATE.match(form)})
_SIGN_WIDTH = str.maketrans({form: to for form, to in _WIDTH.items() if _LATE.match(form)}) | _QUOTE_MARKS
#: What folding puts for a character, by its code point: width and quote marks.
NARROWED: Mapping[int, str] = _LETTER_WIDTH | _SIGN_WIDTH

# Marks are no \w, yet stand inside words: of Latin, Cyrillic, Hebrew, Arabic, and of India.
MARKS = r"\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
# Thai, Lao, Tibetan, Burmese and Khmer put no space between words: nothing tells where one begins.
_UNSPACED = r"\u0e01-\u0e3a\u0e40-\u0e5b\u0e80-\u0fff\u1000-\u109f\u1780-\u17ff"
_LETTER = rf"(?:[^\W{CJK_LETTERS}{_UNSPACED}]|[{MARKS}])"
_JOINT = r"[.'’\-@．＇－＠]"
# On signs in their own width: the comma of 「8080，3 個」 joins no number. Folding has not yet narrowed them.
_INSIDE = late.pattern(
    rf"(?<={_LETTER})(?={_LETTER}|{_JOINT}{_LETTER})|(?<={_LETTER}{_JOINT})(?={_LETTER})"
    r"|(?<=\d)(?=[,:]\d)|(?<=\d[,:])(?=\d)|(?<=[+\-−])(?=\d)"
)


def is_cjk(char: str) -> bool:
    """Whether a character is han, kana, bopomofo or a sign that goes with them. Hangul is not."""
    return _CJK_OR_WIDE.match(char) is not None or char in "「」『』"


def is_cjk_letter(char: str) -> bool:
    """Whether a character is han, kana or bopomofo."""
    return _CJK_LETTER.match(char) is not None


def extends(char: str) -> bool:
    """Whether a character belongs to the one before it: a combining mark, a jamo within a hangul syllable."""
    if char < "\u0300":
        return False
    jamo = "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7fb"
    # The vowels of Kirat Rai are the only letters besides jamo that compose with what precedes them.
    return jamo or unicodedata.category(char)[0] == "M" or "\U00016d63" <= char <= "\U00016d6a"


# --- folding ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class Folded:
    """A folded text; ``starts`` and ``ends`` give the span of the original behind each of its characters.

    ``signs`` is the same text, character for character, but for signs in the width and form of the original.
    """

    text: str
    signs: str
    starts: Sequence[int]
    ends: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original behind ``text[start:end]``, without what was folded away around it.

        Raises ValueError for an empty span or one outside the text.
        """
        if not 0 <= start < end <= len(self.text):
            raise ValueError(f"no span {start} to {end} in {len(self.text)} characters")
        return self.starts[start], self.ends[end - 1]

    def inside_word(self, at: int) -> bool:
        """Whether this place lies within a word, number or identifier of a script with spaces.

        True as well before a mark that belongs to the character it follows. "non-prod" and "don't" are one
        word each, "3.5" and "-5" one number: half of them says something else.
        """
        mark = at < len(self.signs) and extends(self.signs[at])
        return mark or _INSIDE.match(self.signs, at) is not None

    def places(self, wanted: str) -> Iterator[tuple[int, int]]:
        """Where folded words stand in it as whole words, first to last; nowhere for none."""
        at = self.text.find(wanted) if wanted else -1
        while at >= 0:
            end = at + len(wanted)
            if not self.inside_word(at) and not self.inside_word(end):
                yield at, end
            at = self.text.find(wanted, at + 1)


_PLAIN_ASCII = late.pattern("[!-_a-~]+(?: [!-_a-~]+)*")
# White space that is not one plain space between two words.
_GAP = late.pattern(
    rf"\s{{2,}}|[^\S ]|(?<=[{CJK_LETTERS}{_CJK_SIGNS}{_WIDE_SIGNS}]) | (?=[{CJK_LETTERS}{_CJK_SIGNS}{_WIDE_SIGNS}])"
)


def fold(text: str) -> Folded:
    """The text in the form in which quotes are compared; folding it again changes nothing. May be empty.

    NFC, width, quote marks and invisible characters are unified; a run of white space is one space, or
    nothing beside a CJK character; none stands at either end. Source: "Whose words" in ``docs/model.md``.
    """
    starts: Sequence[int] = range(len(text))
    if _PLAIN_ASCII.fullmatch(text):
        return Folded(text=text, signs=text, starts=starts, ends=range(1, len(text) + 1))
    if _INVISIBLE.search(text):
        starts = [at for at, char in enumerate(text) if not _INVISIBLE.match(char)]
        text = _INVISIBLE.sub("", text)
    ends: Sequence[int] = [at + 1 for at in starts]
    text = text.translate(_LETTER_WIDTH)
    if not unicodedata.is_normalized("NFC", text):
        text, starts, ends = _composed(text, starts, ends)
    text, starts, ends = _spaced(text, starts, ends)
    return Folded(text=text.translate(_SIGN_WIDTH), signs=text, starts=starts, ends=ends)


def _composed(text: str, starts: Sequence[int], ends: Sequence[int]) -> tuple[str, list[int], list[int]]:
    """NFC cluster by cluster; each character of a cluster stands for all of it."""
    pieces: list[str] = []
    firsts: list[int] = []
    lasts: list[int] = []
    edges = _edges(text)
    for start, end in zip(edges, [*edges[1:], len(text)], strict=True):
        cluster = text[start:end]
        if not cluster.isascii():
            cluster = unicodedata.normalize("NFC", cluster)
        pieces.append(cluster)
        firsts.extend([starts[start]] * len(cluster))
        lasts.extend([ends[end - 1]] * len(cluster))
    return "".join(pieces), firsts, lasts


def _edges(text: str) -> list[int]:
    """Where clusters begin. One of more than 30 marks is cut: sorting marks takes the square of their number.

    Source: the stream-safe text format of Unicode TR 15.
    """
    edges: list[int] = []
    for at, char in enumerate(text):
        if not edges or not extends(char) or at - edges[-1] > MARKS_IN_ONE:
            edges.append(at)
    return edges


def _spaced(text: str, starts: Sequence[int], ends: Sequence[int]) -> tuple[str, list[int], list[int]]:
    """White space folded: none at the ends, none beside CJK, else one space."""
    pieces: list[str] = []
    firsts: list[int] = []
    lasts: list[int] = []
    at, end = len(text) - len(text.lstrip()), len(text.rstrip())
    for gap in _GAP.finditer(text, at, end):
        pieces.append(text[at : gap.start()])
        firsts.extend(starts[at : gap.start()])
        lasts.extend(ends[at : gap.start()])
        if _keeps_space(text[gap.start() - 1], gap[0], text[gap.end()]):
            pieces.append(" ")
            firsts.append(starts[gap.start()])
            lasts.append(ends[gap.end() - 1])
        at = gap.end()
    pieces.append(text[at:end])
    firsts.extend(starts[at:end])
    lasts.extend(ends[at:end])
    return "".join(pieces), firsts, lasts


def _keeps_space(before: str, gap: str, after: str) -> bool:
    """Whether white space between these two characters is more than a wrap of CJK text."""
    if extends(after):
        # Without the gap the mark would join the character before it and make another letter.
        return True
    if _CJK.match(before) or _CJK.match(after):
        return False
    # Beside a wide sign only an ideographic space is meant as a space: the text is ASCII typed wide.
    return not (_CJK_OR_WIDE.match(before) or _CJK_OR_WIDE.match(after)) or not gap.strip("\u3000")


# --- words --------------------------------------------------------------------------------------------------

_WORD = late.pattern(
    rf"(?:(?<![\w\-])--?(?={_LETTER}))?{_LETTER}+(?:[.'\-@]{_LETTER}+|(?<=\d)[,:](?=\d){_LETTER}+)*(?:\+\+|\#)?"
    rf"|[{_UNSPACED}]+|[{CJK_LETTERS}]+"
)


def words(text: str) -> list[str]:
    """The content words of a text in order, repeated ones too, for comparing it with another. May be empty.

    Words and numbers in lower case, identifiers whole (``read_file.py``, ``c++``, ``-o2``), off
    ``policy.STOP_WORDS``; of CJK each pair of neighbours that holds no character of ``policy.CJK_STOP`` or is one of
    ``policy.CJK_WORDS``. Weekdays and numbers are written one way: 「禮拜三」 is 週三, 「六十五」 is 65.
    """
    found: list[str] = []
    for token in _WORD.findall(one_way(fold(text).text.lower())):
        if is_cjk_letter(token[0]):
            pairs = (token[at : at + 2] for at in range(len(token) - 1))
            found.extend(pair for pair in pairs if pair in policy.CJK_WORDS or policy.CJK_STOP.isdisjoint(pair))
        elif not _says_nothing(word := token.removesuffix("'s")):
            found.append(word)
    return found


def _says_nothing(word: str) -> bool:
    """Whether a word is on the stop list, alone or contracted ("it's", "we'll", "doesn't")."""
    whole = word.removesuffix("n't").partition("'")[0]
    return bool({word, whole, word.partition("'")[0]} & policy.STOP_WORDS)


def search_text(text: str) -> str:
    """The text in the form in which one is looked for in another: compatibility forms and case unified."""
    folded = text.casefold()
    if folded.isascii():
        return folded
    # Some compatibility forms are of capitals that have no small form of their own: ™, №, and letters of formulas.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", _few_marks(folded)).casefold())


#: How many marks one character may bear before it is taken for two.
MARKS_IN_ONE = 30

# --- fingerprints -------------------------------------------------------------------------------------------

# Whatever shows nothing: beyond the invisible characters of quotes also fillers, operators, selectors and
# tags.
_UNSEEN = late.pattern(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    r"\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Cyrillic and Greek letters that pass for Latin ones in small or capital form. Source: a selection of the
# confusables of Unicode TR 39, our choice.
_LOOK_ALIKE = "авеһіјкмноӏрԛѕтԝухԁсѡϲɑᴄαβεζηικμνορτυχıℓ"
_LOOK_ALIKES = str.maketrans(_LOOK_ALIKE, "abehijkmholpqstwyxdcwcacabezhikmvoptuxil")
_ANY_LOOK_ALIKE = late.pattern(f"[{_LOOK_ALIKE}]")
_ALWAYS_DROPPED = late.pattern("[\"'`“”„‟«»‘’‚‛′″‹›「」『』｢｣＂＇｀〝〞。｡、､，；！？…‥()（）\\[\\]【】*~～·•—–―‐]")
# What ends or divides a sentence; not the comma of 1,000, the sign of != or the dot of read_file.py and .env.
_DROPPED = late.pattern(rf"(?<!\d)[,;!?](?!=)|[,;!?](?![\d=])|[.:](?!{_LETTER})")


# What extends a character is no \w, but for jamo and their like.
_MANY_MARKS = late.pattern(rf"(?:[^\w\s]|[\u1160-\u11ff\ud7b0-\ud7fb\U00016d63-\U00016d6a]){{{MARKS_IN_ONE}}}")


def _few_marks(text: str) -> str:
    """The text with at most ``MARKS_IN_ONE`` marks on one character, since sorting them takes the square."""
    if text.isascii() or not _MANY_MARKS.search(text):
        return text
    edges = _edges(text)
    ends = [*edges[1:], len(text)]
    # What an edge cut off a longer run of marks begins with a mark: it is left out.
    return "".join(
        text[start:end] for start, end in zip(edges, ends, strict=True) if start == 0 or not extends(text[start])
    )


def fingerprint_text(text: str) -> str:
    """The text in the form in which a rejected one is known again; only equality counts. May be empty.

    Beyond width and composition: compatibility forms, case, letters that look like Latin ones, white space,
    quote marks and the signs that end or divide sentences. Words, digits and signs as in ``-O2`` and ``a/b``
    stay.
    """
    seen = unicodedata.normalize("NFKC", _ALWAYS_DROPPED.sub("", _UNSEEN.sub("", _few_marks(text))))
    plain = seen.casefold()
    if not plain.isascii():
        plain = unicodedata.normalize("NFKC", plain)
        plain = plain.translate(_LOOK_ALIKES) if _ANY_LOOK_ALIKE.search(plain) else plain
    return unicodedata.normalize("NFC", "".join(_DROPPED.sub("", plain).split()))
