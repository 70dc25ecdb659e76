"""Which values are secrets: what stands behind a name, and what only holds the place of a value.

A value counts by how it is announced: stated (is, 是, :, =), or merely beside the name, where it must look the part.
Masks, variables, sample words, paths, versions, amounts and words that describe are no values. Guards the rule that
ordinary sentences about passwords and tokens are kept.
"""

from __future__ import annotations

import re
from functools import cache

from stillso.core.values import dataclass


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


#: What stands where a value will: a reference, a variable, a mask, a sample word.
_FILLER = (
    r"(?i:[<%@]|\{[a-z_]|\$[{(]|\{\{|\[)|\$(?:[A-Z_][A-Z0-9_]*|[a-z_]+)$|.*(?:\{\{|\}\}|\$\{|<[a-z][\w -]*>|\.\.\.|…)"
    r"|.*(?i:x{4,}|(?<![a-z])xxx(?![a-z]))|.*(?:[*•●█]{3}|#{4,}|_{4,}|\?{3,})|(.)\1*$"
    r"|(?i:(?:your|my|the|some|any|insert|put|enter|add|paste|replace|fake|dummy|sample)[-_ ]?"
    r"(?:own|new|api|super|real|password|passwd|pass|pwd|secret|token|key|value|credential|account|access"
    r"|client)(?:[-_ ].*|s)?$)"
    r"|(?i:(?:process\.env|os\.environ|os\.getenv|getenv|import\.meta|env|ENV|secrets|vars|var|config|settings|vault"
    r"|keyring|self|this|request|req|args|opts|options|params|form|user|data)[.\[(:])"
    r"|(?i:(?:op|vault|secret|ssm|file|env|arn|ref\+\w+|sha\d+|keychain)[:!])|(?i:sha\d{3}-)|!(?:secret|vault|env|Ref"
    r"|Sub)\b"
)
_SAMPLES = frozenset(
    """
    password passwd pass pwd pw secret token key apikey changeme change-me change_me changeit change-this example sample
    dummy placeholder redacted removed masked hidden omitted todo tbd foo bar baz foobar test testing default value
    string str none null nil undefined true false yes no n/a na empty user username admin:admin passw0rd-here mypassword
    mysecret mytoken password-here secret-here your-password your_password yourpassword credentials
    """.split()
)


def is_filler(value: str, *, keyed: bool = True) -> bool:
    """Whether this only holds the place of a value. ``keyed``: a name announced it, so that sample words count too."""
    if _compiled(_FILLER).match(value):
        return True
    low = value.lower().strip("\"'`*[]()")
    return keyed and (low in _SAMPLES or (len(low) < 20 and ("example" in low or "placeholder" in low)))


