from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from celery.signals import task_postrun, task_prerun
        from django.db.backends.signals import connection_created

        from config import log_in
        from config.live.relay import announce, announce_end
        from config.logs.context import forget_task, note_task
        from config.logs.queries import observe_connection
        from config.metrics.count import count_document, count_event
        from reports.domain.make_document import document_ended
        from tournaments.domain.act import event_recorded
        from tournaments.hooks import access_ended

        log_in.connect()
        event_recorded.connect(announce, dispatch_uid="live")
        event_recorded.connect(count_event, dispatch_uid="metrics")
        document_ended.connect(count_document, dispatch_uid="metrics")
        connection_created.connect(observe_connection, dispatch_uid="queries")
        task_prerun.connect(note_task, dispatch_uid="logs", weak=False)
        task_postrun.connect(forget_task, dispatch_uid="logs", weak=False)
        access_ended.connect(announce_end, dispatch_uid="live")
