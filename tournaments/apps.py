from importlib import import_module

from django.apps import AppConfig

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
