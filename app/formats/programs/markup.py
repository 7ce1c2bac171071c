"""XML as a row of elements with their byte offsets, as far as it is well formed; no entities, nothing loaded."""

from dataclasses import dataclass
from xml.parsers import expat


@dataclass(slots=True)
class Element:
    """An element where it begins: how deep it lies (0 the outermost), and the text directly in it."""

    name: str
    attributes: dict[str, str]
    depth: int
    offset: int
    text: str = ""


def elements(data: bytes) -> tuple[list[Element], tuple[int, str] | None]:
    """The elements of a document in order; where and why it cannot be read any further, if so."""
    found: list[Element] = []
    pieces: dict[int, list[str]] = {}
    open_ones: list[int] = []
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def start(name: str, attributes: dict[str, str]) -> None:
        open_ones.append(len(found))
        found.append(Element(name, attributes, len(open_ones) - 1, parser.CurrentByteIndex))

    def end(name: str) -> None:
        open_ones.pop()

    def text(words: str) -> None:
        if open_ones:
            pieces.setdefault(open_ones[-1], []).append(words)

    def doctype(*_: object) -> None:
        raise _Refused

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = text, doctype
    broken: tuple[int, str] | None = None
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        broken = parser.ErrorByteIndex, f"the XML is broken here: {expat.errors.messages[error.code]}"
    except _Refused:
        broken = parser.CurrentByteIndex, "declarations of a document type are not read"
    except (UnicodeDecodeError, ValueError, LookupError) as error:
        broken = 0, f"the XML cannot be decoded: {error}"
    for number, words in pieces.items():
        found[number].text = "".join(words)
    return found, broken


class _Refused(Exception):
    """The document declares what is not read here."""
