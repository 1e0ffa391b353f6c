"""Complete records of games, as they were played move by move."""

from __future__ import annotations

from django.db import models

from .result import Result


class GameRecord(models.Model):
    """The record of the game that a result came from. It was replayed before it was saved.

    It belongs to one version of a result: a correction that contradicts it leaves it with the
    version it proves.
    """

    result = models.OneToOneField(Result, on_delete=models.PROTECT, related_name="record")
    #: In the text form of the game's rules engine; for Partners see docs/developers.
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]

    def __str__(self) -> str:
        return str(self.result)
