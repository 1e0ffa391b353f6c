"""Finite arithmetic for the constructions in `designs`: Galois fields and their products."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product


class GaloisField:
    """The field of `prime ** degree` elements, numbered from 0; 0 and 1 are zero and one."""

    def __init__(self, prime: int, degree: int) -> None:
        self.order: int = prime**degree
        self.prime = prime
        self.powers = _powers_of_a_generator(prime, degree)
        """1, x, x², … for a generator x of the non-zero elements."""
        self.logs = {element: exponent for exponent, element in enumerate(self.powers)}

    def add(self, one: int, other: int) -> int:
        total, unit = 0, 1
        while one or other:
            total += (one + other) % self.prime * unit
            one, other, unit = one // self.prime, other // self.prime, unit * self.prime
        return total

    def multiply(self, one: int, other: int) -> int:
        if not one or not other:
            return 0
        return self.powers[(self.logs[one] + self.logs[other]) % (self.order - 1)]


def _powers_of_a_generator(prime: int, degree: int) -> tuple[int, ...]:
    """The non-zero elements as powers of x modulo the first primitive polynomial there is.

    Elements are numbers whose digits to base `prime` are coefficients, lowest first."""
    order: int = prime**degree
    top = order // prime
    units = [prime**place for place in range(degree)]
    for rest in product(range(prime), repeat=degree):
        powers = [1]
        while len(powers) < order:
            lead, low = divmod(powers[-1], top)
            digits = [low * prime // unit % prime for unit in units]
            shifted = [(d + lead * r) % prime for d, r in zip(digits, rest, strict=True)]
            value = 0
            for digit in reversed(shifted):
                value = value * prime + digit
            powers.append(value)
            if powers[-1] in (0, 1):
                break
        if len(powers) == order and powers[-1] == 1:
            return tuple(powers[:-1])
    raise ValueError(f"no field of {order} elements")


class Ring:
    """A product of fields: as many elements as `order` says, added and multiplied by parts."""

    def __init__(self, fields: Sequence[GaloisField]) -> None:
        self.fields = tuple(fields)
        self.elements = tuple(product(*(range(field.order) for field in fields)))
        self.distinct = min(field.order for field in fields)
        """So many elements differ pairwise by something that can be divided by."""

    def line(self, slope: tuple[int, ...], at: int, offset: tuple[int, ...]) -> int:
        """Number of the element `slope * (at, at, …) + offset`."""
        number = 0
        for field, s, o in zip(self.fields, slope, offset, strict=True):
            number = number * field.order + field.add(field.multiply(s, at), o)
        return number


def prime_powers(number: int) -> list[tuple[int, int]]:
    """The factorisation, as primes with their exponents."""
    found: list[tuple[int, int]] = []
    divisor = 2
    while number > 1:
        exponent = 0
        while number % divisor == 0:
            number //= divisor
            exponent += 1
        if exponent:
            found.append((divisor, exponent))
        divisor += 1
    return found


@lru_cache(maxsize=64)
def field_of_order(order: int) -> GaloisField | None:
    """The field of so many elements, where there is one."""
    factors = prime_powers(order)
    return GaloisField(*factors[0]) if len(factors) == 1 else None


@lru_cache(maxsize=64)
def ring_of_order(order: int) -> Ring | None:
    """The product of fields with so many elements in all; None below two."""
    factors = prime_powers(order)
    return Ring([GaloisField(*factor) for factor in factors]) if factors else None