#: Names that end like this announce no value: password_hash, token-type.
_NOT_VALUES = frozenset(
    """
    hash hashes hashed field fields type types id ids name names file files path paths url uri endpoint length len min
    max count counts limit policy expiry expires expiration ttl reset regex pattern label hint placeholder digest budget
    bucket ref env var header prefix suffix version rule rules rounds input usage manager store provider class strength
    rotation validator required lifetime window size cost price index
    """.split()
)
#: Things that are named beside secrets and are none: paths, addresses, files, versions, dates, amounts, methods.
_THINGS = (
    r"(?i:(?:~|\.{1,2})?/[\w.~-]*(?:/|$)|/|[a-z]:\\|[a-z][\w+.-]*://|.*\.(?:md|py|js|ts|json|ya?ml|pem|txt|env|toml|sh"
    r"|go|rs|html?|key|crt)$"
    r"|v?\d+(?:\.\d+)+(?:[-+.]\w+)*$|\d{4}[-/]\d{1,2}(?:[-/]\d{1,2})?(?:T.*)?$|\d{1,2}:\d\d|v\d+$"
    r"|[~<>=]*\d+(?:[.,]\d+)?[- ]?(?:px|em|ms|s|sec|m|min|h|d|w|y|kb|mb|gb|k|b|x|%|bits?|bytes?|chars?|characters?"
    r"|digits?|days?|hours?)?"
    r"(?:[-~]\d+\w*)?$(?<!\d{4})"
    r"|(?:gpt|claude|gemini|llama)-[\w.-]+$|(?:sha|aes|rsa|base|utf|oauth|bcrypt|scrypt|argon|pbkdf|x\.?|http|fido"
    r"|pkcs|web|node|python|level"
    r"|step|version|1password|oidc|hmac|tls|ssl|jwt|jwk|auth|(?:k|s|ec|es|p|ed|md|[hre]s|ipv|u|2f)(?=\d"
    r"|a\b))-?\d*(?:id|s|f|a)?"
    r"(?:[-_./:+][\w.+/-]*)?$"
    r"|\w[\w.+-]*@[\w-]+(?:\.[\w-]+)+$)|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$"
)
_UNIT = (
    r"[ -]?(?:characters?|chars?|digits?|letters?|bits?|bytes?|words?|days?|hours?|hrs?|minutes?|mins?|seconds?|secs?"
    r"|months?"
    r"|years?|weeks?|times?|attempts?|tries|rounds?|iterations?|percent|of|or|to|tokens?|users?|tests?|ms|s|kb|mb)\b"
    r"|[ ]?(?:[-–~%到至]|[個天位碼字次秒分時月年週輪種組人筆行元款版點日號以小])"
)
_CLAUSE_END = r"[ ]?(?:$|[.,;!?)\n、。」』\"'`]|[.]|and |but |until |so )"
#: Words that describe a password instead of being one.
_DESCRIBING = frozenset(
    """
    about above absent again already also always another any anything available bad bare below best blank both bound
    bytes case char clear common correct dead different each easy either empty encryption enough everywhere expired
    false fine five forbidden free fresh from gone good hard here identical illegal incorrect inline input insecure
    invalid irrelevant just know known like literal local locale long lost mandatory masked missing mixed mutable
    necessary never none null number object obsolete obvious okay old one ones online only open optional ours plain
    plaintext private protected public random rejected required right root safe same secret secure sensitive server
    shared short shown simple strict string strong stale text that their theirs them there this those three token
    true twice two undefined unique unknown unset untouched up used user valid variable visible weak what when where
    wrong yes yours bool boolean bytestring date email int integer float list dict uuid varchar char array any file
    stdin prompt vault keychain bitwarden keepass lastpass dashlane env environment config settings manager hash bcrypt
    salt argon scrypt later today tomorrow yesterday soon next monthly weekly daily yearly readonly writeonly get post
    return raise break continue throw const let new await async self this def else then end func function class type
    value field input label button form page login logout register signup username account
    """.split()
)
_DESCRIBING_ENDS = r".*(?:ed|ing|able|ible|ful|less|ly|ive|ous|ary|ory|ation|ment|ness|ity|ised|ized|ant|ent|ic|al)$"
#: Beside these a hash is a hash; beside "auth token" it is one.
_LOOSE_NAME = r"(?:(?<!auth )(?<!access )(?<!api )(?<!bot )(?<!bearer )(?<!refresh )token|secret|credential)$"
#: Names of variables, not passwords: password1, form.password.
_VARIABLE = r"[a-z_]\w*(?:\.[a-z_]\w*)+|(?:pass|pw|pwd|passwd|password|secret|token|value|arg|param|str|s|p|x)\d"
_FUNCTION_WORDS = frozenset(
    "a an and are as at be by can for from has have if in is it must not of on or should that the this to was will with"
    " you your must enter password token please".split()
)
_LABELS = re.compile("密碼|密码|輸入|必填|請|錯誤|設定|欄位|確認")


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """A value as it stands behind its name. ``stated``: announced by is, 是, : or =, not merely beside it."""

    value: str
    start: int
    end: int
    name: str
    capitals: bool
    stated: bool
    suffix: str
    op: str
    quoted: bool
    after: str

    def counts(self, kind: str) -> bool:
        """Whether this states a secret of the kind."""
        if kind in ("pin", "one-time-code"):
            return self._is_code(kind)
        if self._describes():
            return False
        return self._is_password() if kind == "password" else self._is_random()

    def _describes(self) -> bool:
        value = self.value
        if self.suffix and (self.op[:1] not in (":", "=") or _NOT_VALUES & set(re.split("[_-]", self.suffix))):
            return True
        if is_filler(value) or _compiled(_THINGS).match(value) or value.lower() in self.name:
            return True
        # A call, an index, a key of a nested list.
        return not self.quoted and (
            self.after[:1] in tuple("([{") or "[" in value or self.after.startswith((":", "："))
        )

    @property
    def _is_pass(self) -> bool:
        """Whether the name is "pass", which tests and tickets do too."""
        return re.search(r"(?<![a-z])pass$", self.name) is not None

    def _is_code(self, kind: str) -> bool:
        if not self.stated and kind == "pin":
            return False
        if re.search("(?:backup|recovery).code$", self.name):
            return is_mixed(self.value, 8)
        digits = re.match(r"\d{3}[- ]\d{3}(?!\d)|\d{4,8}(?![\w.])", self.value + self.after)
        rest = (self.value + self.after)[digits.end() :] if digits else ""
        return digits is not None and not _compiled(_UNIT).match(rest)

    def _is_random(self) -> bool:
        """A token or key: letters and digits mixed as no word does it, and long."""
        value = self.value
        if " " in value or not value.isascii():
            return False
        if re.fullmatch(r"[0-9a-fA-F-]{7,}|[0-9A-HJKMNP-TV-Z]{26}", value) and not (
            len(value) >= 16 and (self.stated or not _compiled(_LOOSE_NAME).search(self.name))
        ):
            return False
        if not re.search(r"\d", value):
            return (
                self.stated
                and len(value) >= 20
                and re.fullmatch(r"(?=.*[a-z])(?=.*[A-Z])[A-Za-z+/=]+", value) is not None
            )
        return is_mixed(value, 8 if self.stated else 16) and not _is_wordy(value)

    def _is_password(self) -> bool:
        value, least = self.value, 4 if self.stated else 6
        if not value.isascii():
            return self.quoted and self.stated and 4 <= len(value) <= 12 and not _LABELS.search(value)
        if " " in value:
            words = value.split()
            return self.quoted and len(words) >= 4 and value.islower() and not _FUNCTION_WORDS & set(words)
        if value.isdigit():
            loose = self._is_pass and not self.capitals
            ends = len(value) >= least or (len(value) >= 4 and bool(_compiled(_CLAUSE_END).match(self.after)))
            return ends and not loose and not _compiled(_UNIT).match(self.after)
        if re.search(r"\d|[!@#$%^&*]", value):
            dotted = self.op in ("=", ":") and _compiled(_VARIABLE).fullmatch(value)
            # Beside a Chinese name no product or step is expected: 「密碼 Blue-Fox-7」.
            wordy = _is_wordy(value) and (self.name.isascii() or value.islower())
            plainly = self.stated or self.quoted or not (wordy or self._is_pass or re.match(r"[\w-]+=", value))
            return is_mixed(value, least) and plainly and (self.quoted or not dotted)
        return self._is_word()

    def _is_word(self) -> bool:
        """A password without digits: only when it can be nothing else."""
        value = self.value
        low = value.lower()
        if not self.stated or len(value) < 5 or low in _DESCRIBING or not re.fullmatch(r"[A-Za-z][A-Za-z_-]*", value):
            return False
        if self.op in ("to", "-", "–", "—"):
            return False
        if self.quoted:
            return re.search(r".[A-Z]", value) is not None or value.islower()
        if self.op == "=":
            return self.capitals or (self.after[:1] == ";" and "-" not in value)
        passphrase = value.count("-") >= 3
        if _compiled(_DESCRIBING_ENDS).match(low) and not passphrase:
            return False
        in_code = self.op == ":" and self.name.isascii() and (not value.islower() or self.after[:1] == ",")
        return ("-" not in value or passphrase) and not in_code and bool(_compiled(_CLAUSE_END).match(self.after))


def is_mixed(value: str, least: int) -> bool:
    """Letters with digits, or with signs that words do not hold."""
    if len(value) < least or is_filler(value) or _compiled(_THINGS).match(value):
        return False
    return bool(re.search(r"[A-Za-z]", value)) and bool(re.search(r"\d|[!@#$%^&*]", value))


def _is_wordy(value: str) -> bool:
    """Words and numbers joined by signs, or a word with a number: us-east-1, gpt-4o-mini, step2."""
    parts = re.split(r"[-_./:]", value)
    if len(parts) >= 3 and len({len(part) for part in parts}) == 1 and len(parts[0]) >= 4 and not value.islower():
        return False
    word = r"[A-Z]?[a-z]+|[A-Z]*"
    if len(parts) == 1:
        return re.fullmatch(rf"(?:{word})\d{{1,2}}[A-Za-z]?", value) is not None
    return all(re.fullmatch(rf"(?:{word})\d{{0,2}}|v?\d{{1,4}}[A-Za-z]?", part) for part in parts)
