"""Makes the toy game one of the built-in games, as if its folder stood under `engine/`, for the length of a test."""

from pathlib import Path

import pytest

import engine

FOLDER = Path(__file__).parent


@pytest.fixture
def pig(monkeypatch):
    monkeypatch.setattr(engine, "__path__", [*engine.__path__, str(FOLDER)])
