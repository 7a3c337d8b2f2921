"""A league's house rules: the value of every rule setting, checked as a whole.

The numbers and their explanations are in fixtures/house-rules.yaml; their types are
here. `HouseRuleBook` holds the settings and their defaults. `build` makes the rules of
a league from the changed values and refuses contradictions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from kernel.errors import CatalogueError, Refusal, Refusals
from rulebook.rules import rule_setting_values as values
from rulebook.rules.rule_setting_values import PostGameStep
from rulebook.rules.rule_settings import (
    RuleSetting,
    RuleSettingFile,
    RuleSettingGroup,
    RuleSettingKind,
    TableRow,
    cells_of,
    find_table_problems,
    in_words,
    problems,
    without_book_values,
)
from rulebook.rules.tables import DowntimeResult

FILE = "house-rules.yaml"


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The value of every rule setting. Fields are in the order of the file."""

    starting_koban: int
    keep_unspent_koban: bool
    ronin_allowed: values.RoninAllowed
    ronin_pool: int
    max_heroes: int | None
    max_ronin: int | None
    max_roster_size: int | None
    unique_named_across_league: bool
    allow_shrine_teams: bool
    unique_model_names: bool
    player_may_edit_between_games: bool
    teams_per_player: int
    length: values.LeagueLength
    games_per_week: int | None
    matchmaking: values.Matchmaking
    winner_method: values.WinnerMethod
    standings_points: values.StandingsPoints
    tiebreakers: tuple[values.Tiebreaker, ...]
    late_entry: values.LateEntry
    bye_policy: values.ByePolicy
    forfeit_policy: values.ForfeitPolicy
    no_show_policy: values.NoShowPolicy
    double_forfeit: values.DoubleForfeit
    concession_policy: values.ConcessionPolicy
    retirement_policy: values.UnplayedGames
    restart_policy: values.RestartPolicy
    result_confirmation: values.ResultConfirmation
    rollback_policy: values.Rollback
    max_rematches: int | None
    season_carry_over: bool
    deputies: bool
    lock_rules_after_start: bool
    post_game_order: tuple[PostGameStep, ...]
    revenue_before_upkeep: bool
    dice_source: values.DiceSource
    spirit_may_cancel_rolled_result: bool
    hero_water_result: values.HeroWater
    missed_games_tick_on: tuple[values.TickOn, ...]
    rating_counts_absent: bool
    last_upkeep_before_end: bool
    reveal_xp_per_model: bool
    all_star_hero_allowed: bool
    champion_xp_once_per_model: bool
    own_medal_double_xp: bool
    sentry_injury_xp: bool
    max_xp_per_game: int | None
    advancement_must_resolve: bool
    experience_levels: tuple[int, ...]
    random_keywords: bool
    doubles_mapping: values.DoublesMapping
    doubles_free_choice: bool
    affinity_choice: values.AffinityChoice
    attribute_caps: values.AttributeCaps
    revenue_table: values.RevenueTable
    draw_revenue: int
    tie_resolution: values.TieResolution
    allow_debt: bool
    allow_trades: bool
    treasury_cap: int | None
    recruit_window: values.RecruitWindow
    dismissal_refund: float
    chunin_swap: bool
    rehire_delay_games: int
    illegal_roster_policy: values.IllegalRoster
    minimum_available_models: int
    loan_models: values.LoanModels
    upkeep_after_final: bool
    rating_snapshot: values.RatingSnapshot
    reroll_cap: int | None
    extra_all_star_same_model: bool
    roster_lock: bool
    max_rating_difference: int | None
    multi_revenue: values.MultiRevenue
    multi_standings: values.MultiStandings
    team_play: bool
    challenge_selection: values.ChallengeSelection
    experience_awards: values.TableChanges
    downtime_table: values.TableChanges
    rating_formula: values.RatingFormula
    underdog_help: values.TableChanges
    prices: values.TableChanges
    allowances: values.TableChanges

    @property
    def steps(self) -> tuple[PostGameStep, ...]:
        """The steps after a game in the order in which they are taken (POST-02).

        With `revenue_before_upkeep` off an upkeep that the list has behind the
        revenue comes right before it.
        """
        order = list(self.post_game_order)
        revenue = order.index(PostGameStep.REVENUE)
        upkeep = order.index(PostGameStep.UPKEEP)
        if not self.revenue_before_upkeep and upkeep > revenue:
            order.insert(revenue, order.pop(upkeep))
        return tuple(order)

    def as_values(self) -> dict[str, object]:
        """Return plain values by key, as `build` expects them."""
        plain: dict[str, object] = msgspec.to_builtins(self)
        return plain


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One setting, or one cell of a table, that two sets of house rules do not agree
    on, with what the default is."""

    key: str
    title: str
    old: str
    new: str
    default: str

    @property
    def sentence(self) -> str:
        return f"{self.title}: {self.new} instead of {self.old}."


class HouseRuleBook(msgspec.Struct, frozen=True, kw_only=True):
    """All rule settings with their explanations, and the default rules."""

    groups: tuple[RuleSettingGroup, ...]
    knobs: tuple[RuleSetting, ...]
    defaults: HouseRules
    # What stored rules have where they say nothing (decision 22).
    stored_defaults: HouseRules

    def knob(self, key: str) -> RuleSetting | None:
        return next((knob for knob in self.knobs if knob.key == key), None)

    def build(
        self, changes: Mapping[str, object], *, base: HouseRules | None = None
    ) -> HouseRules:
        """Return rules with these values changed, or refuse with every reason."""
        if not isinstance(changes, Mapping):
            raise Refusal(
                "House rules are named one by one with their values.",
                code="bad-house-rules",
            )
        refusals = list(_misfits(self.knobs, changes))
        if refusals:
            raise Refusals(refusals)
        tables = {
            one.key: one for one in self.knobs if one.type is RuleSettingKind.TABLE
        }
        changed = {
            key: without_book_values(tables[key], value) if key in tables else value
            for key, value in changes.items()
        }
        plain = (base or self.defaults).as_values() | changed
        rules = msgspec.convert(plain, HouseRules)
        refusals = [
            Refusal(sentence, code="contradicting-knobs", field=key)
            for key, sentence in (
                *contradictions(rules),
                *_downtime_contradictions(self.knob("downtime_table"), rules),
            )
        ]
        if refusals:
            raise Refusals(refusals)
        return rules

    def changed_from_default(self, rules: HouseRules) -> dict[str, object]:
        """Return the values that differ from the defaults, as `build` takes them."""
        plain, default = rules.as_values(), self.defaults.as_values()
        return {key: value for key, value in plain.items() if value != default[key]}

    def read(
        self, stored: Mapping[str, object], *, base: HouseRules | None = None
    ) -> HouseRules:
        """Return stored rules, or refuse with every reason why they do not fit.

        Defaults that were changed since they were stored do not change them.
        """
        return self.build(stored, base=base or self.stored_defaults)

    def changes_to_store(self, rules: HouseRules) -> dict[str, object]:
        """Return what to store of these rules; `read` restores them."""
        plain, silent = rules.as_values(), self.stored_defaults.as_values()
        changes = {key: value for key, value in plain.items() if value != silent[key]}
        # As JSON gives it back, so that what was just written equals what is read.
        stored: dict[str, object] = msgspec.json.decode(msgspec.json.encode(changes))
        return stored

    def differences(self, old: HouseRules, new: HouseRules) -> tuple[Difference, ...]:
        before, after = old.as_values(), new.as_values()
        defaults = self.defaults.as_values()
        return tuple(
            difference
            for knob in self.knobs
            if before[knob.key] != after[knob.key]
            for difference in _differences(
                knob, before[knob.key], after[knob.key], defaults[knob.key]
            )
        )

    def with_rows(self, rows: Mapping[str, tuple[TableRow, ...]]) -> HouseRuleBook:
        """Return the house rules with the rows of their tables."""
        knobs = tuple(
            replace(one, rows=rows[one.rows_from]) if one.rows_from else one
            for one in self.knobs
        )
        return replace(self, knobs=knobs)


def _differences(
    knob: RuleSetting, old: object, new: object, default: object
) -> Iterator[Difference]:
    if knob.type is not RuleSettingKind.TABLE:
        yield Difference(
            key=knob.key,
            title=knob.title,
            old=in_words(knob, old),
            new=in_words(knob, new),
            default=in_words(knob, default),
        )
        return
    before, after = cells_of(knob, old), cells_of(knob, new)
    for place, cell in after.items():
        if cell.value != before[place].value:
            yield Difference(
                key=knob.key,
                title=f"{knob.title}, {cell.title}",
                old=before[place].value,
                new=cell.value,
                default=cell.book,
            )


def decode_house_rules(data: object) -> HouseRuleBook:
    """Decode the house rules file. Errors name the file."""
    try:
        file = msgspec.convert(data, RuleSettingFile)
    except msgspec.ValidationError as error:
        raise CatalogueError(file=FILE, key="knobs", reason=str(error)) from error
    keys = tuple(knob.key for knob in file.knobs)
    if keys != HouseRules.__struct_fields__:
        odd = sorted(set(keys) ^ set(HouseRules.__struct_fields__))
        reason = f"keys and typed fields differ in {', '.join(odd) or 'their order'}"
        raise CatalogueError(file=FILE, key="knobs", reason=reason)
    groups = {group.slug for group in file.groups}
    for knob in file.knobs:
        if knob.group not in groups:
            reason = f"there is no group {knob.group}"
            raise CatalogueError(file=FILE, key=knob.key, reason=reason)
        offered = (preset.value for preset in knob.presets)
        for value in (knob.default, knob.stored_default, *offered):
            for sentence in problems(knob, value):
                raise CatalogueError(file=FILE, key=knob.key, reason=sentence)
    return HouseRuleBook(
        groups=file.groups,
        knobs=file.knobs,
        defaults=_rules_of({knob.key: knob.default for knob in file.knobs}),
        stored_defaults=_rules_of(
            {knob.key: knob.stored_default for knob in file.knobs}
        ),
    )


def _rules_of(values: dict[str, object]) -> HouseRules:
    try:
        rules = msgspec.convert(values, HouseRules)
    except msgspec.ValidationError as error:
        raise CatalogueError(file=FILE, key="default", reason=str(error)) from error
    for key, sentence in contradictions(rules):
        raise CatalogueError(file=FILE, key=key, reason=sentence)
    return rules


def _misfits(
    knobs: tuple[RuleSetting, ...], changes: Mapping[str, object]
) -> Iterator[Refusal]:
    known = {knob.key: knob for knob in knobs}
    for key, value in changes.items():
        knob = known.get(key)
        if knob is None:
            yield Refusal(
                f"There is no house rule called {key!r}; look at the list of knobs.",
                code="unknown-knob",
                field=str(key),
            )
            continue
        for place, sentence in _problems_by_place(knob, value):
            field = ".".join((key, *place))
            yield Refusal(sentence, code="bad-knob-value", field=field)


def _problems_by_place(
    knob: RuleSetting, value: object
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every problem of a value; in a table, with its cell."""
    if knob.type is RuleSettingKind.TABLE and value is not None:
        yield from find_table_problems(knob, value)
        return
    for sentence in problems(knob, value):
        yield (), sentence


