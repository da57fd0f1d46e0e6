"""Names of types for annotations."""

from numpy import ndarray

NDArray = ndarray
ArrayLike = DTypeLike = object
