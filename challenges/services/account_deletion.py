"""Account deletion: what happens to a person's matches."""

from __future__ import annotations

from challenges.models import Match
from challenges.rules.stages import Agreement, MatchStage
from challenges.services.locks import Edit
from challenges.services.match_start import call_off_match, remove_from_match
from people.models import Person

GONE = "A player has left the site."


def detach_matches(person: Person) -> None:
    """Detach a person from their matches.

    Matches in progress are called off, so that no roster stays locked. Unstarted ones
    go on without the person. Played matches stay, and leagues handle their own.
    """
    unplayed = Match.objects.filter(
        stage__in=(MatchStage.ARRANGED, MatchStage.OPEN),
        is_hosted=False,
        places__person=person,
    ).exclude(places__person=person, places__agreement=Agreement.DECLINED)
    for uid, stage in list(unplayed.values_list("uid", "stage").distinct()):
        edit = Edit(uid=uid, actor=None)
        if stage == MatchStage.OPEN:
            call_off_match(edit, reason=GONE)
        else:
            remove_from_match(edit, person_id=person.pk, reason=GONE)
