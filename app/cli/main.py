"""`kypho`: the verbs gathered, and every error turned into one line and an exit status."""

import gc
import os
import signal
import sys
import threading

gc.disable()  # start-up makes many objects and no garbage; it is collected again once a command runs long
_is_main = threading.current_thread() is threading.main_thread()
_on_interrupt = signal.signal(signal.SIGINT, signal.SIG_DFL) if _is_main else None  # ends what has not begun, quietly

import typer  # noqa: E402

import app  # noqa: E402
from app.cli import (  # noqa: E402
    board,
    check,
    convert,
    db,
    dedupe,
    explore,
    export,
    formats,
    imports,
    move,
    openings,
    player,
    players,
    rejects,
    search,
    show,
    stats,
    versus,
)
from app.cli.leaving import INTERRUPTED, interruptible  # noqa: E402
from app.cli.shown import prepare_streams  # noqa: E402
from app.errors import KyphoError  # noqa: E402

if _is_main:
    signal.signal(signal.SIGINT, _on_interrupt)

READING = ("import", "check", "convert")  # commands that may read much

program = typer.Typer(
    name="kypho",
    help="Kỳ Phổ: an archive of xiangqi games. It reads old dumps, checks every move, finds games and prints them"
    " in the notation you grew up with.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

program.command("import")(imports.import_)
program.command("search")(search.search)
program.command("show")(show.show)
program.command("board")(board.board)
program.command("export")(export.export)
program.command("explore")(explore.explore)
program.command("openings")(openings.openings)
program.command("convert")(convert.convert)
program.command("formats")(formats.formats)
program.command("move")(move.move)
program.command("players")(players.players)
program.add_typer(player.program, name="player")
program.command("versus")(versus.versus)
program.command("stats")(stats.stats)
program.command("check")(check.check)
program.command("dedupe")(dedupe.dedupe)
program.add_typer(rejects.program, name="rejects")
program.add_typer(db.program, name="db")


@program.callback(invoke_without_command=True)
def kypho(
    version: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    """Kỳ Phổ: an archive of xiangqi games."""
    if version:
        typer.echo(f"kypho {app.__version__}")
        raise typer.Exit


def main() -> None:
    """Run the command line. Exit status: 0 done, or whoever read the output has seen enough; 1 an error, or a fault that
    --strict minds; 2 usage; 130 interrupted."""
    prepare_streams()
    try:
        program()
    except KyphoError as error:
        typer.echo(f"kypho: {error}", err=True)
        sys.exit(1)
    except OSError as error:
        typer.echo(f"kypho: {_told(error)}", err=True)
        sys.exit(1)
    except MemoryError:
        typer.echo("kypho: there is not enough memory", err=True)
        sys.exit(1)
    except KeyboardInterrupt:
        typer.echo("kypho: interrupted", err=True)
        sys.exit(INTERRUPTED)
    finally:
        gc.freeze()  # the process ends: nothing is worth collecting


def _told(error: OSError) -> str:
    """What the system says, in words, and of which file."""
    if error.strerror is None:
        return str(error)
    return f"{error.strerror}: {error.filename}" if error.filename else error.strerror


def entry() -> None:
    """`main`, and then leave at once: to free all that was imported would take a tenth of a second."""
    status = 0
    try:
        interruptible()
        if sys.argv[1:2] and sys.argv[1] in READING:
            from app.ingest.beside import wake_early

            wake_early(sys.argv[1:])
        main()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except SystemExit:  # whoever read has seen enough
            continue
        except OSError as error:
            if not status:
                sys.stderr.write(f"kypho: {_told(error)}\n")
            status = status or 1
    os._exit(status)


if __name__ == "__main__":
    entry()
