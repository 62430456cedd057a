import FlowCore
import FlowMagic
import FlowStore

// The JSON of the store's records.

extension Application {
  var json: JSON {
    [
      "id": .string(id), "name": .string(name), "organization": .string(organization),
      "created": .string(Timestamp.string(created)),
    ]
  }
}

extension Environment {
  /// Environments with the numbers of their current releases, and whether sessions may be followed.
  static func json(_ environments: [Environment], _ currentReleases: CurrentReleases) -> JSON {
    let followable = FollowSettings(environments).enabledEnvironments
    return .array(
      environments.map { environment in
        let live = currentReleases.current(
          application: environment.application, environment: environment.name)
        return [
          "name": .string(environment.name),
          "current": live.map { .number(JSONNumber($0.number)) } ?? .null,
          "followable": .bool(followable.contains(environment.name)),
        ]
      })
  }
}

extension StoredManifest {
  var summary: JSONObject {
    var object: JSONObject = [
      "platform": .string(platform), "version": .string(version), "build": .string(build),
      "received": .string(Timestamp.string(received)),
    ]
    object["announced"] = announcedIn.map { .string($0) }
    return object
  }
}

extension Snapshot {
  /// The metadata of the picture, which has its own path.
  var json: JSON {
    [
      "at": .string(Timestamp.string(at)), "etag": .string(tag),
      "width": .number(JSONNumber(width)), "height": .number(JSONNumber(height)),
    ]
  }
}

extension StoredRelease {
  var json: JSON {
    var object: JSONObject = [
      "number": .number(JSONNumber(number)), "application": .string(application),
      "environment": .string(environment), "note": .string(note), "author": author.json,
      "published": .string(Timestamp.string(published)),
    ]
    object["rollbackOf"] = rollbackOf.map { .number(JSONNumber($0)) }
    return .object(object)
  }
}

extension StoredSDKKey {
  func json(publicKey: VerificationKey) -> JSON {
    var object: JSONObject = [
      "id": .string(id), "key": .string(SDKKeyFormat.string(self, publicKey: publicKey)),
      "environment": .string(environment), "name": .string(name),
      "created": .string(Timestamp.string(created)),
    ]
    object["revoked"] = revoked.map { .string(Timestamp.string($0)) }
    return .object(object)
  }
}

extension APIToken {
  /// The token without its secret, with the owner's email address from `users`, by user id.
  func json(_ users: [String: String]) -> JSON {
    var object: JSONObject = [
      "id": .string(id), "name": .string(name), "scopes": .array(scopes.map { .string($0) }),
      "created": .string(Timestamp.string(created)),
    ]
    object["owner"] = .string(user.map { users[$0] ?? $0 } ?? "service-account")
    object["application"] = application.map { .string($0) }
    object["environment"] = environment.map { .string($0) }
    object["lastUsed"] = lastUsed.map { .string(Timestamp.string($0)) }
    object["expires"] = expires.map { .string(Timestamp.string($0)) }
    object["revoked"] = revoked.map { .string(Timestamp.string($0)) }
    return .object(object)
  }
}

extension AuditEntry {
  var json: JSON {
    var object: JSONObject = [
      "id": .number(JSONNumber(id)), "at": .string(Timestamp.string(at)), "actor": actor.json,
      "action": .string(action),
    ]
    object["application"] = application.map { .string($0) }
    object["environment"] = environment.map { .string($0) }
    object["detail"] = (try? JSON(parsing: detail)) ?? .object(JSONObject())
    return .object(object)
  }
}

extension Organization {
  var json: JSON {
    var object: JSONObject = [
      "id": .string(id), "name": .string(name), "since": .string(Timestamp.string(created)),
    ]
    object["tokenDays"] = tokenDays.map { .number(JSONNumber($0)) }
    return .object(object)
  }
}
