"""What is thrown at the command line: pieces that break readers, ways to spoil a file, and what must hold each time."""

import re

#: The exit codes that there are.
CODES = {0, 1, 2, 3, 4, 5, 130}

#: Pieces that break readers of text, numbers, JSON, names and terminals.
PIECES = (
    b"\0", b"\xff", b"\xef\xbb\xbf", b"\r\n", b"\xed\xa0\x80", b"9" * 5000, b"-1", b"1e400", b"null", b"{}", b"[]",
    b"[" * 6000, b'{"a":' * 3000, b'"', b'""', b"\\ud800", b"x" * 20_000, b"\xe2\x80\xa8", b"\xe2\x80\xae", b"true",
    b"18446744073709551616", b"-9223372036854775809", b"1.5", b" ", b"\t", b"\x1b[2J", b"\x07", b"#", b":", b",", b">",
    b"x24", b"x99", b"\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7", b"\xef\xbc\x94\xef\xbc\x91", b"e\xcc\x81",
)  # fmt: skip
#: The same as they come in arguments, which have no NUL and carry what is no UTF-8 as half characters.
WORDS = tuple(piece.decode("utf-8", "surrogateescape") for piece in PIECES if b"\0" not in piece)
_TOKEN = re.compile(rb'[0-9]+|"[^"]*"|[a-z_]+')


def spoiled(data, chance):
    """A file changed in a few places; `chance(n)` gives a number below n."""
    for _ in range((1, 1, 1, 2, 4)[chance(5)]):
        data = _WAYS[chance(len(_WAYS))](data, chance)
    return data


def _byte(data, chance):
    at = chance(len(data) + 1)
    return data[:at] + bytes([chance(256)]) + data[at + 1 :]


def _piece(data, chance):
    at = chance(len(data) + 1)
    return data[:at] + PIECES[chance(len(PIECES))] + data[at:]


def _gap(data, chance):
    at = chance(len(data) + 1)
    return data[:at] + data[at + (1, 3, 50)[chance(3)] :]


def _cut(data, chance):
    return data[: chance(len(data) + 1)]


def _lines(data, chance):
    lines = data.splitlines(keepends=True) or [b""]
    one, other = chance(len(lines)), chance(len(lines))
    match chance(4):
        case 0:
            del lines[one]
        case 1:
            lines.insert(one, lines[other])
        case 2:
            lines[one], lines[other] = lines[other], lines[one]
        case _:
            lines = [line.replace(b"\n", b"\r\n") for line in lines]
    return b"".join(lines)


def _token(data, chance):
    tokens = list(_TOKEN.finditer(data))
    if not tokens:
        return data
    token = tokens[chance(len(tokens))]
    return data[: token.start()] + PIECES[chance(len(PIECES))] + data[token.end() :]


_WAYS = (_byte, _piece, _gap, _cut, _lines, _token, _token)


def hold_manners(result, words=()):
    """A command ended as commands end: a code that is documented, a message, no trace of the program's insides."""
    told = (words, result)

    assert result.code in CODES, told
    assert "Traceback" not in result.err, told
    assert "something went wrong inside" not in result.err, told
    # What doctor has to say is its answer, whatever the exit code.
    if result.code and words[:1] != ("doctor",):
        assert result.err.startswith(("error: ", "{", "note: ", "meanwhile: ")) or "\nerror: " in result.err, told
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", result.err), told
