from importlib import import_module

from django.apps import AppConfig
from django.db.models.signals import post_migrate

#: Each registers its format of play with `formats.registry`; `stage_formats` has a row for each.
FORMATS = (
    "tournaments.formats.swiss",
    "tournaments.formats.round_robin",
    "tournaments.formats.groups",
    "tournaments.formats.knockout",
    "tournaments.formats.double_elimination",
    "tournaments.formats.multi_seat",
    "tournaments.formats.individual",
    "tournaments.formats.schedule",
)


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        for module in FORMATS:
            import_module(module)
        from .log_guard import guard_after_migrate

        post_migrate.connect(guard_after_migrate, sender=self, dispatch_uid="log-guard")
        from django.contrib.auth.signals import user_logged_in, user_logged_out

        from .control.own import own_needs
        from .domain.act import event_recorded
        from .hooks import needs_asked
        from .people.log_ins import begin, leave
        from .registration.move_up import on_event
        from .undo.own import register_own
        from .webhooks.needs import webhook_needs
        from .webhooks.tell import on_event as tell_programs

        register_own()
        needs_asked.connect(own_needs, dispatch_uid="tournaments.needs")

        needs_asked.connect(webhook_needs, dispatch_uid="tournaments.webhooks")
        event_recorded.connect(on_event, dispatch_uid="waiting-list")
        event_recorded.connect(tell_programs, dispatch_uid="webhooks")
        user_logged_in.connect(begin, dispatch_uid="log-ins")
        user_logged_out.connect(leave, dispatch_uid="log-ins")
