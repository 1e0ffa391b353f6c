"""What programs come in with: tokens, and what was answered to a request that may be sent again."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .people import User
from .tournament import Tournament


class ApiToken(models.Model):
    """A key that lets a program act for an account, within its scopes, until it expires.

    Only a digest is stored: the key itself is shown once, when it is made. It holds 256 random
    bits, so a plain SHA-256 of it cannot be guessed back.
    """

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=80)
    #: Empty: every tournament in which the account has a role.
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, null=True, blank=True, related_name="api_tokens"
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    #: How the key begins, so that its owner can tell which is which.
    begins = models.CharField(max_length=12, editable=False)
    #: Of `tournaments.api.scopes.SCOPES`.
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    #: Written at most every few minutes, so that reading costs no write.
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.name


class ApiAnswer(models.Model):
    """What was answered to a request with an `Idempotency-Key`, for the same request again."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=64)
    #: SHA-256 of method, address and body: another request with the same key is told apart.
    digest = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True, db_index=True)
    #: Empty while it is being done, and where it failed: then it is done again.
    status = models.PositiveSmallIntegerField(null=True)
    body = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="one_api_answer_per_key")
        ]

    def __str__(self) -> str:
        return self.key
