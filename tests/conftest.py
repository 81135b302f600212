"""What all tests share: the flag that adds the full counts."""

import signal

import pytest


def pytest_configure(config):
    # Started in the background a shell has interrupts ignored, and so would every command that a test interrupts.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", default=False, help="run the full counts (marked `long`) too")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--long"):
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


@pytest.hookimpl(trylast=True)
def pytest_report_header(config):
    return "full counts: " + ("run" if config.getoption("--long") else "left out, add --long")
