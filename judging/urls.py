"""Addresses of `judging`: the judges' pages at the desk, and what the tables see of them."""

from __future__ import annotations

from django.urls import path

from judging.views import calls, fair_play, long_games, phones, public, rule_desk, rulings

_DESK = "desk/<slug:slug>/judges/"
_TABLE = f"{_DESK}rounds/<int:n>/tables/<int:number>/"

urlpatterns = [
    path(_DESK, calls.calls, name="desk-calls"),
    path(f"{_DESK}watch/", calls.watch, name="desk-calls-watch"),
    path(f"{_DESK}phones/", phones.phones, name="desk-phones"),
    path(f"{_DESK}call/", calls.new, name="desk-call-new"),
    path(f"{_DESK}call/<int:pk>/withdraw/", calls.withdraw, name="desk-call-withdraw"),
    path(f"{_DESK}call/<int:pk>/do/<slug:verb>/", calls.do, name="desk-call-do"),
    path(f"{_DESK}clock/<int:number>/", calls.go, name="desk-call-go"),
    path(f"{_DESK}long/", long_games.long_games, name="desk-long-games"),
    path(_TABLE, long_games.long_game, name="desk-long-game"),
    path(f"{_TABLE}step/", long_games.step, name="desk-long-step"),
    path(f"{_TABLE}willingness/", long_games.willingness, name="desk-willingness"),
    path(f"{_TABLE}forecast/", long_games.forecast, name="desk-forecast"),
    path(f"{_TABLE}forecast/piece/", long_games.forecast_piece, name="desk-forecast-piece"),
    path(f"{_TABLE}position/", rule_desk.keep_position, name="desk-position"),
    path(f"{_DESK}rulings/", rulings.rulings, name="desk-rulings"),
    path(f"{_DESK}rulings/new/", rulings.new, name="desk-ruling-new"),
    path(f"{_DESK}rulings/casebook/", rulings.the_casebook, name="desk-casebook"),
    path(f"{_DESK}rulings/<int:number>/", rulings.ruling, name="desk-ruling"),
    path(f"{_DESK}rule-desk/", rule_desk.desk_rule_desk, name="desk-rule-desk"),
    path(f"{_DESK}fair-play/", fair_play.fair_play, name="desk-fair-play"),
    path(f"{_DESK}fair-play/<int:number>/", fair_play.note, name="desk-fair-play-note"),
    path(f"{_DESK}fair-play/strike/<int:pk>/", fair_play.strike, name="desk-fair-play-strike"),
    path("t/<slug:slug>/entries/<int:number>/call/", public.entry_call, name="entry-call"),
    path(
        "t/<slug:slug>/entries/<int:number>/call/withdraw/",
        public.entry_call_withdraw,
        name="entry-call-withdraw",
    ),
    path("t/<slug:slug>/tables/<int:number>/judges/", public.table_judges, name="table-judges"),
    path("t/<slug:slug>/rounds/<int:number>/long/", public.round_long, name="round-long"),
    path("t/<slug:slug>/rulings/", public.rulings, name="rulings"),
    path("t/<slug:slug>/rule-desk/", rule_desk.rule_desk, name="rule-desk"),
]
