"""Which rows of the output of ``generate`` belong to one of the sequences that it returned."""

from __future__ import annotations

import itertools
from typing import Any, Dict, List, NamedTuple, Optional

from ._layers import EAGER, are_steps
from ._tensor import shape_of


class Sequence(NamedTuple):
    """One of the sequences."""

    index: int
    count: int  # of sequences
    width: int  # tokens in each, with the padding behind those that ended early
    rows: List[int]  # of each step that wrote one of its tokens, which of the step's batch

    def source(self, batch: int, what: str) -> int:
        """Its source among so many sentences. The sequences of each stand together."""
        if batch == 0 or self.count % batch:
            raise ValueError(f"{what} is of {batch} sentences, of which {self.count} sequences cannot have been made")
        return self.index // (self.count // batch)


def _sources(parts: Dict[str, Any], sequences: Any) -> Optional[int]:
    """How many sentences the sequences were made from; None: that cannot be told."""
    encoder = parts.get("encoder")
    if encoder:
        return shape_of(encoder[0])[0]
    if "attentions" not in parts:
        return None
    prompt = shape_of(parts["attentions"][0][0])[2]
    return len({tuple(int(token) for token in row[:prompt]) for row in sequences})


def sequence_of(sequences: Any, beams: Any, parts: Dict[str, Any], index: Optional[int]) -> Sequence:
    """The one that index counts; the first where all are of one sentence. parts: the attentions by their names."""
    count, width = shape_of(sequences)
    steps = next(value for value in parts.values() if are_steps(value))
    if steps[0][0] is None or (parts.get("encoder") and parts["encoder"][0] is None):
        raise ValueError(EAGER)
    if index is None:
        if count > 1 and _sources(parts, sequences) != 1:
            raise ValueError(f"generate() returned {count} sequences of several sentences: say which one with "
                             "sequence=, counted from 0")
        index = 0
    if not 0 <= index < count:
        raise ValueError(f"sequence {index} is asked for, but generate() returned {count}, counted from 0")
    batch = shape_of(steps[0][0])[0]
    if beams is None:
        if batch != count:
            raise ValueError(f"generate() returned {count} sequences, but each step has {batch} in its batch, and there "
                             "are no beam_indices to say which belongs to which")
        return Sequence(index, count, width, [index] * len(steps))
    named = [[int(row) for row in each] for each in beams]
    if max(map(max, named)) >= batch:  # Whisper's generate() keeps as many rows as there are sequences, whichever they are
        raise ValueError(f"beam_indices name row {max(map(max, named))}, but each step has {batch} in its batch: this model's "
                         "generate() does not keep the attention of its beams; call it with num_beams=1")
    rows = list(itertools.takewhile(lambda row: row >= 0, named[index]))[: len(steps)]
    if not rows:
        raise ValueError(f"sequence {index} has no token: its beam_indices begin with -1")
    return Sequence(index, count, width, rows)
