"""What a job and its worker process say to each other: one JSON value a line.

Positions travel as their own text, moves as their keys, exact numbers as "a/b": nothing that is read from a
pipe is ever executed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from rules.printable import shown

from .plan import Plan
from .replay import Step, read_line

if TYPE_CHECKING:
    from .request import Request
    from .rooms import Room


class Question(msgspec.Struct, frozen=True, kw_only=True, tag="solve"):
    """Ask the worker to solve; ``table`` is the user's own table of worths."""

    job: int
    game: str
    room: str
    position: str
    horizon: str
    objective: str
    table: dict[str, Fraction]
    rivals: str
    method: str
    seconds: float
    workers: int
    seed: int
    effort: float | None
    forecast: dict[str, Fraction] | None
    memory: int


class Stop(msgspec.Struct, frozen=True, kw_only=True, tag="stop"):
    """Ask the worker to come to an end with a job, also one that it has not begun."""

    job: int


class Warm(msgspec.Struct, frozen=True, kw_only=True, tag="warm"):
    """Ask the worker to load modules before they are needed."""

    modules: tuple[str, ...]


class Started(msgspec.Struct, frozen=True, kw_only=True, tag="started"):
    """Say that the worker has begun with a job."""

    job: int


class News(msgspec.Struct, frozen=True, kw_only=True, tag="news"):
    """Tell of progress: a better plan, a tighter bound, new lines of the log."""

    job: int
    seconds: float
    bound: Fraction | None
    lines: tuple[str, ...]
    plan: PlanText | None = None


class Done(msgspec.Struct, frozen=True, kw_only=True, tag="done"):
    """Hand over the final plan."""

    job: int
    seconds: float
    bound: Fraction | None
    lines: tuple[str, ...]
    plan: PlanText


class Failed(msgspec.Struct, frozen=True, kw_only=True, tag="failed"):
    """Say why a job has failed; ``end`` says that the worker ends itself after this."""

    job: int
    text: str
    end: bool


class PlanText(msgspec.Struct, frozen=True, kw_only=True):
    """Hold a plan without its position, its moves as keys."""

    moves: tuple[str, ...]
    value: Fraction
    bound: Fraction | None
    status: str
    sources: dict[str, Fraction]
    holdings: dict[str, Fraction]
    steps: tuple[Step, ...]
    method: str
    seconds: float
    replies: tuple[str, ...]
    beyond: Fraction
    outline: tuple[str, ...]
    assumptions: tuple[str, ...]
    house: tuple[str, ...]


ToWorker = Question | Stop | Warm
FromWorker = Started | News | Done | Failed


#: An exact number: whole, or over a whole number that is not 0. Nothing else is read, however short it is to write.
_EXACT = re.compile(r"-?[0-9]{1,2000}(/0*[1-9][0-9]{0,1999})?")


def _out(value: object) -> str:
    """Print an exact number."""
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"no message may hold a {type(value).__name__}")


def _in(kind: type, value: object) -> Fraction:
    """Read an exact number; ValueError for what is none."""
    if kind is Fraction and isinstance(value, str):
        if _EXACT.fullmatch(value) is None:
            raise ValueError(f"{shown(value)} is no exact number; write it as 7 or 7/2.")
        return Fraction(value)
    raise NotImplementedError(f"no message may hold a {kind.__name__}")


_encoder = msgspec.json.Encoder(enc_hook=_out)
_to_worker: msgspec.json.Decoder[ToWorker] = msgspec.json.Decoder(ToWorker, dec_hook=_in)
_from_worker: msgspec.json.Decoder[FromWorker] = msgspec.json.Decoder(FromWorker, dec_hook=_in)


def write(message: ToWorker | FromWorker) -> bytes:
    """Print a message as one line."""
    return _encoder.encode(message) + b"\n"


def read_in_worker(line: bytes) -> ToWorker:
    """Read a line in the worker."""
    return _to_worker.decode(line)


class Numbered(msgspec.Struct, frozen=True):
    """Hold the number of the job that a line is about, whatever else it says."""

    job: int


_numbered: msgspec.json.Decoder[Numbered] = msgspec.json.Decoder(Numbered)


def job_of(line: bytes) -> int | None:
    """Return the job that an unreadable line is about; None where not even that can be read."""
    try:
        return _numbered.decode(line).job
    except msgspec.MsgspecError:
        return None


def read_from_worker(line: bytes) -> FromWorker:
    """Read a line of the worker."""
    return _from_worker.decode(line)


def question(job: int, request: Request, room: Room, seconds: float, memory: int) -> Question:
    """Make the message that asks for a request."""
    return Question(
        job=job,
        game=room.name,
        room=room.module,
        position=request.position.to_text(),
        horizon=request.horizon,
        objective=request.objective,
        table=dict(request.worths) if request.objective == "own" else {},
        rivals=request.rivals,
        method=request.method,
        seconds=seconds,
        workers=request.workers,
        seed=request.seed,
        effort=request.effort,
        forecast=dict(request.forecast) or None,
        memory=memory,
    )


def objective(message: Question) -> str | Mapping[str, Fraction]:
    """Return the objective as :func:`solver.solve` takes it."""
    return message.table if message.objective == "own" else message.objective


def plan_text(plan: Plan) -> PlanText:
    """Take a plan apart."""
    fields = {name: getattr(plan, name) for name in PlanText.__struct_fields__ if name != "moves"}
    return PlanText(moves=plan.keys, **fields)


def read_plan(text: PlanText, request: Request, room: Room) -> Plan:
    """Put a plan together again; its moves are read by the rules core, so an illegal one is refused here too."""
    fields = {name: getattr(text, name) for name in PlanText.__struct_fields__ if name != "moves"}
    return Plan(
        position=request.position,
        seat=request.seat,
        horizon=request.horizon,
        covers=room.horizons[request.horizon],
        objective=request.objective,
        rivals=request.rivals,
        worths=request.worths,
        moves=read_line(request, room, text.moves, text.replies),
        **fields,
    )
