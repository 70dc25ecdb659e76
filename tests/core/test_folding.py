"""Folding: what is unified, what never is, and the way back to the user's own characters."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from stillso.core.folding import extends, fingerprint_text, fold, is_cjk, is_cjk_letter, words

HARD = (
    " \t\r\n\u3000\u00a0\u200b\u200d\ufe0f\ufeff"
    "'\"`“”「」，。！aeAéÅ漢字かガｶﾞｱＡ１ｅ,.!-ᄒ한ᅡᆫ\u0301\u0327\u3099\u309a\u0338＜ﬁ²Ⅳ"
)
texts = st.text() | st.text(alphabet=HARD, max_size=30)

INVISIBLE = "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufe0e\ufe0f\ufeff"


def letters(text: str) -> str:
    """Letters, digits and marks only."""
    return "".join(char for char in text if unicodedata.category(char)[0] in "LNM")


def narrow(text: str) -> str:
    """The text in normal width, by the decompositions of Unicode alone."""
    parts = [(char, unicodedata.decomposition(char).split()) for char in text]
    return "".join(
        chr(int(part[1], 16)) if part and part[0] in ("<wide>", "<narrow>") else char for char, part in parts
    )


@given(texts)
def test_folding_again_changes_nothing(text):
    """A folded text is its own fold."""
    folded = fold(text).text
    assert folded == fold(folded).text


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cf"]) | st.sampled_from(HARD)))
def test_folding_changes_no_word(text):
    """Letters, digits and marks are those of the composed text in normal width."""
    seen = re.sub(f"[{INVISIBLE}]", "", text)
    assert letters(unicodedata.normalize("NFC", narrow(seen))) == letters(fold(text).text)


@given(texts, st.data())
def test_every_span_leads_back(text, data):
    """What stands behind a folded span folds to that span, where both ends are edges of clusters."""
    folded = fold(text)
    edges = [at for at in range(len(folded.text)) if at == 0 or not extends(folded.text[at])]
    assume(edges)
    start = data.draw(st.sampled_from(edges))
    end = data.draw(st.sampled_from([*[edge for edge in edges if edge > start], len(folded.text)]))
    first, last = folded.span(start, end)
    assert 0 <= first < last <= len(text)
    assert folded.text[start:end].strip() == fold(text[first:last]).text


@given(texts)
def test_composed_and_decomposed_fold_alike(text):
    """NFC and NFD of a text are one text."""
    composed, decomposed = unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)
    assert fold(composed).text == fold(decomposed).text


@pytest.mark.parametrize(
    ("folded", "text"),
    [
        ("plain words stay", "plain words stay"),
        ("é", "e\u0301"),
        ("한글", unicodedata.normalize("NFD", "한글")),
        ("ABC 123", "ＡＢＣ　１２３"),
        ("(a,b)!", "（ａ，ｂ）！"),
        ("ガギパ", "ｶﾞｷﾞﾊﾟ"),
        ("one two three", "  one \t two\r\n three\n"),
        ("發版前一定要先跑", "發版前\r\n  一定要先跑"),
        ("跑npm test就好", "跑 npm test 就好"),
        ("先跑npm test,npm run e2e不跑", "先跑 npm test，\n npm run e2e 不跑"),
        ("test, then", "ｔｅｓｔ，　ｔｈｅｎ"),
        ("한국어 문장", "한국어  문장"),
        ('"a" \'b\' "c" "d"', "“a” ‘b’ «c» „d‟"),
        ('說"好"', "說「好」"),
        ('say "yes" now', "say 『yes』 now"),
        ("don't", "don’t"),
        ("deploy", "de\u00adp\u200bl\u2060oy\ufeff"),
        ("❤", "❤\ufe0f"),
        ("か ゙", "か \u3099"),
        ("", " \u200b\r\n"),
    ],
)
def test_forms_are_unified(folded, text):
    """Composition, width, white space, quote marks and invisible characters do not count."""
    assert folded == fold(text).text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Deploy", "deploy"),
        ("ﬁle", "file"),
        ("m²", "m2"),
        ("Ⅳ", "IV"),
        ("後台", "后台"),
        ("臺北", "台北"),
        ("not now", "notnow"),
        ("1, 2", "1,2"),
        ("a-b", "a—b"),
        ("о", "o"),
    ],
)
def test_other_differences_stay(one, other):
    """Case, compatibility letters, variants, words and signs are never unified."""
    assert fold(one).text != fold(other).text


def test_a_span_gives_the_original_characters():
    """The way back ends after the whole cluster, and leaves out what is around it."""
    text = "  在 cafe\u0301\u200b 那台"
    folded = fold(text)
    assert "在café那台" == folded.text
    assert "cafe\u0301" == text[slice(*folded.span(1, 5))]


@pytest.mark.parametrize(("start", "end"), [(0, 0), (2, 1), (0, 9), (-1, 1)])
def test_a_span_outside_is_misuse(start, end):
    """An empty span, or one outside the text, has nothing behind it."""
    with pytest.raises(ValueError, match="no span"):
        fold("漢字").span(start, end)


def test_kinds_of_characters():
    """Han, kana, bopomofo and their signs are CJK; hangul, Latin and white space are not."""
    assert [True] * 9 == [is_cjk(char) for char in "漢かカｶㄅ々，。「"]
    assert [False] * 6 == [is_cjk(char) for char in "한aＡ1 \u3000"]
    assert [True, True, True, False, False] == [is_cjk_letter(char) for char in "漢かㄅ，한"]


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (
            ["touch", "billing", "folder", "friday", "release"],
            "Don’t touch the “billing” folder, Friday’s release",
        ),
        (["read_file.py", "-o2", "--no-verify", "c++", "c#", "o2"], "read_file.py -O2 --no-verify C++ C# O2"),
        (["3.11", "1,000", "10:30", "42"], "3.11, 1,000 and 10:30: 42."),
        (["src", "app.py", "test", "e2e", "a@b.example"], "src/app.py test:e2e a@b.example"),
        (["部署", "署前", "備份"], "部署前先備份"),
        (["跑單", "單元", "npm", "test"], "跑單元，npm test"),
        ([], "the 好 。 it's"),
        (["배포하지", "마세요"], "배포하지 마세요"),
        (["हिन्दी", "ไทย"], "हिन्दी ไทย"),
        (["abc"], "ＡＢＣ"),
    ],
)
def test_content_words(found, text):
    """Words in lower case off the stop list, identifiers whole; CJK pairs without a stop character."""
    assert found == words(text)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("deploy", 2),
        ("don't", 3),
        ("don't", 4),
        ("non-prod", 4),
        ("app.py", 3),
        ("3.5", 2),
        ("1,000", 2),
        ("at -5", 4),
        ("ｎｏｎ－ｐｒｏｄ", 4),
        ("don’t", 3),
        ("q\u0303", 1),
        ("か\u309a", 1),
        ("배포하지마", 4),
    ],
)
def test_inside_a_word(text, at):
    """Words, numbers and identifiers are whole, and a mark belongs to its letter."""
    assert fold(text).inside_word(at)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("用pnpm", 1),
        ("end. Then", 3),
        ("a b", 1),
        ("漢字", 1),
        ("src/app", 4),
        ("ไทย", 1),
        ("埠8080，\n3個", 6),
        ("a", 0),
        ("a", 1),
    ],
)
def test_between_words(text, at):
    """A script with spaces ends beside one without, at white space and at signs that join nothing."""
    assert not fold(text).inside_word(at)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Never deploy on Friday.", "never  DEPLOY on friday"),
        ("раураl", "paypal"),
        ("ﬁle Ⅳ", "file IV"),
        ("週五不要部署。", "「週五不要部署」！"),
        ("改完程式，只跑 npm test", "改完程式只跑 npm test"),
        ("用 pnpm，not npm", "用 pnpm, not npm"),
        ("de\u200bploy\u3164", "deploy"),
        ("don’t", "don't"),
        ("Ｎｏｄｅ　２０", "node 20"),
        ("Re: x; y", "re x y"),
    ],
)
def test_a_rejected_text_is_known_again(one, other):
    """Case, width, look-alikes, what is invisible, white space, quote marks and sentence ends don't help."""
    assert fingerprint_text(one) == fingerprint_text(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("-O2", "O2"),
        ("a/b", "ab"),
        ("c++", "c"),
        ("3.11", "311"),
        ("1,5", "15"),
        ("x != y", "x = y"),
        (".env", "env"),
        ("要動 migration", "不要動 migration"),
        ("deploy on Friday", "deploy on Monday"),
    ],
)
def test_another_text_has_another_fingerprint(one, other):
    """Words, digits and signs that mean something tell texts apart."""
    assert fingerprint_text(one) != fingerprint_text(other)


@given(st.text(alphabet=HARD + ";?!:=09"))
def test_a_fingerprint_of_a_fingerprint_is_the_same(text):
    """The stronger folding has a fixed point as well."""
    once = fingerprint_text(text)
    assert once == fingerprint_text(once)
