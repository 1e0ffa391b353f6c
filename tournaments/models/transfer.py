"""Tournaments that came out of a file."""

from __future__ import annotations

from django.db import models

from .people import User
from .tournament import Tournament


class Import(models.Model):
    """Where an imported tournament came from. Its own log ends as it did there, so that the file
    made of it here is the one it was made from; that it came, and who brought it, stands here."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.PROTECT, related_name="import_of"
    )
    #: Empty when a command did it.
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    #: SHA-256 of the file.
    digest = models.CharField(max_length=64)
    #: When the file was written, and the address the tournament had there.
    written_at = models.DateTimeField()
    address = models.CharField(max_length=60)
    #: Whether the file had e-mail addresses, telephone numbers and letters.
    contacts = models.BooleanField()
    #: How far the log came, and the digest it ended with.
    log_place = models.PositiveIntegerField()
    log_digest = models.CharField(max_length=64)
    #: Whether every event of it was found as it was sealed.
    log_whole = models.BooleanField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.at}"
