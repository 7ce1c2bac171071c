"""kypho formats: what is read and written, and what each format can say."""

from typing import Any

import typer

from app.cli.options import Json


def formats(json: Json = False) -> None:
    """List the formats: r what is read of one, w what is written. Of a folder, files with these suffixes are taken.

    Example: kypho formats
    """
    from app.formats import CARRIED

    known = _known()
    if json:
        import json as encoder

        typer.echo(encoder.dumps(known, ensure_ascii=False))
        return
    from app.cli.tables import print_table

    rows = [
        (
            one["name"],
            " ".join(one["suffixes"]),
            _letters(one["reads"] is not None, one["writes"] is not None),
            *(_letters(word in (one["reads"] or ()), word in (one["writes"] or ())) for word in CARRIED),
            one["about"],
        )
        for one in known
    ]
    print_table(("format", "suffixes", "is", *CARRIED, "of"), rows)


def _letters(is_read: bool, is_written: bool) -> str:
    return "r" * is_read + "w" * is_written


def _known() -> list[dict[str, Any]]:
    """Each format as plain values: reads and writes are lists of what it can say, null if it is not read or written."""
    from app.formats import FILE_WRITERS, FOLDER_WRITERS, READERS, WRITERS

    texts = {name: load() for name, load in WRITERS.items()}
    folders = {name: load() for name, load in FOLDER_WRITERS.items()}
    abouts = {name: one.about for name, one in texts.items()} | {name: one.about for name, one in folders.items()}
    writers = {name: load().carries for name, load in FILE_WRITERS.items()}
    writers |= {name: one.carries for name, one in texts.items()}
    writers |= {name: one.carries for name, one in folders.items()}
    return [
        {
            "name": name,
            "about": READERS[name].about if name in READERS else abouts[name],
            "suffixes": list(READERS[name].suffixes) if name in READERS else [],
            "reads": READERS[name].carries.split() if name in READERS else None,
            "writes": writers[name].split() if name in writers else None,
        }
        for name in {**READERS, **writers}
    ]
