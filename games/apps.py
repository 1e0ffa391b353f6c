from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import undo, wall
        from games.claim_states import open_words
        from games.code_logs import hide_codes
        from games.domain.dropped_games import put_result_back, take_result_away
        from games.domain.round_guard import game_has_begun, keep_begun_round
        from games.game_settings import (
            kroket_courses,
            kroket_decks,
            kroket_fits,
            kroket_note,
            kroket_sides,
        )
        from games.needs import disputes, game_needs, glance, table_words
        from games.queries import endings_in
        from tournaments.game_settings import FITS, LISTS, NOTES, SIDES
        from tournaments.hooks import (
            begun,
            endings_asked,
            game_dropped,
            game_returned,
            glances_asked,
            needs_asked,
            tables_asked,
            unpublishing,
            waiting_asked,
        )
        from tournaments.missing_words import SENTENCES
        from tournaments.models import Game

        wall.register()
        undo.register()
        LISTS["kroket.course"], LISTS["kroket.deck"] = kroket_courses, kroket_decks
        FITS[Game.KROKET], SIDES[Game.KROKET] = kroket_fits, kroket_sides
        NOTES[Game.KROKET] = kroket_note

        if open_words not in SENTENCES:
            SENTENCES.append(open_words)
        hide_codes()
        begun.connect(game_has_begun, dispatch_uid="games.game_has_begun")
        unpublishing.connect(keep_begun_round, dispatch_uid="games.keep_begun_round")
        game_dropped.connect(take_result_away, dispatch_uid="games.take_result_away")
        needs_asked.connect(game_needs, dispatch_uid="games.needs")
        tables_asked.connect(table_words, dispatch_uid="games.table_words")
        endings_asked.connect(endings_in, dispatch_uid="games.endings_in")
        waiting_asked.connect(disputes, dispatch_uid="games.disputes")
        glances_asked.connect(glance, dispatch_uid="games.glance")
        game_returned.connect(put_result_back, dispatch_uid="games.put_result_back")