def _downtime_contradictions(
    knob: RuleSetting | None, rules: HouseRules
) -> Iterator[tuple[str, str]]:
    """Yield downtime results that need a number and have none."""
    for row in knob.rows if knob else ():
        cells = row.values | rules.downtime_table.get(row.key, {})
        if cells["result"] == DowntimeResult.MISS_GAMES and not cells["games"]:
            place = f"downtime_table.{row.key}.games"
            yield place, f"{row.title}: say how many games are missed."
        if cells["result"] == DowntimeResult.XP and not cells["xp"]:
            place = f"downtime_table.{row.key}.xp"
            yield place, f"{row.title}: say how much experience it gives."


def contradictions(rules: HouseRules) -> Iterator[tuple[str, str]]:
    """Yield values that are valid alone but contradict each other."""
    pooled = rules.ronin_allowed is values.RoninAllowed.POOL
    if pooled and rules.ronin_pool < 1:
        yield "ronin_pool", "A pool of ronin offers at least one; set its size."
    order = rules.post_game_order.index
    if order(PostGameStep.UPKEEP) > order(PostGameStep.DOWNTIME):
        yield "post_game_order", "Ronin are paid before anybody rolls for downtime."
    if rules.revenue_before_upkeep and order(PostGameStep.UPKEEP) < order(
        PostGameStep.REVENUE
    ):
        yield (
            "post_game_order",
            "Upkeep comes before revenue only if new income may not pay it.",
        )
    if rules.experience_levels[0] != 0:
        yield "experience_levels", "The first experience level begins at 0."
    length = rules.length
    if length.mode is values.LengthMode.UNTIL_DATE and length.ends_on is None:
        yield "length", "A league that runs until a date needs that date."
    if length.mode is values.LengthMode.ROUNDS and length.rounds is None:
        yield "length", "A league that runs for some rounds needs their number."
