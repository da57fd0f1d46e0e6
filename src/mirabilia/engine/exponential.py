"""The exponential function of compiled code, the same to the last bit on every machine and in plain mode.

C libraries round it differently. This one is the usual reduction to a small argument and a rational approximation
there (as in fdlibm), within one unit in the last place, in nothing but additions, multiplications and divisions, which
every machine rounds alike.
"""

from __future__ import annotations

import numpy as np

from mirabilia.engine.compiling import compiled
from mirabilia.engine.records import table

LOWEST, HIGHEST = -708.0, 709.0  # outside of these it is 0, or stays what it is at the end
_LN2_HIGH, _LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
_LN2_INVERSE = 1.44269504088896338700
_P1, _P2, _P3 = 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05
_P4, _P5 = -1.65339022054652515390e-06, 4.13813679705723846039e-08
_LEAST = -1022
_POWERS = table([2.0**k for k in range(_LEAST, 1024)], np.float64)


@compiled
def exp(x: float) -> float:
    """e to the x."""
    if x < LOWEST:
        return 0.0
    x = min(x, HIGHEST)
    k = int(x * _LN2_INVERSE + (0.5 if x >= 0.0 else -0.5))
    high = x - k * _LN2_HIGH
    low = k * _LN2_LOW
    r = high - low
    t = r * r
    c = r - t * (_P1 + t * (_P2 + t * (_P3 + t * (_P4 + t * _P5))))
    y = 1.0 - ((low - (r * c) / (2.0 - c)) - high)
    return y * _POWERS[k - _LEAST]
