"""A log for each test of a command."""

import pytest

from tests.cli.running import Log


@pytest.fixture
def log(tmp_path, monkeypatch, capfdbinary):
    return Log(tmp_path, monkeypatch, capfdbinary)
