from django.apps import AppConfig


class ReportsConfig(AppConfig):
    name = "reports"

    def ready(self) -> None:
        from reports.domain.withdraw_names import withdraw_files
        from reports.needs import paper_needs
        from tournaments.hooks import names_withdrawn, needs_asked

        needs_asked.connect(paper_needs, dispatch_uid="reports.needs")
        names_withdrawn.connect(withdraw_files, dispatch_uid="reports.withdraw_files")
