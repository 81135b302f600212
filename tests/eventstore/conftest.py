"""The stores that the contract suite runs on, and how much of the long tests to run."""

import pytest

from eventstore import MemoryStore, open_store
from tests.eventstore.support import Ticking


@pytest.fixture
def full_counts(request):
    """Whether the full counts were asked for."""
    return bool(request.config.getoption("--long", default=False))


@pytest.fixture
def clock():
    return Ticking()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "log.duckdb"


@pytest.fixture(params=["duckdb", "memory"])
def store(request, tmp_path, clock):
    """An empty store of each kind, open for writing."""
    if request.param == "memory":
        with MemoryStore(clock) as opened:
            yield opened
    else:
        with open_store(tmp_path / "log.duckdb", mode="write", clock=clock) as opened:
            yield opened
