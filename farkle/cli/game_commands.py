"""Commands about whole games. Each prints its answer and returns the exit code."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import Any

from farkle.engine.fairness import Proof, Unproven
from farkle.engine.gamefile import Checked, GameFile
from farkle.engine.record import Record, states
from farkle.errors import Disagreement
from farkle.text.message import Sentence
from farkle.text.narration import tell, tell_start

from .arguments import WrongCall, names_from
from .files import exists, playable, read_games, read_record, rules_of, write
from .output import print_json
from .terminal import Quit, TerminalGame


def run_play(args: Namespace) -> int:
    file = args.save or args.resume

    def ask(prompt: str) -> str:
        print(prompt, end="", flush=True)
        answer: str = args.stdin.readline()
        if not answer:
            raise EOFError
        return answer

    def keep(record: Record) -> None:
        if file is not None:
            write(file, record)

    game = None
    code = 0
    try:
        game = _open_game(args, ask, keep)
        print("Type help for a list of commands.")
        game.play(ask)
    except Quit:
        print("Game stopped.")
    except (EOFError, KeyboardInterrupt) as stop:
        print("\nGame stopped.")
        code = 130 if isinstance(stop, KeyboardInterrupt) else 0
    if game is not None and file is not None:
        print(f"Saved in {file}.")
    return code


def _open_game(
    args: Namespace, ask: Callable[[str], str], keep: Callable[[Record], None]
) -> TerminalGame:
    if args.save and exists(args.save):
        raise WrongCall(f"{args.save} already exists. Choose another name, or --resume it.")
    if args.resume:
        if args.names or args.rules or args.set:
            raise WrongCall("A resumed game has its players and rules already. Leave them out.")
        game = TerminalGame(read_record(args, args.resume), args.throw, print, keep)
        if game.state.phase == "over":
            raise WrongCall(f"The game in {args.resume} is over. Use replay to see it.")
        return game
    rules = playable(rules_of(args))
    names = args.names or ask("Players' names, separated by commas: ").split(",")
    return TerminalGame.start(rules, names_from(names), args.throw, print, keep)


def run_replay(args: Namespace) -> int:
    record = read_record(args, args.file)

    def show(sentences: Sequence[Sentence]) -> None:
        if not args.quiet and not args.json:
            print("\n".join(map(str, sentences)))

    played = states(record)
    try:
        last = next(played)
        show(tell_start(record.rules, record.start, record.names))
        for step, state in zip(record.steps, played, strict=True):
            show(tell(last, step.events, record.names))
            last = state
    except Disagreement as error:
        if not args.json:
            raise
        found = {"step": error.step, "recorded": error.recorded, "replayed": error.replayed}
        print_json({"holds": False, **found})
        return 1
    if args.json:
        print_json(
            {
                "holds": True,
                "actions": last.ply,
                "over": last.phase == "over",
                "names": record.names,
                "scores": last.scores,
                "winners": last.winners,
            }
        )
    elif last.phase == "over":
        print(f"The moves are valid: {last.ply:,} actions to the end.")
    else:
        print(f"The moves are valid: {last.ply:,} actions, and the game isn't finished.")
    return 0


def run_verify(args: Namespace) -> int:
    """Play every game of a file again, and throw its dice again from its seed."""
    games = read_games(args, args.file)
    found = [_verify_game(game) for game in games]
    if args.json:
        print_json([data for _, data in found])
    else:
        for number, (lines, _) in enumerate(found, 1):
            head = [f"Game {number}"] if len(found) > 1 else []
            print("\n".join([*head, *lines]))
    return 0 if all(data["holds"] for _, data in found) else 1


def _verify_game(game: GameFile) -> tuple[list[str], dict[str, Any]]:
    """The result of checking one game: lines to read, and the same as data."""
    try:
        found = game.check()
    except (Disagreement, Unproven) as error:
        return [str(error)], {"holds": False, "step": error.step, "why": str(error)}
    record, proof = game.record, game.proof
    held = f"The moves are valid: {len(record.steps):,} actions{_to_the_end(found)}."
    if proof is None:
        why = "The file has no seed, so its dice can't be checked."
        return [held, why], {"holds": False, "step": None, "why": why}
    lines = [
        held,
        f"The dice are fair: {found.throws:,} rolls, all reproduced from the seed.",
        f"The seed's fingerprint is {proof.commitment}. Compare it with the one the room showed.",
        *_describe_coverage(proof, found),
    ]
    return lines, {
        "holds": True,
        "finished": found.last.phase == "over",
        "actions": len(record.steps),
        "throws": found.throws,
        "commitment": proof.commitment,
        "fingerprint": proof.fingerprint,
        "names": found.names_fit,
    }


def _describe_coverage(proof: Proof, found: Checked) -> list[str]:
    """Return lines about what the fingerprint covers besides the dice."""
    covers = "the rules and the names" if found.names_fit else "the rules"
    lines = [f"The game's fingerprint is {proof.fingerprint}. It covers {covers} as well."]
    if not found.names_fit:
        lines.append("The names are not those the game began with: players may change theirs.")
    return lines


def _to_the_end(found: Checked) -> str:
    return " to the end" if found.last.phase == "over" else ", and the game isn't finished"
