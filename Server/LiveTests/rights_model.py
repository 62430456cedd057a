"""A model of the permissions of each role, as documented, without the server; for test_rights."""

from dataclasses import dataclass, field

SCOPES = ["read", "draft", "publish", "admin"]
ROLES = ["guest", "viewer", "drafter", "editor", "owner"]
ENVIRONMENTS = ["development", "staging", "production"]


def rank(role):
    """The rank of a role's scope; -1 for a guest, and for a user without a role."""
    return -1 if role is None else ROLES.index(role) - 1


@dataclass
class Membership:
    role: str
    # Triples of application, environment or None, and role.
    grants: list = field(default_factory=list)

    def rank(self, app=None, env=None):
        """The rank of the scope in the organization, an application or an environment."""
        widest = rank(self.role)
        for granted_app, granted_env, role in self.grants:
            if app is not None and granted_app == app:
                # A member who may change one environment can read the rest of the application.
                applies = granted_env is None or granted_env == env
                widest = max(widest, rank(role) if applies else rank("viewer"))
        return widest


@dataclass
class User:
    email: str
    id: str
    # The access token of the newest session; None if signed out.
    session: str | None = None
    is_disabled: bool = False

    @property
    def secret(self):
        # Without a session, a malformed access token.
        return self.session or "a.b.c"

    def __str__(self):
        return self.email.split("@", maxsplit=1)[0]


@dataclass
class Token:
    id: str
    secret: str
    org: str
    scope: str
    # A user, or None for one of the organization.
    owner: User | None
    app: str | None
    env: str | None
    is_revoked: bool = False

    def __str__(self):
        limit = "/".join(filter(None, [self.app, self.env])) or self.org
        return f"token {self.id[:4]} ({self.scope} in {limit}, {self.owner or 'service-account'})"


@dataclass
class Key:
    id: str
    secret: str
    app: str
    env: str
    is_revoked: bool = False

    def __str__(self):
        return f"key {self.id[:4]} ({self.app}/{self.env})"


class Anonymous:
    secret = ""

    def __str__(self):
        return "anonymous"


@dataclass
class Request:
    """A request; `scope` is the token scope that it needs."""

    method: str
    path: str
    scope: str
    # The status for every authorized caller.
    status: int
    app: str | None = None
    env: str | None = None
    org: str | None = None
    body: dict | None = None
    is_for_apps: bool = False
    # Whether every member gets a response with their own data; tokens need the scope.
    is_for_members: bool = False

    def __str__(self):
        return f"{self.method} {self.path}"


class Rights:
    """Organizations with their applications, and every principal with access."""

    def __init__(self, apps):
        # The organization of each application.
        self.apps = apps
        self.users, self.tokens, self.keys = [], [], []
        # By user id and organization.
        self.memberships = {}

    def member(self, user, org):
        return self.memberships.get((user.id, org))

    def members(self, org):
        return [user for user in self.users if self.member(user, org)]

    def owners(self, org):
        """The members who can act as owners."""
        return [member for member in self.members(org)
                if self.member(member, org).role == "owner" and not member.is_disabled]

    def is_valid(self, who):
        if isinstance(who, User):
            return who.session is not None and not who.is_disabled
        if isinstance(who, Token):
            return not who.is_revoked and (
                who.owner is None
                or (not who.owner.is_disabled and self.member(who.owner, who.org) is not None))
        return isinstance(who, Key) and not who.is_revoked

    def organizations(self, who):
        if isinstance(who, (Token, Key)):
            return [who.org] if isinstance(who, Token) else [self.apps[who.app]]
        return [org for (user, org) in self.memberships if user == who.id]

    def rank(self, who, org, app=None, env=None):
        """The rank of a principal's permissions for a resource; -1 for none."""
        if isinstance(who, User):
            membership = self.member(who, org)
            return membership.rank(app, env) if membership else -1
        if who.org != org or (who.app and who.app != app):
            return -1
        own = SCOPES.index(who.scope)
        if who.env and who.env != env:
            own = 0
        if who.owner is None:
            return own
        return min(own, self.member(who.owner, org).rank(app, env))

    def expected_status(self, who, request):
        """The status of the response to a request."""
        if not self.is_valid(who):
            return 401
        if isinstance(who, Key):
            return self.expected_with_key(who, request)
        if request.app is not None:
            org = self.apps[request.app]
            is_visible = self.rank(who, org, request.app) >= 0
            own = self.rank(who, org, request.app, request.env)
        else:
            is_visible = request.org in self.organizations(who)
            own = self.rank(who, request.org)
        if not is_visible:
            return 404
        if isinstance(who, User) and request.is_for_members:
            return request.status
        return request.status if own >= SCOPES.index(request.scope) else 403

    @staticmethod
    def expected_with_key(key, request):
        """An SDK key gives access to its own environment, and only to routes for apps."""
        if not request.is_for_apps:
            return 401
        if key.app != request.app:
            return 404
        return request.status if key.env == request.env else 403

    def visible_apps(self, who, org):
        """The applications in a principal's list."""
        return {app for app, owner in self.apps.items()
                if owner == org and self.rank(who, org, app) >= 0}

    def visible_tokens(self, who, org):
        """The tokens in a principal's list: all for an `admin`, otherwise only their own."""
        sees_all = self.rank(who, org) == SCOPES.index("admin")
        return {token.id for token in self.tokens
                if token.org == org and (sees_all or token.owner is who)}

    # Changes

    def end_membership(self, user, org):
        """A member's tokens end with the membership, permanently."""
        del self.memberships[(user.id, org)]
        for token in self.tokens:
            if token.owner is user and token.org == org:
                token.is_revoked = True

    def revoke_sessions_and_tokens(self, user):
        """For a disabled account, or after a password reset."""
        user.session = None
        for token in self.tokens:
            if token.owner is user:
                token.is_revoked = True
