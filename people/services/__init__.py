"""Everything that changes what is stored on people."""

from __future__ import annotations

from people.services.accounts import (
    email_change_confirm,
    email_change_request,
    password_check,
    password_confirm,
    password_reset_request,
    password_reset_send,
    person_set_password,
    person_set_standing,
    person_sign_up,
    person_update_profile,
    sign_up_request,
)
from people.services.limits import (
    INVITATION_GUESSES,
    LOG_IN_FAILURES,
    Limit,
    TooMany,
    limit_check,
    limit_count,
)
from people.services.own_data import (
    person_delete,
    person_export,
    register_deletion,
    register_export,
)
from people.services.seeing import person_note_seen
from people.services.tokens import (
    MadeToken,
    token_make,
    token_note_use,
    token_revoke,
)

__all__ = [
    "INVITATION_GUESSES",
    "LOG_IN_FAILURES",
    "Limit",
    "MadeToken",
    "TooMany",
    "email_change_confirm",
    "email_change_request",
    "limit_check",
    "limit_count",
    "password_check",
    "password_confirm",
    "password_reset_request",
    "password_reset_send",
    "person_delete",
    "person_export",
    "person_note_seen",
    "person_set_password",
    "person_set_standing",
    "person_sign_up",
    "person_update_profile",
    "register_deletion",
    "register_export",
    "sign_up_request",
    "token_make",
    "token_note_use",
    "token_revoke",
]
