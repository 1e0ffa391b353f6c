"""Kroket, croquet with cards: courses and decks as data, games, records, results, bots, pictures.

``validate_result`` says what is wrong with a reported result. Rule ids in comments, refusals and
problems are those of the rule ledger that judges cite.
"""

from games.rules.kroket.result import validate_result

__all__ = ["validate_result"]
