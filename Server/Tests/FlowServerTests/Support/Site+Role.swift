import Accounts
import FlowServer

extension Site {
  /// The callers of the scenario tables.
  enum Role: String, CaseIterable {
    case anonymous, app
    /// Tokens of a service account of `acme`.
    case read, draft, publish, admin
    /// A service account's token with the scope `admin` of another organization.
    case rival
    /// A service account's token with the scope `admin`, restricted to staging of the shop.
    case limited
    /// A token with the scope `admin` that belongs to a drafter.
    case drafterToken
    /// A token with the scope `admin` that belongs to a user whose account is disabled.
    case disabledToken
    /// Members of `acme` in a browser.
    case guest, viewer, drafter, editor, owner
    /// The same users in an app.
    case guestApp, viewerApp, drafterApp, editorApp, ownerApp
    /// A guest of `acme` who is an editor in production of the shop.
    case granted
    /// An owner of another organization.
    case stranger
    /// A user who is in no organization.
    case unaffiliated
    /// An owner of `acme` whose account is disabled, in a browser and in an app.
    case disabled, disabledApp
    /// The owner of `acme`, with an expired session.
    case expired
    /// An owner whose browser was made to send the request by another site's page: without the CSRF
    /// token, with another session's, and with the right one from another origin.
    case withoutCSRFToken, otherCSRFToken, otherOrigin
  }
}

extension Site.Role {
  /// What a caller authenticates with, and as whom.
  enum Kind: Equatable {
    case anonymous
    case app
    case token(Scope)
    case rivalToken
    case limitedToken
    case ownedToken(MemberRole)
    case invalidToken
    /// A member of `acme` with this role everywhere, and a grant.
    case member(MemberRole, isGranted: Bool)
    case stranger
    case unaffiliated
    case invalidSession
    /// An owner's request that no page of the server sent.
    case forgery
  }

  var kind: Kind {
    switch self {
    case .anonymous: .anonymous
    case .app: .app
    case .read: .token(.read)
    case .draft: .token(.draft)
    case .publish: .token(.publish)
    case .admin: .token(.admin)
    case .rival: .rivalToken
    case .limited: .limitedToken
    case .drafterToken: .ownedToken(.drafter)
    case .disabledToken: .invalidToken
    case .guest, .guestApp: .member(.guest, isGranted: false)
    case .viewer, .viewerApp: .member(.viewer, isGranted: false)
    case .drafter, .drafterApp: .member(.drafter, isGranted: false)
    case .editor, .editorApp: .member(.editor, isGranted: false)
    case .owner, .ownerApp: .member(.owner, isGranted: false)
    case .granted: .member(.guest, isGranted: true)
    case .stranger: .stranger
    case .unaffiliated: .unaffiliated
    case .disabled, .disabledApp, .expired: .invalidSession
    case .withoutCSRFToken, .otherCSRFToken, .otherOrigin: .forgery
    }
  }

  /// Whether the caller is a user with a session, valid or not.
  var isUser: Bool {
    switch kind {
    case .member, .stranger, .unaffiliated, .invalidSession, .forgery: true
    default: false
    }
  }

  var isByApp: Bool { rawValue.hasSuffix("App") }

  /// The name of the user; the same in a browser and in an app.
  var userName: String {
    switch kind {
    case .ownedToken(let role): return role.rawValue
    case .forgery: return "owner"
    case .invalidSession where self == .expired: return "owner"
    case .invalidToken: return "disabled"
    default: break
    }
    return isByApp ? String(rawValue.dropLast(3)) : rawValue
  }
}
