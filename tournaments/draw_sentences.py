"""What draws, checks and changes say, as sentences: tables by code.

`draw_words` fills them in. Parameters that name entries are listed there.
"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

#: Why there is no draw.
ERRORS: dict[str, str | Promise] = {
    "too_few_tables": gettext_lazy(
        "The draw needs %(pairings)s tables, and %(tables)s are in service. "
        "Put up more tables or put some into service, then draw again."
    ),
    "too_few_entries": gettext_lazy("Too few are here for a game. Check in those who came."),
    "forbidden_pairs_leave_no_draw": gettext_lazy(
        "No draw keeps apart everybody who must not meet. Allow one of those meetings."
    ),
    "points_too_fine": gettext_lazy(
        "The points are too finely graded for a draw of %(entries)s. "
        "Use rounder points in the settings."
    ),
    "too_few_for_groups": gettext_lazy(
        "%(entries)s are too few for %(groups)s groups: each needs two. Make fewer groups in the "
        "settings, or check in those who came."
    ),
    "results_missing": gettext_lazy(
        "Who goes on is not known yet: results of the round before are missing. Enter them first."
    ),
    "no_winner": gettext_lazy(
        "A match of the round before has no winner. Correct its result, so that one goes on."
    ),
    "stage_finished": gettext_lazy("All rounds of this stage are played."),
    "entrants_changed": gettext_lazy(
        "Some would meet once more than the plan lets them: the list is not the one the earlier "
        "rounds were drawn with. Put back who was taken out of the stage."
    ),
    "groups_missing": gettext_lazy(
        "The groups of the first round are not there. Open the first round again and draw it anew."
    ),
    "round_before_missing": gettext_lazy("The round before has no matches. Draw that one first."),
    "no_schedule": gettext_lazy("The schedule is empty. Write it in the settings."),
    "unknown_entry": gettext_lazy("Somebody in an earlier round is not on the list of this stage."),
    "table_too_small": gettext_lazy("A table needs two sides at least. Change it in the settings."),
    "side_too_small": gettext_lazy("A side needs two players at least. Change it in the settings."),
    "options_of_another_format": gettext_lazy(
        "The options are those of another format. Save the stage in the settings once more."
    ),
}

#: About one pairing, its table, or the draw as a whole.
REASONS: dict[str, str | Promise] = {
    "same_points": gettext_lazy(
        "Same score group (%(points)s): numbers %(places)s of %(group_size)s in it."
    ),
    "float_alone": gettext_lazy(
        "%(down)s is alone on score %(points_down)s and floats down to %(up)s (%(points_up)s)."
    ),
    "float_met_all": gettext_lazy(
        "%(down)s has met all others on score %(points_down)s and floats down to %(up)s "
        "(%(points_up)s)."
    ),
    "float_odd_group": gettext_lazy(
        "An odd number has score %(points_down)s: %(down)s floats down to %(up)s (%(points_up)s)."
    ),
    "float_for_others": gettext_lazy(
        "%(down)s (score %(points_down)s) floats down to %(up)s (%(points_up)s), so that nobody "
        "else has to meet again or float further."
    ),
    "floats_down_again": gettext_lazy("%(entry)s has floated down lately too."),
    "floats_up_again": gettext_lazy("%(entry)s has floated up lately too."),
    "first_meeting": gettext_lazy("They have not met before."),
    "meet_again": gettext_lazy(
        "%(entries)s have met before (%(times)s): it was not to be avoided."
    ),
    "not_kept_apart": gettext_lazy("%(entries)s are of the same club or town."),
    "bye_lowest": gettext_lazy("%(entry)s is ranked last, with score %(points)s, and sits out."),
    "bye_lowest_without_one": gettext_lazy(
        "%(entry)s (score %(points)s) is the last in rank who has not had a bye."
    ),
    "bye_avoids_rematch": gettext_lazy(
        "%(entry)s (score %(points)s) sits out, though %(ranked_below)s are ranked below: "
        "otherwise two would have to meet again."
    ),
    "bye_all_had_one": gettext_lazy(
        "%(entry)s sits out again (byes so far: %(earlier_byes)s): nobody here has had fewer."
    ),
    "fixed_table": gettext_lazy("%(entry)s has table %(table)s as a fixed table."),
    "fixed_table_given_way": gettext_lazy(
        "%(entry)s would have fixed table %(wanted)s, but another one has it this round."
    ),
    "fixed_table_closed": gettext_lazy(
        "%(entry)s would have fixed table %(wanted)s, but it is not in service."
    ),
    "same_table_again": gettext_lazy(
        "%(entry)s has sat at table %(table)s before: it was not to be avoided."
    ),
    "field": gettext_lazy("%(entries)s were drawn, in %(score_groups)s score groups."),
    "second_bye_unavoidable": gettext_lazy("Somebody has the bye again: all have had one."),
    "rematch_unavoidable": gettext_lazy("Some meet again: no draw without that exists."),
    "repeated_float_unavoidable": gettext_lazy("Some float the same way again."),
    "not_all_kept_apart": gettext_lazy("Some of the same club or town meet."),
    "results_missing": gettext_lazy(
        "%(pairings)s results were missing when this was drawn (tables %(tables)s)."
    ),
    # Laid down beforehand
    "round_of": gettext_lazy("Round %(round)s of %(rounds)s."),
    "round_robin": gettext_lazy("Numbers %(places)s of the table meet in this round."),
    "sits_out": gettext_lazy("%(entry)s sits out in this round by the plan."),
    "sits_out_on_request": gettext_lazy("%(entry)s asked to sit this round out."),
    "opponent_away": gettext_lazy("%(entry)s sits out: %(opponent)s is not here."),
    "opponents_away": gettext_lazy("%(entry)s sits out: %(opponents)s are not here."),
    "scheduled": gettext_lazy("So it stands in the schedule."),
    "not_in_the_table": gettext_lazy(
        "%(entries)s came too late: no number of the table is free for them."
    ),
    "joins_group": gettext_lazy("%(entry)s came late and plays in %(group)s from now on."),
    "not_in_a_group": gettext_lazy("%(entries)s came too late: no group has room for them."),
    # A tree
    "knockout_seeds": gettext_lazy("Seeds %(places)s meet."),
    "bye_by_seed": gettext_lazy("%(entry)s is seed %(place)s and goes on without a game."),
    "from_slots": gettext_lazy("The winners of matches %(slots)s of the round before."),
    "losers_meet": gettext_lazy("The losers of matches %(slots)s of round %(round)s."),
    "drops_in": gettext_lazy(
        "%(entry)s lost match %(slot)s of round %(round)s and meets %(opponent)s here."
    ),
    "bracket_winners_meet": gettext_lazy("The winners of both brackets: %(entry)s – %(opponent)s."),
    "second_final": gettext_lazy("Both have lost once now: %(entry)s – %(opponent)s play again."),
    "opponent_out": gettext_lazy(
        "%(entry)s goes on without a game: nobody came out of the other match."
    ),
    "not_in_the_tree": gettext_lazy("%(entries)s came too late: the tree has no place for them."),
    "waits": gettext_lazy("%(entry)s waits: no match is left to play in this round."),
    # Larger tables
    "table_points": gettext_lazy("Points at this table: %(lowest)s to %(highest)s."),
    "smaller_table": gettext_lazy("A table of %(seats)s; others are of %(full)s."),
    "partners_again": gettext_lazy(
        "%(entries)s have been partners before (%(times)s): it was not to be avoided."
    ),
    "table_sizes": gettext_lazy("%(entries)s at %(tables)s tables (sizes %(sizes)s: %(counts)s)."),
    "byes_each_round": gettext_lazy("%(byes)s of %(entries)s sit out in each round."),
    "too_few_entries": gettext_lazy("%(entries)s are too few: a table needs %(least)s."),
    "round_of_design": gettext_lazy(
        "Round %(round)s of a plan of %(rounds)s in which as few as can be meet twice (%(design)s)."
    ),
    "round_searched": gettext_lazy("No plan for the whole event fits: the round was searched for."),
    "repeats": gettext_lazy("%(repeats)s meet again; fewer than %(least)s is impossible."),
    "partners_repeated": gettext_lazy("%(repeats)s are partners again."),
    "design_laid_down": gettext_lazy("A plan is laid down for the whole event."),
    "no_design": gettext_lazy("No plan for the whole event exists for %(entries)s."),
    "event_repeats": gettext_lazy("In the whole event some will meet more than once."),
    # Tables of the hall
    "table_not_accessible": gettext_lazy(
        "%(entry)s needs a table without steps, and table %(table)s is none."
    ),
    "no_accessible_table_left": gettext_lazy(
        "No table without steps was left for %(entries)s. Mark more tables in the settings."
    ),
    "outside_table_range": gettext_lazy("Table %(table)s is not one of those kept for %(group)s."),
    "table_kept_for_others": gettext_lazy("Table %(table)s is kept for another group."),
    "table_ranges_too_small": gettext_lazy(
        "%(pairings)s games found no table among those kept for their group."
    ),
    "table_occupied": gettext_lazy("%(entries)s sit at table %(table)s."),
    "fixed_table_of_another": gettext_lazy("Table %(table)s is the fixed table of %(entry)s."),
    "fixed_table_left": gettext_lazy("%(entry)s leaves its fixed table %(wanted)s."),
    # Who goes on
    "qualified": gettext_lazy("%(entry)s goes on: place %(rank)s."),
    "moves_up": gettext_lazy("%(entry)s moves up, since %(entries)s do not come."),
    "mates_meet": gettext_lazy(
        "Some of the same group can meet before the final: it was not to be avoided."
    ),
    # Places in a tree
    "place_won": gettext_lazy("won its last match"),
    "place_lost": gettext_lazy("lost to %(opponent)s in round %(round)s"),
    "place_all_lost": gettext_lazy("nobody won its match in round %(round)s"),
    "place_not_taken_up": gettext_lazy("did not play on in round %(round)s"),
    "place_open": gettext_lazy("still in"),
    "place_never_played": gettext_lazy("did not take part"),
}


#: What a check of a draft found.
FINDINGS: dict[str, str | Promise] = {
    "empty": gettext_lazy("Nobody is in this round. Draw it again."),
    "no_table": gettext_lazy("%(entries)s have no table. Give them one."),
    "entry_against_itself": gettext_lazy("%(entry)s would play against itself."),
    "entry_twice_in_round": gettext_lazy("%(entry)s sits at two tables."),
    "active_entry_missing": gettext_lazy(
        "%(entry)s is here and not in this round. Put it in, or draw again."
    ),
    "unknown_entry": gettext_lazy("Somebody in this draft is not on the list of entries."),
    "bye_with_opponent": gettext_lazy("A bye has an opponent. Draw again."),
    "too_few_sides": gettext_lazy("Somebody has no opponent. Take the entry out, or draw again."),
    "table_twice": gettext_lazy("Two games are at table %(table)s. Move one of them."),
    "rematch": gettext_lazy("%(entries)s have met before: round %(rounds)s."),
    "forbidden_pair": gettext_lazy("%(entries)s may not meet."),
    "second_bye": gettext_lazy("%(entry)s has had the bye before: round %(rounds)s."),
    "several_byes": gettext_lazy("%(entries)s all sit out, though two of them could meet."),
    "entry_withdrawn": gettext_lazy("%(entry)s has withdrawn."),
    "entry_absent": gettext_lazy("%(entry)s is not here."),
    "entry_not_here_yet": gettext_lazy("%(entry)s comes in with round %(from_round)s."),
    "fixed_table_violated": gettext_lazy("%(entry)s needs table %(wanted)s."),
    "unknown_table": gettext_lazy("The hall has no table %(table)s."),
    "table_out_of_service": gettext_lazy(
        "Table %(table)s is out of service. Move the game to another one."
    ),
    "sides_of_unequal_size": gettext_lazy("The sides are not of equal size: %(entries)s."),
    "table_of_other_size": gettext_lazy("%(seats)s sit here, which is no usual size of a table."),
    "groups_meet": gettext_lazy("%(entries)s are of different groups."),
    "entry_in_other_group": gettext_lazy("%(entry)s belongs to %(was_group)s, not %(group)s."),
    "table_not_accessible": gettext_lazy(
        "%(entry)s needs a table without steps, and table %(table)s is none."
    ),
    "outside_table_range": gettext_lazy("Table %(table)s is not one of those kept for %(group)s."),
    "table_kept_for_others": gettext_lazy("Table %(table)s is kept for another group."),
    # A schedule
    "round_empty": gettext_lazy("Round %(round)s of the schedule has no game."),
    "pairing_empty": gettext_lazy("A game of round %(round)s of the schedule has nobody in it."),
    "meets_again": gettext_lazy("%(entries)s meet more than once (rounds %(rounds)s)."),
    "games_unequal": gettext_lazy("Some have %(most)s games and some %(fewest)s (%(entries)s)."),
    "sides_unequal": gettext_lazy(
        "Some sit on one side more often than on the other: %(entries)s."
    ),
    "entry_never_named": gettext_lazy("%(entry)s is in no round of the schedule."),
}


#: What changing a round by hand means (`formats.editing_rules`).
CHANGES: dict[str, str | Promise] = {
    "bye_by_hand": gettext_lazy("Somebody else than the draw chose sits out."),
    "entry_sits_out": gettext_lazy("Its opponents have one fewer to play against."),
    "draft_is_lost": gettext_lazy("The draft of before is gone."),
    "schedule_repeats_itself": gettext_lazy(
        "The plan of the whole stage is laid down: somebody will meet twice, or not at all."
    ),
    "groups_become_uneven": gettext_lazy("The groups are otherwise than drawn."),
    "seeding_changes": gettext_lazy("The tree is otherwise than the seeds had it."),
    "pairings_were_published": gettext_lazy("It was published: they have read where they play."),
    "table_was_published": gettext_lazy(
        "It was published: they have read at which table they play."
    ),
    "walkover_instead": gettext_lazy("The round is published: enter a walkover instead."),
    "game_has_begun": gettext_lazy("The game has begun."),
    "laid_down": gettext_lazy(
        "Who meets whom in this round is laid down for the whole stage: if two changed places, "
        "others would meet twice. Tables can be changed."
    ),
    "result_is_in": gettext_lazy(
        "A result is in. Take it away first if it was played by the wrong pair."
    ),
    "round_is_closed": gettext_lazy("The round is closed. Open it again first."),
    "round_is_public": gettext_lazy("The round is published. Withdraw the publication first."),
    "groups_are_laid_down": gettext_lazy("The groups were laid down with the first round."),
    "groups_were_published": gettext_lazy(
        "The groups are published. Withdraw the publication first."
    ),
    "tree_decides": gettext_lazy(
        "Who meets whom follows from the results. Correct the result of the round before instead."
    ),
}
