import Accounts
import FlowCore

// The JSON of accounts' records. Only that of tokens, new sessions and sign-ins contains secrets.

extension User {
  var json: JSONObject {
    var object: JSONObject = [
      "id": .string(id), "email": .string(email), "name": .string(name),
      "created": .string(Timestamp.string(created)),
    ]
    object["disabled"] = disabled.map { .string(Timestamp.string($0)) }
    return object
  }
}

extension Actor {
  /// The actor's type and id, and the name for display.
  var json: JSON {
    var object: JSONObject = [
      "type": .string(kind.rawValue), "id": .string(id), "name": .string(name),
    ]
    if kind == .token { object["user"] = user.map { .string($0) } }
    return .object(object)
  }
}

extension AccountSession {
  /// The session, with whether it is the one of the request.
  func json(isCurrent: Bool) -> JSON {
    [
      "id": .string(id), "kind": .string(kind.rawValue), "isCurrent": .bool(isCurrent),
      "created": .string(Timestamp.string(created)),
      "lastUsed": .string(Timestamp.string(lastUsed)),
      "expires": .string(Timestamp.string(expires)), "hasSecondFactor": .bool(hasSecondFactor),
      "address": .string(client.address), "userAgent": .string(client.userAgent),
    ]
  }
}

extension SecurityEvent {
  var json: JSON {
    var object: JSONObject = [
      "id": .number(JSONNumber(id)), "at": .string(Timestamp.string(at)), "action": .string(action),
      "actor": actor.json, "address": .string(client.address),
      "userAgent": .string(client.userAgent),
    ]
    object["organization"] = organization.map { .string($0) }
    object["detail"] = (try? JSON(parsing: detail)) ?? .object(JSONObject())
    return .object(object)
  }
}

extension RoleGrant {
  var json: JSON {
    var object: JSONObject = [
      "application": .string(application), "role": .string(role.rawValue),
    ]
    object["environment"] = environment.map { .string($0) }
    return .object(object)
  }
}

extension Membership {
  func json(named name: String?) -> JSON {
    [
      "id": .string(organization), "name": .string(name ?? organization),
      "role": .string(role.rawValue), "grants": .array(grants.map(\.json)),
      "since": .string(Timestamp.string(since)),
    ]
  }
}

extension Member {
  var json: JSON {
    var object = user.json
    object["role"] = .string(membership.role.rawValue)
    object["grants"] = .array(membership.grants.map(\.json))
    object["since"] = .string(Timestamp.string(membership.since))
    return .object(object)
  }
}

extension Invitation {
  var json: JSONObject {
    var object: JSONObject = [
      "id": .string(id), "organization": .string(organization), "email": .string(email),
      "role": .string(role.rawValue), "grants": .array(grants.map(\.json)),
      "inviter": inviter.json, "created": .string(Timestamp.string(created)),
      "expires": .string(Timestamp.string(expires)),
      "outcome": outcome.map { .string($0.rawValue) } ?? .null,
    ]
    object["ended"] = ended.map { .string(Timestamp.string($0)) }
    return object
  }
}

extension AppTokens {
  /// The tokens for an app, with their user.
  func json(_ user: User) -> JSONObject {
    [
      "signedIn": true, "tokenType": "Bearer", "accessToken": .string(accessToken),
      "expiresIn": .number(JSONNumber(accessTokenLifetime)), "refreshToken": .string(refreshToken),
      "user": .object(user.json),
    ]
  }
}

extension NewSession {
  /// The user, and the tokens for an app; a browser's secret is in a cookie only.
  var json: JSON {
    guard case .tokens(let tokens) = credential else {
      return ["signedIn": true, "user": .object(user.json)]
    }
    var object = tokens.json(user)
    object["deviceSecret"] = deviceSecrets.first.map { .string($0.string) }
    return .object(object)
  }
}

extension SignInResult {
  var json: JSON {
    switch self {
    case .signedIn(let new): return new.json
    case .secondFactor(let pending):
      return [
        "signedIn": false, "pendingSignIn": .string(pending.secret),
        "methods": .array(pending.methods.map { .string($0.rawValue) }),
      ]
    }
  }
}

extension CredentialSummary {
  var json: JSON {
    [
      "hasPassword": .bool(hasPassword), "hasTOTP": .bool(totpSince != nil),
      "recoveryCodes": .number(JSONNumber(recoveryCodesLeft)),
      "passkeys": .number(JSONNumber(passkeys.count)),
    ]
  }
}
