from django.apps import AppConfig


class ReportsConfig(AppConfig):
    name = "reports"

    def ready(self) -> None:
        from reports.domain.withdraw_names import withdraw_files
        from tournaments.hooks import names_withdrawn

        names_withdrawn.connect(withdraw_files, dispatch_uid="reports.withdraw_files")
