"""What `import --check` prints of a trace, whatever becomes of the game in it."""

from tests.cli.running import trace


def test_a_compared_file_is_told_though_its_game_cannot_be_taken_in(log):
    log.done("import", trace("pp-2p-01"))
    other = log.folder / "pp-2p-01.jsonl.gz"
    other.write_bytes(trace("pp-2p-02").read_bytes())

    alone = log.run("import", "--check", other)
    beside = log.run("import", "--check", other, trace("pp-3p-06"))

    told = "pp-2p-01.jsonl.gz: steps 105, compared 102, dropped no-ops 3, expected differences 0, divergences 0\n"
    assert alone.code == beside.code == 0
    assert told in alone.out
    assert told in beside.out
    assert 'there is another game "pp-2p-01" already' in alone.err
    assert 'there is another game "pp-2p-01" already' in beside.err
