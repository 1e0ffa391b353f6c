from django.apps import AppConfig


class ReportsConfig(AppConfig):
    name = "reports"

    def ready(self) -> None:
        from reports.coming import planned_after
        from reports.domain.withdraw_names import withdraw_files
        from reports.needs import paper_needs
        from tournaments.hooks import coming_asked, names_withdrawn, needs_asked

        coming_asked.connect(planned_after, dispatch_uid="reports.planned_after")
        needs_asked.connect(paper_needs, dispatch_uid="reports.needs")
        names_withdrawn.connect(withdraw_files, dispatch_uid="reports.withdraw_files")
