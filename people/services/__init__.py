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
    refuse_email,
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
from people.services.links import (
    DAYS_MAX,
    INVITATION_DAYS,
    RESET_DAYS,
    invitation_accept,
    invitation_create,
    reset_link_create,
    reset_link_use,
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
    "DAYS_MAX",
    "INVITATION_DAYS",
    "INVITATION_GUESSES",
    "LOG_IN_FAILURES",
    "RESET_DAYS",
    "Limit",
    "MadeToken",
    "TooMany",
    "email_change_confirm",
    "email_change_request",
    "invitation_accept",
    "invitation_create",
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
    "refuse_email",
    "register_deletion",
    "register_export",
    "reset_link_create",
    "reset_link_use",
    "sign_up_request",
    "token_make",
    "token_note_use",
    "token_revoke",
]
