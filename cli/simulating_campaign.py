"""A random campaign, played into the log: characters, scenarios until they are won, feats and rewards between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.errors import ExitCode, Trouble

if TYPE_CHECKING:
    from collections.abc import Callable

    from cli.session import Session
    from cli.session_games import Loaded

#: A campaign that has not come to its end after so many scenarios is left as it is.
MOST_SCENARIOS = 60
#: Nothing is done so often between two scenarios.
MOST_ACTS = 1000


def simulate_campaign(session: Session, title: str, seed: str, *, players: int, rules: str, json: bool) -> None:
    """Play a random campaign; it is named simulated-SEED, its games simulated-SEED-1, simulated-SEED-2, and so on.

    Raises:
        Trouble: the title has no campaigns, a name is taken, or the campaign comes to no end.
    """
    import random

    from cli.output import put_json, say, several, tell
    from cli.play import game_of_title, quoted
    from cli.session_campaign import begin, rules_of
    from engine.campaign import campaign_of
    from engine.game import Beginning, UnknownGameError

    game = game_of_title(title)
    try:
        campaigns = campaign_of(game.title)
    except UnknownGameError as fault:
        raise Trouble(str(fault), code=ExitCode.USAGE, hint="leave --campaign out") from None
    name = f"simulated-{seed}"
    chance = random.Random(name)  # noqa: S311  # play, not secrets
    started = campaigns.starting_event(Beginning(name=name, players=(), preset=rules, simulated=True))
    loaded = begin(session, started, campaigns).loaded
    played = 0
    while True:
        loaded = _between(session, loaded, players, chance.randrange)
        scenario = rules_of(loaded).next_scenario(loaded.state)
        if not scenario or played == MOST_SCENARIOS:
            break
        played += 1
        loaded = _scenario(session, loaded, scenario, f"{name}-{played}", chance.randrange)
    tell(session)
    told = rules_of(loaded).overview(loaded.state)
    if scenario:
        raise Trouble(f"the campaign came to no end after {played} scenarios", place=name, hint="take another --seed")
    if json:
        put_json({"campaign": name, "stream": loaded.stream, "version": loaded.version, **told})
    else:
        say(f"{several(played, 'scenario')} played (seed {seed})", f"next: gamelog campaign {quoted(name)}")


def _between(session: Session, loaded: Loaded, players: int, choose: Callable[[int], int]) -> Loaded:
    """The campaign once nothing waits to be done before the next scenario."""
    from cli.session_campaign import rules_of

    for _ in range(MOST_ACTS):
        act = rules_of(loaded).random_act(loaded.state, players, choose)
        if act is None:
            return loaded
        loaded = session.record(loaded, [[act]]).loaded
    raise Trouble("there is no end to what is done between scenarios", place=loaded.place())


def _scenario(session: Session, loaded: Loaded, scenario: str, name: str, choose: Callable[[int], int]) -> Loaded:
    """The campaign after one more scenario, which is recorded in one batch with what it brought."""
    from cli.session_campaign import begin_game, completed, load_stream, rules_of
    from engine.game import Beginning, game

    rules = rules_of(loaded)
    said = Beginning(
        name=name, players=(), preset=loaded.started.preset, campaign=loaded.name, simulated=True,
        settings=(("scenario", scenario),),
    )  # fmt: skip
    started = rules.random_scenario(loaded.state, completed(said, loaded), choose)
    played = begin_game(session, started, game(rules.title), loaded).loaded
    session.record(played, [[event] for event in rules.random_play(played.started, choose)])
    return load_stream(session, loaded.stream)
