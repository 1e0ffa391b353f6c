"""Before a draw: who is not here, who comes in, who will sit out?"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats.swiss_field import build_field
from tournaments.formats.swiss_options import SwissOptions
from tournaments.models import Entry, Seat, Stage

from .draw_request import draw_request, proposed_seed
from .preflight_model import Level, Note, Scene
from .stages import members_of


def not_checked_in(scene: Scene) -> list[Note]:
    waiting = tuple(entry for entry in scene.entries if entry.state == Entry.State.REGISTERED)
    if not waiting or scene.laid_down:
        return []
    return [
        Note(
            "not-checked-in",
            Level.WARNING,
            ngettext(
                "One is registered and not checked in: it is not drawn.",
                "%(count)s are registered and not checked in: they are not drawn.",
                len(waiting),
            )
            % {"count": len(waiting)},
            _("Check them in if they are here."),
            entries=waiting,
        )
    ]


def absent(scene: Scene) -> list[Note]:
    away = tuple(entry for entry in scene.entries if entry.state == Entry.State.ABSENT)
    if not away or scene.facts.row.tree:
        return []
    return [
        Note(
            "absent",
            Level.INFO,
            ngettext(
                "One is marked absent and sits this round out.",
                "%(count)s are marked absent and sit this round out.",
                len(away),
            )
            % {"count": len(away)},
            entries=away,
        )
    ]


def newcomers(scene: Scene) -> list[Note]:
    if scene.number == scene.facts.offset + 1 or scene.stuck:
        return []
    seen = set(Seat.objects.filter(round__stage=scene.stage).values_list("entry_id", flat=True))
    if scene.laid_down:
        known = seen | set(members_of(scene.facts))
        late = tuple(entry for entry in scene.entries if entry.playing and entry.pk not in known)
        return [_too_late(scene, late)] if late else []
    new = tuple(entry for entry in scene.playing if entry.pk not in seen)
    if not new:
        return []
    return [
        Note(
            "newcomers",
            Level.INFO,
            ngettext(
                "One comes in with this round.", "%(count)s come in with this round.", len(new)
            )
            % {"count": len(new)},
            entries=new,
        )
    ]


def _too_late(scene: Scene, late: tuple[Entry, ...]) -> Note:
    return Note(
        "too-late",
        Level.WARNING,
        ngettext(
            "One came after %(stage)s had begun, and has no place in it.",
            "%(count)s came after %(stage)s had begun, and have no place in it.",
            len(late),
        )
        % {"count": len(late), "stage": scene.facts.name},
        entries=late,
    )


def bye(scene: Scene) -> list[Note]:
    if not scene.byes or not scene.games:
        return []
    if scene.facts.row.several or scene.facts.row.partners:
        # Said with the tables.
        return []
    expected = expected_bye(scene.stage, scene.number)
    by_pk = {entry.pk: entry for entry in scene.playing}
    if expected in by_pk:
        what = _(
            "The number is odd: %(entry)s sits out, if nothing else follows from the draw."
        ) % {"entry": by_pk[expected].name}
    elif scene.facts.row.tree:
        what = ngettext(
            "One goes on without a game.", "%(count)s go on without a game.", scene.byes
        ) % {"count": scene.byes}
    elif scene.byes == 1 and len(scene.playing) % 2:
        what = _("The number is odd: one sits out.")
    else:
        what = ngettext(
            "The number does not go up: one sits out.",
            "The number does not go up: %(count)s sit out.",
            scene.byes,
        ) % {"count": scene.byes}
    entries = (by_pk[expected],) if expected in by_pk else ()
    return [Note("bye", Level.INFO, what, entries=entries)]


def expected_bye(stage: Stage, number: int) -> int | None:
    """The entry a Swiss draw with the proposed seed would first think of for the bye.

    Cheap: the draw itself is not made. None where nobody sits out, and in other formats.
    """
    if stage.format != Stage.Format.SWISS:
        return None
    request = draw_request(stage, number, proposed_seed(stage.tournament, number))
    if not isinstance(request.options, SwissOptions):
        return None
    field = build_field(request, request.options)
    return None if field.expected_bye is None else field.contenders[field.expected_bye].id
