package import FlowCore

/// Which outputs must not appear on a screen.
package struct Secrets {
  private var keys: Set<Name> = []

  package init(_ document: FlowDocument, screens: [Name: ScreenDeclaration]?) {
    for flow in document.flows {
      for step in flow.steps {
        let provided = screens?[step.screen]?.provides.map(\.key) ?? []
        let hidden = provided.filter { Secrets.isSecret($0.string) }
        let isSecret = Secrets.isMarked(step.id.string, step.content ?? .null)
        if isSecret || !hidden.isEmpty { keys.insert(step.id) }
        keys.formUnion(isSecret && provided.count == 1 ? provided : hidden)
      }
    }
  }

  /// Whether what a step gives is secret.
  package func isSecret(step: Name, content: JSON) -> Bool {
    keys.contains(step) || Secrets.isMarked(step.string, content)
  }

  /// Whether a name says that the value is secret.
  package static func isSecret(_ name: String) -> Bool {
    let letters = name.lowercased()
    return letters == "pin"
      || ["password", "passcode", "passphrase"].contains { letters.contains($0) }
  }

  private static func isMarked(_ id: String, _ content: JSON) -> Bool {
    content["secure"]?.bool == true || isSecret(id)
      || isSecret(content["title"]?.string ?? "")
  }

  /// An output as it may be shown.
  package func shown(_ key: Name, _ value: JSON, mask: String) -> String {
    keys.contains(key) ? mask : ValueWords.plain(masked(value, mask: mask))
  }

  /// Hides secret members inside a value.
  private func masked(_ value: JSON, mask: String) -> JSON {
    guard let object = value.object else { return value }
    return .object(
      JSONObject(
        object.members.map { member in
          let hides = Secrets.isSecret(member.key.string)
          return .init(
            key: member.key, value: hides ? .string(mask) : masked(member.value, mask: mask))
        }))
  }

  /// A saved session as it may be shown.
  package func masked(session saved: JSON, mask: String) -> JSON {
    guard var object = saved.object else { return saved }
    for list in ["outputs", "drafts"] as [Name] {
      guard let entries = object[list]?.array else { continue }
      object[list] = .array(entries.map { masked(entry: $0, mask: mask) })
    }
    return .object(object)
  }

  private func masked(entry: JSON, mask: String) -> JSON {
    guard var object = entry.object, let key = object["key"]?.string else { return entry }
    let isHidden = keys.contains(Name(key)) || Secrets.isSecret(key)
    object["value"] = isHidden ? .string(mask) : masked(object["value"] ?? .null, mask: mask)
    return .object(object)
  }
}
