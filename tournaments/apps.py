from importlib import import_module

from django.apps import AppConfig

#: Each registers its format of play with `formats.registry`.
FORMATS = ("tournaments.formats.swiss",)


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        for module in FORMATS:
            import_module(module)
