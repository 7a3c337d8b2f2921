"""One example of every kind of journal entry."""

from __future__ import annotations

from typing import Any, get_args

from kernel.elements import Element
from kernel.ids import AbilitySlug, ClanSlug, KeywordSlug, NinjaId, ProfileSlug
from rulebook.rules.rule_setting_values import DiceSource
from rulebook.rules.tables import Advance
from teams.rules.journal import entries as e
from teams.rules.journal.entries import AnyEntry
from teams.rules.reports.team_report import Feat, NinjaReport, Outcome, TeamReport
from teams.rules.state import Attune, Learn, NinjaState, NothingLeft, Raise

KINDS: tuple[Any, ...] = get_args(AnyEntry)
ONE, TWO = NinjaId(1), NinjaId(2)
KAIKEN = ProfileSlug("tora-kaiken")

EXAMPLES: list[AnyEntry] = [
    e.Founded(name="Example", clan=ClanSlug("tora"), koban=100),
    e.ClanChanged(clan=ClanSlug("ika")),
    e.Renamed(name="Renamed"),
    e.Recruited(
        ninja=ONE,
        profile=ProfileSlug("tora-chunin"),
        price=20,
        name="Boss",
        abilities=(AbilitySlug("pounce"),),
    ),
    e.AbilitiesChosen(ninja=ONE, abilities=(AbilitySlug("tiger-strike"),)),
    e.Dismissed(ninja=TWO, refund=3),
    e.NinjaRenamed(ninja=ONE, name="Bossier"),
    e.Reordered(order=(TWO, ONE)),
    e.Noted(text="Likes tea.", ninja=ONE),
    e.Noted(text="Once upon a time."),
    e.LogoSet(logo="logos/1.png"),
    e.Registered(koban_lapsed=4),
    e.RulesAdopted(changes={"starting_koban": 80}, label="v2", budget_change=-20),
    e.BudgetGranted(koban=5, reason="5 koban for 5 matches."),
    e.LeagueEntered(league="Go Ninja Go"),
    e.LeagueLeft(),
    e.Retired(reason="moved away"),
    e.RoninOffered(profiles=(ProfileSlug("benkei"),)),
    e.Traded(
        partner="Others",
        koban=-5,
        given=(ONE,),
        received=(NinjaState(id=NinjaId(9), profile=KAIKEN, price=10, xp=3),),
    ),
    e.LoanJoined(ninja=NinjaId(8), profile=KAIKEN),
    e.GameOpened(match="m", rating=11, opponents=("Others",)),
    e.GameCalledOff(match="m"),
    e.GameReported(
        report=TeamReport(
            match="m",
            outcome=Outcome.WIN,
            opponents=("Others",),
            ninja=(
                NinjaReport(
                    ninja=ONE,
                    was_fielded=True,
                    feats=(Feat(event="injures_enemy", times=2),),
                ),
            ),
            all_stars=(ONE,),
        )
    ),
    e.ExperienceEarned(match="m", awards=(e.EarnedXp(ninja=ONE, xp=2, feats=("x",)),)),
    e.AllStarNamed(match="m", ninja=ONE, xp=3),
    e.AllStarNamed(match="m", ninja=None),
    e.RevenueEarned(
        match="m",
        items=(
            e.Income(source=e.IncomeSource.RESULT, koban=10),
            e.Income(source=e.IncomeSource.ABILITY, koban=2, ninja=ONE),
        ),
    ),
    e.UpkeepPaid(match="m", ninja=TWO, koban=5),
    e.RoninReleased(match="m", ninja=TWO, was_affordable=False),
    e.DowntimeRolled(
        match="m",
        ninja=ONE,
        dice=(Element.WATER, Element.FIRE),
        source=DiceSource.TABLE,
        koban=1,
    ),
    e.DowntimeExcused(match="m", ninja=TWO, by=ONE),
    e.DowntimeExcused(match="m", ninja=None, by=ONE),
    e.AdvancementRolled(
        ninja=ONE, dice=(Element.AIR, Element.AIR), source=DiceSource.SERVER
    ),
    e.AdvancementChosen(ninja=ONE, growth=Raise(attribute=Advance.MV)),
    e.AdvancementChosen(ninja=ONE, growth=Attune(element=Element.VOID)),
    e.AdvancementChosen(
        ninja=ONE, growth=Learn(keyword=KeywordSlug("focus")), is_drawn=True
    ),
    e.AdvancementChosen(ninja=ONE, growth=NothingLeft()),
    e.AdvancementsPostponed(match="m"),
    e.AbsencesTicked(match="m", ninja=(ONE, TWO)),
    e.RecruitingClosed(match="m"),
    e.RosterChecked(match="m", violations=("below-minimum",)),
    e.RatingRecorded(match="m", rating=12),
    e.Adjusted(
        reason="r",
        ninja=ONE,
        mv=1,
        at=-1,
        df=2,
        affinities=(Element.AIR,),
        abilities=(),
    ),
    e.Adjusted(
        reason="a slip",
        ninja=ONE,
        koban=2,
        xp=-1,
        games_to_miss=2,
        starts_in_healing_house=False,
        keywords_granted=(KeywordSlug("focus"),),
        keywords_taken=(KeywordSlug("leap"),),
        last_growth_undone=True,
    ),
    e.Voided(batches=("a", "b"), reason="A mistake."),
]
