"""Pages of your own account."""

from __future__ import annotations

import math
from typing import Any

from axes.helpers import get_client_ip_address, get_client_username
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import (
    login,
    logout,
    update_session_auth_hash,
)
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from kernel.errors import Refusal
from people import forms, selectors
from people.services import tokens as tokens_services
from people.services.accounts import (
    change_password,
    confirm_email_change,
    confirm_password,
    request_email_change,
    request_password_reset,
    request_sign_up,
    sign_up_person,
    update_profile,
)
from people.services.links import accept_invitation, use_reset_link
from people.services.personal_data import delete_person, export_person
from people.services.rate_limits import (
    LOG_IN_FAILURES,
    count_attempt,
    refuse_if_limited,
)
from people.services.tokens import create_token

BACKEND = "django.contrib.auth.backends.ModelBackend"
REFUSED = 422


def _client(request: HttpRequest) -> str:
    return get_client_ip_address(request) or ""


def _given(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _back(request: HttpRequest) -> str:
    """Return the page that the visitor came from, if it is one of ours."""
    back = request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return back if is_ours else ""


def _page(
    request: HttpRequest, template: str, form: Any = None, **context: Any
) -> HttpResponse:
    status = form.status if form is not None and form.errors else 200
    return render(
        request, f"people/{template}.html", {"form": form, **context}, status=status
    )


# ---- logging in and out


class LogIn(auth_views.LoginView):
    template_name = "people/login.html"
    authentication_form = forms.LogInForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        refuse_if_limited(LOG_IN_FAILURES, who=_client(request))
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: Any) -> HttpResponse:
        count_attempt(LOG_IN_FAILURES, who=_client(self.request))
        response = super().form_invalid(form)
        response.status_code = REFUSED
        return response


