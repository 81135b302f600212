"""The same events give the same states: in every process, under every hash seed, locale and time zone."""

import os
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

import pytest

from engine.pamir import reducer
from engine.pamir.game import GAME
from engine.pamir.position import hash_of
from engine.pamir.position import tracker as new_tracker
from tests.engine.pamir.given import setup
from tests.engine.pamir.reference import NAMES, states_of

ROOT = Path(__file__).parents[3]

# The hash of the last position of each reference game. It changes with the scheme `p1` and with nothing else.
LAST = {
    "pp-2p-01": "p1:2d1562d450f02c54e3d93b55f90fceae",
    "pp-2p-02": "p1:06b2d66d1d843b216f889544ba885c00",
    "pp-2p-03": "p1:c1af84e97a3b0151ed3aa4f111cecd30",
    "pp-3p-04": "p1:d1f9a40068af8e72a9753e025988dcd1",
    "pp-3p-05": "p1:efafc5f9280562d593584c1b7bf74223",
    "pp-3p-06": "p1:9d4fadc0109a3da521bd0f250c9e9436",
    "pp-3p-07": "p1:b57c4d1518cb415068acc78e70bc4974",
    "pp-3p-08": "p1:33b6e5b219c25e778b6e1a1d3feefd0d",
    "pp-4p-09": "p1:7912a2d71d3f38c2c51441bd6317fc1a",
    "pp-4p-10": "p1:f6b56eef4b28aae95684a6e48b7678ad",
    "pp-4p-11": "p1:ff39edcfc756504951d4b6438e23c607",
    "pp-4p-12": "p1:f6e2c8c12d66a8b10cf373fd0727940d",
    "pp-5p-13": "p1:69d8faf38f064806241ffb0c41cd03d3",
    "pp-5p-14": "p1:82cd4d678688eeb07a288e589059aa1c",
    "pp-5p-15": "p1:5cf17a36f5804dffc5483c6bb7aea73b",
    "pp-5p-16": "p1:22cf7db05ac66ed27be6e725e766c2c9",
}


def fingerprint(name):
    """One digest of the hashes at every step, and the last hash."""
    tracker = new_tracker()
    hashes = [tracker.step(state) for state in states_of(name)]
    return f"{name} {len(hashes)} {blake2b(chr(10).join(hashes).encode(), digest_size=16).hexdigest()} {hashes[-1]}"


SURROUNDINGS = [
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
    {"PYTHONHASHSEED": "1", "LC_ALL": "zh_TW.UTF-8", "TZ": "Asia/Taipei"},
    {"PYTHONHASHSEED": "42", "LC_ALL": "tr_TR.UTF-8", "TZ": "America/St_Johns"},
    {"PYTHONHASHSEED": "random", "LANG": "tr_TR", "TZ": "Pacific/Kiritimati", "PYTHONOPTIMIZE": "1"},
]
PROGRAM = """
import locale
try:
    locale.setlocale(locale.LC_ALL, "")
except locale.Error:
    pass
from tests.engine.pamir.test_determinism import NAMES, fingerprint
for name in NAMES:
    print(fingerprint(name))
"""


def run_in(surroundings):
    """The fingerprints that a process in these surroundings prints."""
    kept = {key: os.environ[key] for key in ("PATH", "SYSTEMROOT", "HOME") if key in os.environ}
    program = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(program, env={**kept, **surroundings}, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("surroundings", SURROUNDINGS, ids=lambda values: f"{values['PYTHONHASHSEED']}-{values['TZ']}")
def test_hashes_at_every_step_are_the_same_in_other_surroundings(surroundings):
    assert run_in(surroundings) == [fingerprint(name) for name in NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_replays_to_its_stored_final_hash(name):
    assert fingerprint(name).split()[-1] == LAST[name]


@pytest.mark.parametrize("name", ["pp-2p-01", "pp-3p-06", "pp-5p-16"])
def test_the_tracker_hashes_a_state_as_if_it_had_seen_no_other(name):
    tracker, changing = new_tracker(), new_tracker()
    for state in states_of(name):
        expected = hash_of(state)
        assert tracker.step(state) == expected
        assert changing.step_with_changes(state)[0] == expected


def test_the_tracker_tells_exactly_the_flat_keys_that_changed():
    states = states_of("pp-3p-04")
    tracker, before = new_tracker(), GAME.flat(states[0])
    assert tracker.step_with_changes(states[0])[1] == before
    for state in states[1:]:
        now = GAME.flat(state)
        assert tracker.step_with_changes(state)[1] == {key: value for key, value in now.items() if before[key] != value}
        before = now


def test_a_tracker_may_jump_to_any_state():
    states = states_of("pp-2p-02")
    tracker = new_tracker()
    for index in (5, 90, 3, 3, 60, 0):
        assert tracker.step(states[index]) == hash_of(states[index])


def test_different_positions_have_different_hashes():
    hashes = [hash_of(state) for state in states_of("pp-2p-01")]

    assert len(set(hashes)) == len(hashes)


def test_a_hash_names_its_scheme():
    assert all(hash_of(state).startswith("p1:") for state in states_of("pp-2p-01")[:3])


def test_evolve_leaves_the_state_before_it_as_it_was():
    for state in states_of("pp-2p-02"):
        before = hash_of(state)
        for event in reducer.legal_events(state)[:6]:
            reducer.evolve(state, event)
        assert hash_of(state) == before


def test_the_same_events_give_the_same_effects():
    state = setup(3).now
    for _ in range(40):
        events = reducer.legal_events(state)
        one, other = reducer.evolve(state, events[-1]), reducer.evolve(state, events[-1])
        assert one == other
        state = one[0]
