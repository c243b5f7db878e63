"""A territory keeps its number when another one, or it itself, is split."""

from __future__ import annotations

from random import Random

import pytest

from scoring.perladora.rules import as_they_arose, open_lines, territories

CORNER = (((0, 1), (0, 2)), ((1, 1), (1, 2)), ((1, 0), (2, 0)), ((1, 1), (2, 1)))


def test_the_larger_part_keeps_its_number() -> None:
    whole, corner = as_they_arose(CORNER)
    assert (len(whole), len(corner)) == (36, 4)
    assert as_they_arose(CORNER[:3]) == territories(CORNER[:3])


@pytest.mark.parametrize("seed", range(20))
def test_a_territory_that_is_not_split_keeps_its_number(seed: int) -> None:
    rng, lines = Random(seed), ()
    before = as_they_arose(lines)
    while (free := open_lines(lines)) and len(lines) < 35:
        lines = (*lines, rng.choice(free))
        after = as_they_arose(lines)
        assert sorted(map(sorted, after)) == sorted(map(sorted, territories(lines)))
        changed = [at for at, squares in enumerate(before) if squares != after[at]]
        assert len(changed) == len(after) - len(before) <= 1
        assert all(after[at] < before[at] and 2 * len(after[at]) >= len(before[at]) for at in changed)
        before = after
