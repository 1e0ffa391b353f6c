from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.domain.round_guard import keep_begun_round
        from tournaments.hooks import unpublishing

        unpublishing.connect(keep_begun_round, dispatch_uid="games.keep_begun_round")
