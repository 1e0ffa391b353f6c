from django.apps import AppConfig


class JudgingConfig(AppConfig):
    name = "judging"

    def ready(self) -> None:
        from games.hooks import result_deciding
        from judging import log_words, result_history, undo, wall
        from judging.domain.disqualified import keep_out
        from judging.domain.merge_guard import keep_rulings
        from judging.domain.result_guard import keep_judged_round, keep_to_the_ruling
        from judging.hooks import call_waiting
        from judging.needs import calls_waiting, judge_needs, table_words
        from judging.person_told import titles
        from judging.push.notes import call_waits
        from tournaments.hooks import (
            letting_in,
            merging,
            needs_asked,
            person_told,
            tables_asked,
            unpublishing,
            waiting_asked,
        )

        log_words.register()
        wall.register()
        undo.register()
        result_history.register()
        result_deciding.connect(keep_to_the_ruling, dispatch_uid="judging.keep_to_the_ruling")
        needs_asked.connect(judge_needs, dispatch_uid="judging.needs")
        waiting_asked.connect(calls_waiting, dispatch_uid="judging.calls_waiting")
        tables_asked.connect(table_words, dispatch_uid="judging.table_words")
        merging.connect(keep_rulings, dispatch_uid="judging.keep_rulings")
        letting_in.connect(keep_out, dispatch_uid="judging.keep_out")
        person_told.connect(titles, dispatch_uid="judging.person_told")
        call_waiting.connect(call_waits, dispatch_uid="judging.call_waits")
        unpublishing.connect(keep_judged_round, dispatch_uid="judging.keep_judged_round")
