from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.domain.round_guard import keep_begun_round
        from games.game_settings import kroket_courses, kroket_decks, kroket_fits
        from tournaments.game_settings import FITS, LISTS
        from tournaments.hooks import unpublishing
        from tournaments.models import Game

        LISTS["kroket.course"], LISTS["kroket.deck"] = kroket_courses, kroket_decks
        FITS[Game.KROKET] = kroket_fits

        unpublishing.connect(keep_begun_round, dispatch_uid="games.keep_begun_round")
