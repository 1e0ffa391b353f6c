from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config.live.relay import announce
        from tournaments.domain.act import event_recorded

        event_recorded.connect(announce, dispatch_uid="live")
