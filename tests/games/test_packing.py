"""Readings pass from one process to another and come out as they were."""

import marshal
from dataclasses import fields
from pathlib import Path

import pytest

from app.errors import Fault, Place
from app.games.date import PlayedAt
from app.games.game import Game, Seat, Variation
from app.games.packing import pack, pack_fault, unpack, unpack_fault
from app.games.reading import Reading
from app.games.result import Ending, Result
from app.ingest import Importer

ROOT = Path(__file__).parent.parent.parent
FAULT = Fault(Place("tập cũ.cxq", 7, 3), "illegal-move", "'K5+4': the king may not leave the palace", 25)
FULL = Game(
    Place("tập cũ.cxq", 5, 2),
    Seat("Đặng Sông Cầu", 2456, -3),
    Seat("黄海林", None, 90),
    Result.BLACK,
    Ending.RESIGNATION,
    0,
    PlayedAt("2007-10-24", "00:55:48", "CDT"),
    "Giải Mùa Xuân",
    "Hà Nội",
    "QBoard",
    "25m/300s/30s",
    "3k5/9/9/4p4/9/9/4P4/4C4/4A4/3AK4 b - - 0 1",
    bytes((58, 49)),
    False,
    {"ROUND": "3"},
    {0: "mở đầu", 1: "!"},
    [FAULT],
    [Variation(0, 0, bytes((58, 57)), {1: "?"})],
)


def through_marshal(reading: Reading) -> Reading:
    return unpack(marshal.loads(marshal.dumps(pack(reading))))


def test_everything_a_game_has_is_packed():
    blank = Game.blank(Place("", 0))
    assert not [each.name for each in fields(Game) if getattr(FULL, each.name) == getattr(blank, each.name)]
    reading = Reading(FULL, "the text that was found", "vietnamese")
    assert through_marshal(reading) == reading


def test_a_blank_game_is_packed():
    reading = Reading(Game.blank(Place("-", 1)))
    assert through_marshal(reading) == reading


def test_a_fault_is_packed():
    assert unpack_fault(marshal.loads(marshal.dumps(pack_fault(FAULT)))) == FAULT


@pytest.mark.parametrize("name", ["damaged.cxq", "quoted-in-a-forum.txt", "iccs-log.txt", "xiexie-endgame.wxf"])
def test_games_of_files_are_packed(name: str):
    with Importer([str(ROOT / "sample_games" / name)]) as importer:
        readings = [Reading(game) for _, game in importer.games()]
    assert readings and list(map(through_marshal, readings)) == readings