def locked_out(
    request: HttpRequest, _response: HttpResponse, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Page instead of the log-in form after too many wrong passwords."""
    username = get_client_username(request, credentials) or ""
    end = selectors.lockout_end(username=username, client=_client(request))
    seconds = (end - timezone.now()).total_seconds() if end else 0
    context = {"minutes": max(1, math.ceil(seconds / 60))}
    response = render(request, "people/locked_out.html", context, status=429)
    response.headers["Retry-After"] = str(max(1, math.ceil(seconds)))
    return response


# ---- signing up


@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    form = forms.AddressForm(_given(request))
    if form.is_valid():
        try:
            request_sign_up(
                email=form.cleaned_data["email"],
                site=settings.SITE_ADDRESS,
                client=_client(request),
                back=_back(request),
            )
            return redirect("people:sign-up-sent")
        except Refusal as refusal:
            form.refuse(refusal)
    return _page(request, "sign_up", form, **_mail_context())


@require_GET
def sign_up_sent(request: HttpRequest) -> HttpResponse:
    return _page(request, "sign_up_sent", **_mail_context())


@never_cache
@sensitive_post_parameters("password")
def sign_up_finish(request: HttpRequest, link: str) -> HttpResponse:
    email = selectors.sign_up_email(link)
    if selectors.person_by_email(email):
        return _page(request, "sign_up_done", email=email)
    form = forms.SignUpForm(_given(request))
    if form.is_valid():
        try:
            person = sign_up_person(email=email, **form.cleaned_data)
            login(request, person, backend=BACKEND)
            messages.success(request, f"Welcome, {person.name}. Your account is ready.")
            return redirect(_back(request) or settings.LOGIN_REDIRECT_URL)
        except Refusal as refusal:
            form.refuse(refusal)
    return _page(request, "sign_up_finish", form, email=email)


def _mail_context() -> dict[str, bool]:
    """Explain where emails appear while the site has no mail server."""
    return {"mail_is_printed": settings.EMAIL_BACKEND.endswith("console.EmailBackend")}


# ---- passwords


@never_cache
def password_reset(request: HttpRequest) -> HttpResponse:
    form = forms.AddressForm(_given(request))
    if form.is_valid():
        try:
            request_password_reset(
                email=form.cleaned_data["email"],
                site=settings.SITE_ADDRESS,
                client=_client(request),
            )
            return redirect("people:password-reset-sent")
        except Refusal as refusal:
            form.refuse(refusal)
    return _page(request, "password_reset", form)


@require_GET
def password_reset_sent(request: HttpRequest) -> HttpResponse:
    return _page(request, "password_reset_sent", **_mail_context())


class PasswordResetFinish(auth_views.PasswordResetConfirmView):
    """Django's view, because it keeps the secret out of the page's URL."""

    template_name = "people/password_reset_finish.html"
    form_class = forms.NewPasswordForm  # type: ignore[assignment]  # has what it uses
    post_reset_login = True
    post_reset_login_backend = BACKEND
    success_url = reverse_lazy(settings.LOGIN_REDIRECT_URL)

    def get_user(self, uidb64: str) -> Any:
        person = super().get_user(uidb64)
        return person if person is not None and person.is_active else None

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(
            self.request, "Your new password is set, and you are logged in."
        )
        return super().form_valid(form)

    def form_invalid(self, form: Any) -> HttpResponse:
        response = super().form_invalid(form)
        response.status_code = REFUSED
        return response


@never_cache
@sensitive_post_parameters("password")
def account_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Sign up or choose a new password with a link from an operator."""
    page = selectors.get_account_link(secret)
    form = _link_form(request, page)
    if form.is_valid():
        try:
            person = _use_link(secret, page, form)
            login(request, person, backend=BACKEND)
            messages.success(request, f"Welcome, {person.name}. You are logged in.")
            return redirect(settings.LOGIN_REDIRECT_URL)
        except Refusal as refusal:
            form.refuse(refusal)
    return _page(request, "account_link", form, page=page)


def _link_form(
    request: HttpRequest, page: selectors.AccountLinkPage
) -> forms.InvitedForm | forms.NewPasswordForm:
    posted = _given(request)
    if page.person is not None:
        return forms.NewPasswordForm(posted, user=page.person)
    return forms.InvitedForm(posted, email=page.email)


def _use_link(
    secret: str,
    page: selectors.AccountLinkPage,
    form: forms.InvitedForm | forms.NewPasswordForm,
) -> Any:
    if page.person is not None:
        password = form.cleaned_data["password"]
        return use_reset_link(secret=secret, password=password)
    return accept_invitation(
        secret=secret, **{"email": page.email, **form.cleaned_data}
    )


@never_cache
@login_required
@sensitive_post_parameters("current_password", "password")
def password_change(request: HttpRequest) -> HttpResponse:
    person = selectors.signed_in(request.user)
    form = forms.PasswordChangeForm(_given(request))
    if form.is_valid():
        given = form.cleaned_data
        try:
            confirm_password(person=person, password=given["current_password"])
            changed = change_password(person=person, password=given["password"])
            update_session_auth_hash(request, changed)
            messages.success(
                request, "Password changed. Your other devices are logged out."
            )
            return redirect("people:profile")
        except Refusal as refusal:
            form.refuse(refusal)
    return _page(request, "password_change", form)


# ---- profile


@never_cache
@login_required
def profile(request: HttpRequest) -> HttpResponse:
    person = selectors.signed_in(request.user)
    fields = ("display_name", "time_zone", "language")
    form = forms.ProfileForm(
        _given(request), initial={name: getattr(person, name) for name in fields}
    )
    if form.is_valid():
        try:
            update_profile(person=person, **form.cleaned_data)
            messages.success(request, "Profile saved.")
            return redirect("people:profile")
        except Refusal as refusal:
            form.refuse(refusal)
    return _page(request, "profile", form)


@never_cache
@login_required
@sensitive_post_parameters("current_password")
def email_change(request: HttpRequest) -> HttpResponse:
    person = selectors.signed_in(request.user)
    form = forms.EmailChangeForm(_given(request))
    if form.is_valid():
        given = form.cleaned_data
        try:
            confirm_password(person=person, password=given["current_password"])
            request_email_change(
                person=person, email=given["email"], site=settings.SITE_ADDRESS
            )
            return redirect("people:email-change-sent")
        except Refusal as refusal:
            form.refuse(refusal)
    return _page(request, "email_change", form)


@require_GET
@login_required
def email_change_sent(request: HttpRequest) -> HttpResponse:
    return _page(request, "email_change_sent", **_mail_context())


@never_cache
@login_required
def email_change_finish(request: HttpRequest, link: str) -> HttpResponse:
    """Ask for confirmation first, because mail programs open links by themselves."""
    person = selectors.signed_in(request.user)
    if request.method == "POST":
        changed = confirm_email_change(person=person, link=link)
        messages.success(request, f"We now send your email to {changed.email}.")
        return redirect("people:profile")
    _, email, _ = selectors.email_change_content(link)
    return _page(request, "email_change_finish", email=email)


# ---- tokens


@never_cache
@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """List tokens. The secret is shown once, in the response to the form."""
    person = selectors.signed_in(request.user)
    form = forms.TokenForm(_given(request))
    made = None
    if form.is_valid():
        try:
            made = create_token(person=person, **form.cleaned_data)
            form = forms.TokenForm()
        except Refusal as refusal:
            form.refuse(refusal)
    return _page(request, "tokens", form, made=made, tokens=selectors.tokens_of(person))


@require_POST
@login_required
def token_revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    person = selectors.signed_in(request.user)
    tokens_services.revoke_token(person=person, token_id=token_id)
    messages.success(
        request, "Token revoked. Programs that use it no longer have access."
    )
    return redirect("people:tokens")


# ---- one's own data


@never_cache
@require_GET
@login_required
def export(request: HttpRequest) -> HttpResponse:
    person = selectors.signed_in(request.user)
    data = export_person(person=person)
    response = JsonResponse(data, json_dumps_params={"indent": 2})
    name = f"moonlight-{person.get_username()}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@never_cache
@require_GET
@login_required
def own_data(request: HttpRequest) -> HttpResponse:
    return _page(request, "own_data", forms.ConfirmedForm())


@never_cache
@require_POST
@login_required
@sensitive_post_parameters("current_password")
def delete(request: HttpRequest) -> HttpResponse:
    person = selectors.signed_in(request.user)
    form = forms.ConfirmedForm(request.POST)
    if form.is_valid():
        try:
            confirm_password(
                person=person, password=form.cleaned_data["current_password"]
            )
            delete_person(person=person)
            logout(request)
            messages.success(request, "Your account is deleted. Thank you for playing.")
            return redirect(settings.LOGOUT_REDIRECT_URL)
        except Refusal as refusal:
            form.refuse(refusal)
    return _page(request, "own_data", form)
