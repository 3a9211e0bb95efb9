"""Commands about whole games."""

from __future__ import annotations

from argparse import Namespace

from farkle.ai.deals.spread import LevelSpread, spread_of
from farkle.engine.fairness import Unproven
from farkle.engine.gamefile import GameFile
from farkle.engine.record import states
from farkle.errors import Disagreement
from farkle.text.narration import tell, tell_start

from .arguments import Answer, WrongCall, names_from
from .files import read_games, read_record, require_new_file, rules_of
from .terminal import Quit, TerminalGame


def run_play(args: Namespace) -> Answer:
    file = args.save or args.resume
    lines, code = [], 0
    try:
        game = _open_game(args, file)
        if file is not None:
            lines = [f"Saved in {file}."]
        print("Type help for a list of commands.")
        game.play()
    except Quit:
        print("Game stopped.")
    except (EOFError, KeyboardInterrupt) as stop:
        print("\nGame stopped.")
        code = 130 if isinstance(stop, KeyboardInterrupt) else 0
    return Answer(lines, code=code)


def _open_game(args: Namespace, file: str | None) -> TerminalGame:
    if args.save:
        require_new_file(args.save)
    if args.resume:
        if args.names or args.rules or args.set or args.named:
            raise WrongCall(
                "A resumed game has its players, rules and dice already. Leave them out."
            )
        game = TerminalGame(read_record(args.resume), args.throw, file)
        if game.state.phase == "over":
            raise WrongCall(f"The game in {args.resume} is over. Use replay to see it.")
        return game
    rules = rules_of(args)
    names = names_from(args.names or input("Players' names, separated by commas: ").split(","))
    return TerminalGame.start(rules, names, args.throw, file, args.named)


def run_replay(args: Namespace) -> Answer:
    record = read_record(args.file)
    lines: list[str] = []
    played = states(record)
    try:
        last = next(played)
        lines += map(str, tell_start(record.rules, record.start, record.names))
        for step, state in zip(record.steps, played, strict=True):
            lines += map(str, tell(last, step.events, record.names))
            last = state
    except Disagreement as error:
        if not args.json:
            if lines and not args.quiet:
                print("\n".join(lines))
            raise
        data = {"step": error.step, "recorded": error.recorded, "replayed": error.replayed}
        return Answer(lines, {"holds": False, **data}, 1)
    over = last.phase == "over"
    lines = [] if args.quiet else lines
    lines.append(f"The moves are valid: {last.ply:,} actions{_END[over]}.")
    data = {
        "holds": True,
        "actions": last.ply,
        "over": over,
        "names": record.names,
        "scores": last.scores,
        "winners": last.winners,
    }
    return Answer(lines, data)


_END = {True: " to the end", False: ", and the game isn't finished"}


def run_verify(args: Namespace) -> Answer:
    answers = list(map(_verify_game, read_games(args.file)))
    lines: list[str] = []
    for number, answer in enumerate(answers, 1):
        if len(answers) > 1:
            lines.append(f"Game {number}")
        lines += answer.lines
    return Answer(
        lines,
        [answer.data for answer in answers],
        max((answer.code for answer in answers), default=0),
    )


def _verify_game(game: GameFile) -> Answer:
    try:
        checked = game.check()
    except (Disagreement, Unproven) as error:
        return Answer([str(error)], {"holds": False, "step": error.step, "why": str(error)}, 1)
    actions, over = len(game.record.steps), checked.last.phase == "over"
    lines = [f"The moves are valid: {actions:,} actions{_END[over]}."]
    if game.proof is None:
        why = "The file has no seed, so its dice can't be checked."
        return Answer([*lines, why], {"holds": False, "step": None, "why": why}, 1)
    commitment, fingerprint = game.proof.commitment, game.proof.fingerprint
    covered = "the rules and the names" if checked.names_fit else "the rules"
    lines += [
        f"The dice are fair: {checked.throws:,} rolls, all reproduced from the seed.",
        f"The seed's fingerprint is {commitment}. Compare it with the one the room showed.",
        f"The game's fingerprint is {fingerprint}. It covers {covered} as well.",
    ]
    if not checked.names_fit:
        lines.append("The names are not those the game began with: players may change theirs.")
    data = {
        "holds": True,
        "finished": over,
        "actions": actions,
        "throws": checked.throws,
        "commitment": commitment,
        "fingerprint": fingerprint,
        "names": checked.names_fit,
    }
    return Answer(lines, data)


def run_deal(args: Namespace) -> Answer:
    games = read_games(args.file)
    proof = games[0].proof if len(games) == 1 else None
    if proof is None or not proof.is_of_deal:
        raise WrongCall(f"{args.file} isn't a try of a deal whose seed is open.")
    games[0].check()
    spread = spread_of(games[0].record.rules, proof.seed, args.runs)
    results = {level: _show_results(each) for level, each in spread.levels.items()}
    results["par"] = f"{spread.par:>8,}"
    if spread.perfect is not None:
        results["ceiling"] = f"{spread.perfect:>8,} with all dice known"
    return Answer([f"{name:<8}{result}" for name, result in results.items()], spread.to_dict())


def _show_results(results: LevelSpread) -> str:
    mean, (low, _), (high, _) = f"{results.mean:>8,.0f}", results.points[0], results.points[-1]
    return mean if results.runs == 1 else f"{mean} on average, {low:,} to {high:,}"
