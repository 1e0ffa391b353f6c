"""The log in words: one sentence for each verb, the changes as people read them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.log_fields import SILENT, field_name, value_text
from tournaments.models import Event
from tournaments.privacy.tombstones import as_read

#: Verb -> what it did to the subject. `%(subject)s` is how people call it.
SENTENCES: dict[str, str | Promise] = {
    "tournament.create": gettext_lazy("created the tournament"),
    "tournament.edit": gettext_lazy("changed the settings"),
    "tournament.finish": gettext_lazy("finished the tournament"),
    "tournament.reopen": gettext_lazy("opened the tournament again"),
    "tournament.set-right": gettext_lazy("decided what to do about what did not fit"),
    "tournament.set-right-undo": gettext_lazy("took back what was put right"),
    "table.service": gettext_lazy("changed whether table %(subject)s is used"),
    "table.access": gettext_lazy("changed whether table %(subject)s is reached without steps"),
    "table.arrange": gettext_lazy("arranged the tables on the floor plan"),
    "table.arrange-undo": gettext_lazy("put the tables back where they stood on the floor plan"),
    "stage.tables": gettext_lazy("changed which tables are kept for whom: %(subject)s"),
    "role.give": gettext_lazy("gave %(subject)s a role"),
    "role.take": gettext_lazy("took the role from %(subject)s"),
    "role.join": gettext_lazy("came by an invitation: %(subject)s"),
    "role.invite": gettext_lazy("made an invitation: %(subject)s"),
    "role.revoke-invitation": gettext_lazy("withdrew an invitation: %(subject)s"),
    "role.restore-invitation": gettext_lazy("let an invitation hold again: %(subject)s"),
    "role.log-out": gettext_lazy("logged %(subject)s out"),
    "role.password": gettext_lazy("set a new password for %(subject)s"),
    "entries.import": gettext_lazy("imported %(subject)s"),
    "entries.absent": gettext_lazy("marked all those left as absent: %(subject)s"),
    "entries.absent-undo": gettext_lazy("took back that those left are absent: %(subject)s"),
    "entry.register": gettext_lazy("registered %(subject)s"),
    "entry.edit": gettext_lazy("changed %(subject)s"),
    "entry.check-in": gettext_lazy("checked in %(subject)s"),
    "entry.late": gettext_lazy("marked %(subject)s as late"),
    "entry.absent": gettext_lazy("marked %(subject)s as absent"),
    "entry.wait": gettext_lazy("set %(subject)s back to waiting"),
    "entry.new-code": gettext_lazy("gave %(subject)s a new code"),
    "entry.withdraw": gettext_lazy("withdrew %(subject)s"),
    "entry.disqualify": gettext_lazy("disqualified %(subject)s"),
    "entry.undo": gettext_lazy("took back the last change of %(subject)s"),
    "entry.return": gettext_lazy("brought %(subject)s back"),
    "entry.first-round": gettext_lazy("set the first round of %(subject)s"),
    "entry.sit-out": gettext_lazy("let %(subject)s sit a round out"),
    "entry.sit-out-undo": gettext_lazy("took back that %(subject)s sits a round out"),
    "entry.keep-apart": gettext_lazy("decided whom %(subject)s is not to meet"),
    "entry.keep-apart-undo": gettext_lazy("let %(subject)s meet somebody again"),
    "entry.substitute": gettext_lazy("let somebody else play in %(subject)s"),
    "entry.substitute-undo": gettext_lazy("took back who plays in %(subject)s"),
    "entry.merge": gettext_lazy("merged a doubled entry into %(subject)s"),
    "entry.merge-undo": gettext_lazy("took a merging apart again: %(subject)s"),
    "entry.pay": gettext_lazy("marked what was paid: %(subject)s"),
    "entry.pay-undo": gettext_lazy("took back what was marked as paid: %(subject)s"),
    "registration.edit": gettext_lazy("changed how people sign up"),
    "signup.send": gettext_lazy("received a registration: %(subject)s"),
    "signup.confirm": gettext_lazy("took in a confirmed registration: %(subject)s"),
    "signup.change": gettext_lazy("changed a registration: %(subject)s"),
    "signup.cancel": gettext_lazy("cancelled a registration: %(subject)s"),
    "signup.offer": gettext_lazy("offered a free place: %(subject)s"),
    "signup.accept": gettext_lazy("took in one who had been offered a place: %(subject)s"),
    "signup.expire": gettext_lazy("closed a registration nobody answered for: %(subject)s"),
    "signup.join": gettext_lazy("took in one who was invited: %(subject)s"),
    "signup.invite-anew": gettext_lazy("withdrew an invitation and made a new one: %(subject)s"),
    "signup.link": gettext_lazy("sent a new link: %(subject)s"),
    "signup.enter": gettext_lazy("moved a registration into the list: %(subject)s"),
    "stage.add": gettext_lazy("added a stage: %(subject)s"),
    "stage.edit": gettext_lazy("changed a stage: %(subject)s"),
    "stage.move": gettext_lazy("moved a stage: %(subject)s"),
    "stage.remove": gettext_lazy("removed a stage: %(subject)s"),
    "stage.preset": gettext_lazy("chose how the tournament is played"),
    "stage.begin": gettext_lazy("began a stage: %(subject)s"),
    "stage.unbegin": gettext_lazy("took the beginning of a stage back: %(subject)s"),
    "round.draw": gettext_lazy("drew: %(subject)s"),
    "round.redraw": gettext_lazy("drew again: %(subject)s"),
    "round.discard": gettext_lazy("threw the draft away: %(subject)s"),
    "round.publish": gettext_lazy("published: %(subject)s"),
    "round.unpublish": gettext_lazy("took the publication back: %(subject)s"),
    "round.close": gettext_lazy("closed: %(subject)s"),
    "round.reopen": gettext_lazy("opened again: %(subject)s"),
    "draft.swap": gettext_lazy("swapped two in the draft: %(subject)s"),
    "draft.bye": gettext_lazy("gave somebody else the bye: %(subject)s"),
    "draft.table": gettext_lazy("moved tables in the draft: %(subject)s"),
    "draft.take-out": gettext_lazy("took somebody out of the draft: %(subject)s"),
    "draft.put-in": gettext_lazy("put somebody into the draft: %(subject)s"),
    "draft.undo": gettext_lazy("took back a change of the draft: %(subject)s"),
    "round.game-settings": gettext_lazy("said how a round is played: %(subject)s"),
    "stage.game-settings": gettext_lazy("said how a stage is played: %(subject)s"),
    "round.swap-places": gettext_lazy("let two change places: %(subject)s"),
    "pairing.move-table": gettext_lazy("moved a game to another table: %(subject)s"),
    "clock.start": gettext_lazy("started the clock: %(subject)s"),
    "clock.undo-start": gettext_lazy("took the start of the clock back: %(subject)s"),
    "clock.pause": gettext_lazy("paused the clock: %(subject)s"),
    "clock.resume": gettext_lazy("let the clock run on: %(subject)s"),
    "clock.undo-pause": gettext_lazy("took a pause of the clock back: %(subject)s"),
    "clock.undo-resume": gettext_lazy("let the clock stand still after all: %(subject)s"),
    "clock.length": gettext_lazy("changed the playing time: %(subject)s"),
    "clock.end": gettext_lazy("ended the playing time: %(subject)s"),
    "table.extend": gettext_lazy("gave extra time: %(subject)s"),
    "table.withdraw-extension": gettext_lazy("took extra time back: %(subject)s"),
    "result.record": gettext_lazy("entered a result: %(subject)s"),
    "result.correct": gettext_lazy("corrected a result: %(subject)s"),
    "result.remove": gettext_lazy("took a result away: %(subject)s"),
    "result.undo": gettext_lazy("took back the last change of a result: %(subject)s"),
    "result.agree": gettext_lazy("agreed on a result, each on their own: %(subject)s"),
    "claim.enter": gettext_lazy("said how their game ended: %(subject)s"),
    "claim.differ": gettext_lazy("said otherwise than the other side: %(subject)s"),
    "claim.withdraw": gettext_lazy("took back what they had said: %(subject)s"),
    "record.attach": gettext_lazy("attached the record of a game: %(subject)s"),
    "document.ask": gettext_lazy("asked for a paper: %(subject)s"),
    "document.cancel": gettext_lazy("stopped a paper: %(subject)s"),
    "timetable.set": gettext_lazy("set the timetable"),
    "privacy.erase": gettext_lazy("erased what is kept about a player, now called %(subject)s"),
    "privacy.initials": gettext_lazy("decided how a player is shown in public: %(subject)s"),
    "privacy.days": gettext_lazy("decided how long contact details are kept"),
    "privacy.retention": gettext_lazy("erased all contact details"),
    "qualifiers.set": gettext_lazy("decided which tournaments lead to this one"),
    "entries.qualified": gettext_lazy("brought in those who qualified: %(subject)s"),
    "tournament.export": gettext_lazy("had the tournament made as a file"),
    "webhook.add": gettext_lazy("had a program told of what happens: %(subject)s"),
    "webhook.edit": gettext_lazy("changed what a program is told: %(subject)s"),
    "webhook.on": gettext_lazy("switched a webhook on: %(subject)s"),
    "webhook.off": gettext_lazy("switched a webhook off: %(subject)s"),
    "webhook.pause": gettext_lazy("paused a webhook that nobody answers: %(subject)s"),
    "webhook.secret": gettext_lazy("gave a webhook another secret: %(subject)s"),
    "webhook.test": gettext_lazy("tried a webhook: %(subject)s"),
    "webhook.again": gettext_lazy("had a message to a program sent again: %(subject)s"),
    "webhook.remove": gettext_lazy("removed a webhook: %(subject)s"),
    "mail.again": gettext_lazy("had a letter sent again: %(subject)s"),
    "mail.all-again": gettext_lazy("had all letters tried again that were not sent: %(subject)s"),
}


#: Verbs that only players do, on their own phones: nobody has to log in for them.
BY_PLAYERS: frozenset[str] = frozenset(
    {"result.agree", "claim.enter", "claim.differ", "claim.withdraw"}
)


@dataclass(frozen=True)
class Told:
    """An event as the log page shows it."""

    event: Event
    actor: str
    sentence: str
    #: Field, before, after; only what differs.
    changes: tuple[tuple[str, str, str], ...]
    #: What the log page says of taking it back (`tournaments.undo.offers`).
    offer: object = None


def told(events: Iterable[Event], *, drafts: bool = True) -> list[Told]:
    """`events` in words, in the active language. Without `drafts` what was changed in one is kept
    back, and that it was changed is told. Names of those who were erased are covered."""
    return [
        Told(
            event=event,
            actor=_actor(event),
            sentence=str(SENTENCES.get(event.verb, "%(subject)s: " + event.verb))
            % {"subject": event.subject},
            changes=tuple(_changes(event)) if drafts or not event.verb.startswith("draft.") else (),
        )
        for event in as_read(events)
    ]


def _actor(event: Event) -> str:
    if event.actor is not None:
        return event.actor.display_name
    return _("The players") if event.verb in BY_PLAYERS else _("Startfelt")


def _changes(event: Event) -> Iterable[tuple[str, str, str]]:
    for field in dict.fromkeys([*event.before, *event.after]):
        old = value_text(field, event.before.get(field))
        new = value_text(field, event.after.get(field))
        if old != new and field not in SILENT:
            yield field_name(event.verb, field), old, new
