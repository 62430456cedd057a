import FlowCore
import FlowMagic
import FlowStore

// The store's records as the API shows them.

extension Application {
  var json: JSON {
    [
      "id": .string(id), "name": .string(name), "organization": .string(organization),
      "created": .string(Moment.text(created)),
    ]
  }
}

extension Environment {
  var json: JSON {
    ["name": .string(name), "current": current.map { .number(JSONNumber($0)) } ?? .null]
  }
}

extension StoredManifest {
  var summary: JSONObject {
    [
      "platform": .string(platform), "version": .string(version), "build": .string(build),
      "received": .string(Moment.text(received)),
    ]
  }
}

extension Snapshot {
  /// Which picture it is; the picture itself is at the screen's own path.
  var json: JSON {
    [
      "at": .string(Moment.text(at)), "etag": .string(tag),
      "width": .number(JSONNumber(width)), "height": .number(JSONNumber(height)),
    ]
  }
}

extension StoredRelease {
  var json: JSON {
    var object: JSONObject = [
      "number": .number(JSONNumber(number)), "application": .string(application),
      "environment": .string(environment), "note": .string(note), "author": .string(author),
      "published": .string(Moment.text(published)),
    ]
    object["rollbackOf"] = rollbackOf.map { .number(JSONNumber($0)) }
    return .object(object)
  }
}

extension StoredSDKKey {
  func json(trusting key: VerificationKey) -> JSON {
    var object: JSONObject = [
      "id": .string(id), "key": .string(SDKKeyText.text(self, trusting: key)),
      "environment": .string(environment), "name": .string(name),
      "created": .string(Moment.text(created)),
    ]
    object["revoked"] = revoked.map { .string(Moment.text($0)) }
    return .object(object)
  }
}

extension APIToken {
  /// Without the secret, which nobody but the holder has; with the address of the person whose it
  /// is, which `people` has by the person's id.
  func json(_ people: [String: String]) -> JSON {
    var object: JSONObject = [
      "id": .string(id), "name": .string(name), "scopes": .array(scopes.map { .string($0) }),
      "created": .string(Moment.text(created)),
    ]
    object["owner"] = .string(person.map { people[$0] ?? $0 } ?? "robot")
    object["application"] = application.map { .string($0) }
    object["environment"] = environment.map { .string($0) }
    object["lastUsed"] = lastUsed.map { .string(Moment.text($0)) }
    object["expires"] = expires.map { .string(Moment.text($0)) }
    object["revoked"] = revoked.map { .string(Moment.text($0)) }
    return .object(object)
  }
}

extension AuditEntry {
  var json: JSON {
    var object: JSONObject = [
      "id": .number(JSONNumber(id)), "at": .string(Moment.text(at)), "actor": .string(actor),
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
    ["id": .string(id), "name": .string(name), "since": .string(Moment.text(created))]
  }
}
