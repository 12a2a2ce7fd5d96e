"""Opens attention weights of any model in Regard, and makes figures of them.

Weights are what a model returns: a tuple with one array a layer, each heads × queries × keys (float32, float16 or
bfloat16) or with a batch before that, or one such array; or the whole output of a model of the transformers library, or of
its ``generate``. Arrays may be of numpy, torch or jax, or nested lists. Layers and heads count from 1 where
they are named, as everywhere in Regard.
"""

from ._attention import save
from ._program import ProgramNotFound, RegardError
from ._show import Figure, figure, show, trace

__all__ = ["Figure", "ProgramNotFound", "RegardError", "figure", "save", "show", "trace"]
__version__ = "1.0.0"
