"""How seasons end, and what the next one begins with."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kernel.errors import Refusal
from league.rules.competitions.bracket_progress import progress
from league.rules.competitions.brackets import knockout, seeds
from league.rules.competitions.results import Adjustment
from league.rules.competitions.standings import standings
from league.rules.seasons import (
    CarryOver,
    FinalPlace,
    RedraftFormula,
    UnfinishedSeason,
    carry_over_for,
    carry_over_sentence,
    end_sentence,
    final_places,
    formula_label,
    games_left_behind,
    has_run_its_length,
    objections_to_closing,
    redraft_budget,
    refuse_beyond_end,
    refuse_redraft,
    refuse_restart,
    restart_adjustments,
    titles,
)
from rulebook.rules.rule_setting_values import UnplayedGames
from tests.league.rules.games import bye, entry, forfeit, game, planned, team, teams
from tests.ledger import rule
from tests.teams.rules.story import house_rules

UNTIL_NOVEMBER = {"mode": "until_date", "ends_on": "2026-11-30", "rounds": None}


def told(places: tuple[FinalPlace, ...]) -> list[tuple[int, int, bool]]:
    return [(int(one.entry), one.place, one.is_champion) for one in places]


def test_a_season_closes_when_nothing_is_owed() -> None:
    rules = house_rules()
    assert objections_to_closing(UnfinishedSeason(unplayed=3), rules) == ()
    found = objections_to_closing(
        UnfinishedSeason(disputed=1, unconfirmed=2, unsettled=1), rules
    )
    assert [one.sentence for one in found] == [
        "1 match is disputed. The ninja master must rule first.",
        (
            "2 matches are waiting for confirmation. Confirm the report or rule on it"
            " first."
        ),
        "1 match is not settled yet. Wait, or make the open choices first.",
    ]


@rule("LEAGUE-06")
def test_playoffs_hold_up_the_end_where_they_decide() -> None:
    business = UnfinishedSeason(is_playoff_open=True)
    rules = house_rules(winner_method="playoff")
    assert [one.code for one in objections_to_closing(business, rules)] == [
        "playoff-open"
    ]
    assert objections_to_closing(business, house_rules()) == ()


@rule("LEAGUE-03")
@pytest.mark.parametrize(
    ("length", "today", "rounds", "expected"),
    [
        ({"mode": "open", "ends_on": None, "rounds": None}, "2099-01-01", 99, False),
        (UNTIL_NOVEMBER, "2026-11-30", 0, False),
        (UNTIL_NOVEMBER, "2026-12-01", 0, True),
        ({"mode": "rounds", "ends_on": None, "rounds": 5}, "2026-01-01", 4, False),
        ({"mode": "rounds", "ends_on": None, "rounds": 5}, "2026-01-01", 5, True),
    ],
)
def test_a_league_is_open_or_of_fixed_length(
    length: dict[str, object], today: str, rounds: int, expected: bool
) -> None:
    rules = house_rules(length=length)
    assert has_run_its_length(rules, today=today, rounds_played=rounds) is expected


@rule("LEAGUE-03")
def test_after_its_end_a_season_goes_on_by_the_word_of_a_master_alone() -> None:
    until = house_rules(length=UNTIL_NOVEMBER)
    five = house_rules(length={"mode": "rounds", "ends_on": None, "rounds": 5})
    assert end_sentence(until) == "The season ended on 30 November 2026"
    assert end_sentence(five) == "All 5 rounds of the season have been played"
    assert (
        end_sentence(five, is_over=False)
        == "All 5 rounds of the season have been drawn"
    )
    with pytest.raises(Refusal, match="Play a friendly"):
        refuse_beyond_end(until, by_master=False, reason="I want to.")
    with pytest.raises(Refusal, match="Close the season, or give a reason"):
        refuse_beyond_end(until, by_master=True, reason="")
    refuse_beyond_end(until, by_master=True, reason="A decider.")


TABLE = standings(
    teams(4),
    [game((1, 2), (2, 1)), game((1, 2), (3, 1)), game((2, 2), (3, 1))],
    house_rules(),
)


@rule("LEAGUE-06")
@pytest.mark.parametrize("method", ["points", "swiss"])
def test_the_first_of_the_table_is_champion(method: str) -> None:
    places = final_places(house_rules(winner_method=method), TABLE)
    assert told(places)[0] == (1, 1, True)
    assert not any(one.is_champion for one in places[1:])
    assert titles(places, "Autumn") == {entry(1): "Ayame won Autumn."}


@rule("LEAGUE-06")
def test_the_winner_of_the_playoffs_is_champion() -> None:
    bracket = knockout(seeds(2))
    order = [row.entry for row in TABLE]
    final = progress(bracket, games={1: [game((2, 3), (1, 1))]}, seeding=order)
    rules = house_rules(winner_method="playoff")
    places = final_places(rules, TABLE, final)
    assert told(places) == [
        (2, 1, True),
        (1, 2, False),
        (4, 3, False),
        (3, 4, False),
    ]
    unfinished = progress(bracket, games={}, seeding=order)
    assert told(final_places(rules, TABLE, unfinished))[0] == (1, 1, True)
    # Where points decide, playoffs are only played for fun.
    assert told(final_places(house_rules(), TABLE, final))[0] == (1, 1, True)


def test_level_teams_share_the_title_and_idle_ones_have_none() -> None:
    rows = standings(teams(2), [game((1, 1), (2, 1))], house_rules())
    places = final_places(house_rules(), rows)
    assert told(places) == [(1, 1, True), (2, 1, True)]
    assert titles(places, "Autumn")[entry(2)] == "Botan shared the title of Autumn."
    idle = final_places(house_rules(), standings(teams(2), [], house_rules()))
    assert not any(one.is_champion for one in idle)


def test_behind_the_playoffs_level_teams_still_share_a_place() -> None:
    rows = standings(teams(4), [game((1, 2), (2, 1))], house_rules())
    order = [entry(1), entry(2)]
    final = progress(
        knockout(seeds(2)), games={1: [game((1, 3), (2, 1))]}, seeding=order
    )
    rules = house_rules(winner_method="playoff")
    assert told(final_places(rules, rows, final))[2:] == [(3, 3, False), (4, 3, False)]


@rule("LEAGUE-20")
def test_rosters_go_on_unless_the_league_begins_anew() -> None:
    anew = house_rules(season_carry_over=False)
    assert carry_over_for(house_rules(), redrafts=True) is CarryOver.KEEP
    assert carry_over_for(anew) is CarryOver.FRESH
    assert carry_over_for(anew, redrafts=True) is CarryOver.REDRAFT


@rule("LEAGUE-20")
def test_a_redraft_is_paid_by_the_season() -> None:
    results = [
        game((1, 2), (2, 1)),
        game((1, 2), (3, 2)),
        game((1, 0), (3, 2)),
        bye(1),
        forfeit(2, 1),
        forfeit(1, 2),
    ]
    row = next(
        row for row in standings(teams(3), results, house_rules()) if row.entry == 1
    )
    budget = redraft_budget(house_rules(), RedraftFormula(), row, treasury=15)
    assert budget.koban == 100 + 3 + 2 + 1 + 7
    assert budget.reasons == (
        "100 koban for a new team.",
        "3 koban for 3 matches.",
        "2 koban for 1 win.",
        "1 koban for 1 draw.",
        "7 koban from the 15 koban in the treasury.",
    )
    poor = redraft_budget(
        house_rules(starting_koban=80), RedraftFormula(), row, treasury=-9
    )
    assert poor.koban == 86
    capped = redraft_budget(
        house_rules(), RedraftFormula(at_most=105), row, treasury=15
    )
    assert capped.koban == 105
    assert capped.reasons[-1] == "A team gets at most 105 koban."
    just = redraft_budget(house_rules(), RedraftFormula(at_most=113), row, treasury=15)
    assert just == budget
    rich = RedraftFormula(at_most=None, treasury_percent=100, for_each_win=10)
    assert redraft_budget(house_rules(), rich, row, treasury=200).koban == 314


@rule("LEAGUE-16")
def test_one_restart_a_season_with_consent() -> None:
    rules = house_rules()
    refuse_restart(rules, restarts_before=0, has_consent=True)
    with pytest.raises(Refusal, match="consent"):
        refuse_restart(rules, restarts_before=0, has_consent=False)
    with pytest.raises(Refusal, match="once a season"):
        refuse_restart(rules, restarts_before=1, has_consent=True)
    policy = {"per_season": 0, "keep_standings": False}
    with pytest.raises(Refusal, match="cannot restart"):
        refuse_restart(
            house_rules(restart_policy=policy), restarts_before=0, has_consent=True
        )


@rule("LEAGUE-16")
def test_points_are_lost_unless_the_league_keeps_them() -> None:
    keeps = house_rules(restart_policy={"per_season": 1, "keep_standings": True})
    assert restart_adjustments(house_rules(), TABLE[0], entry(9)) == ()
    assert restart_adjustments(keeps, TABLE[0], entry(9)) == (
        Adjustment(entry=entry(9), points=6, reason="Replaces Ayame."),
    )
    rows = standings(
        [team(1, is_withdrawn=True), team(2)],
        [],
        keeps,
        adjustments=restart_adjustments(keeps, TABLE[0], entry(2)),
    )
    assert (rows[0].entry, rows[0].points) == (2, 6)


@rule("LEAGUE-15")
@pytest.mark.parametrize("policy", list(UnplayedGames))
def test_games_of_teams_that_withdrew(policy: UnplayedGames) -> None:
    rules = house_rules(retirement_policy=policy.value)
    open_games = [planned(1, 2), planned(1, 3), planned(2, 3, 4), planned(2, 5)]
    found = games_left_behind(open_games, {entry(2), entry(5)}, rules)
    expected = None if policy is UnplayedGames.VOID else 1
    assert [(one.becomes, one.for_entry) for one in found] == [
        (policy, expected),
        (None, None),
        (UnplayedGames.VOID, None),
    ]


@rule("LEAGUE-15", "GROUP-09")
@pytest.mark.parametrize("policy", list(UnplayedGames))
def test_who_lost_a_partner_is_no_side(policy: UnplayedGames) -> None:
    rules = house_rules(retirement_policy=policy.value)
    pairs = replace(planned(1, 2, 3, 4), has_sides=True)
    (found,) = games_left_behind([pairs], {entry(2)}, rules)
    assert (found.becomes, found.for_entry) == (UnplayedGames.VOID, None)


@rule("LEAGUE-20")
def test_what_becomes_of_rosters_is_told() -> None:
    usual = RedraftFormula()
    bare = RedraftFormula(
        for_each_match=0,
        for_each_win=0,
        for_each_draw=0,
        treasury_percent=0,
        at_most=None,
    )
    assert formula_label(bare) == "the koban of a new team."
    assert carry_over_sentence(CarryOver.REDRAFT, usual) == (
        "Every team is redrafted with the koban of a new team, 1 for each match, 2 for"
        " each win, 1 for each draw and 50% of the treasury, 150 at most."
    )
    assert "keep" in carry_over_sentence(CarryOver.KEEP, usual)
    assert "start afresh too" in carry_over_sentence(CarryOver.FRESH, usual)


@rule("LEAGUE-20")
def test_a_redraft_is_for_leagues_that_reset_and_has_limits() -> None:
    resets = house_rules(season_carry_over=False)
    refuse_redraft(resets, RedraftFormula(at_most=None), redrafts=True)
    refuse_redraft(house_rules(), RedraftFormula(), redrafts=False)
    with pytest.raises(Refusal, match="keep their rosters from season to season"):
        refuse_redraft(house_rules(), RedraftFormula(), redrafts=True)
    with pytest.raises(Refusal, match="from 1 to 1000"):
        refuse_redraft(resets, RedraftFormula(at_most=0), redrafts=True)
