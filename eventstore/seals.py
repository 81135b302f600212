"""A short code for the head of a stream, to be kept elsewhere.

A chain of hashes shows every change but one: who rewrites a whole chain, or cuts its tail, leaves a chain that is
sound. Only a head that was kept outside the log shows that. The code names the version, 80 bits of the hash, and ten
bits that tell a slip of the pen from a forgery: `42-7KQF-9M2X-TT4P-0AZB-C3`.
"""

from hashlib import blake2b

import msgspec

from eventstore.errors import Misuse
from eventstore.events import Head

# Crockford's alphabet: no letter that is easily read as a digit.
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans("OIL", "011")
_SYMBOLS = 16
_CHECKS = 2


class Seal(msgspec.Struct, frozen=True):
    """A code that was read: the version it speaks of, and the first 80 bits of the hash there as 20 hex digits."""

    version: int
    digest: str


def seal_code(head: Head) -> str:
    """Write the code of a head."""
    symbols = _base32(int(head.hash[:20], 16), _SYMBOLS)
    groups = [symbols[start : start + 4] for start in range(0, _SYMBOLS, 4)]
    return "-".join([str(head.version), *groups, _check(head.version, symbols)])


def read_seal(code: str) -> Seal:
    """Read a code; case, spaces and the usual misreadings (O for 0, I and L for 1) are forgiven.

    Raises:
        Misuse: it is no code, or was copied wrongly.
    """
    hint = "a code looks like 42-7KQF-9M2X-TT4P-0AZB-C3; compare it with what was printed"
    number, _, rest = code.strip().upper().partition("-")
    symbols = rest.replace("-", "").replace(" ", "").translate(_READ_AS)
    if not (number.isascii() and number.isdigit()) or len(symbols) != _SYMBOLS + _CHECKS or set(symbols) - set(_DIGITS):
        raise Misuse(f"'{code}' is no seal code", hint=hint)
    version = int(number)
    body, check = symbols[:_SYMBOLS], symbols[_SYMBOLS:]
    if version < 1 or _check(version, body) != check:
        raise Misuse(f"the seal code '{code}' was copied wrongly: its last two signs do not fit the rest", hint=hint)
    value = 0
    for symbol in body:
        value = value * 32 + _DIGITS.index(symbol)
    return Seal(version, f"{value:020x}")


def _check(version: int, symbols: str) -> str:
    digest = blake2b(f"{version}-{symbols}".encode(), digest_size=2).digest()
    return _base32(int.from_bytes(digest) & 1023, _CHECKS)


def _base32(value: int, width: int) -> str:
    return "".join(_DIGITS[value >> 5 * place & 31] for place in reversed(range(width)))
