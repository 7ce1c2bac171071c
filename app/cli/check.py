"""kypho check: the import's report without an archive."""

from app.cli.imports import AllFaults, Encoding, From, Paths, Strict, finish, progress_bar
from app.cli.leaving import leave
from app.cli.options import Json


def check(
    paths: Paths,
    source: From = None,
    encoding: Encoding = None,
    json: Json = False,
    strict: Strict = False,
    all_faults: AllFaults = False,
) -> None:
    """Read files as an import would, write nothing, and say what is in them and what is wrong.

    Example: kypho check old-dump.txt --all-faults
    """
    from app.ingest import Importer

    with Importer(paths, source, encoding, leave) as importer, progress_bar(importer.size, not json) as advance:
        report = importer.look(advance)
    finish(report, json, strict, all_faults)
