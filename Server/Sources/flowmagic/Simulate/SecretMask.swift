package import FlowCore

/// Masks outputs that must not be shown, such as passwords.
package struct SecretMask {
  /// The ids of steps with secret outputs, and the keys of those outputs.
  private var keys: Set<Name> = []

  package init(_ document: FlowDocument, screens: [Name: ScreenDeclaration]?) {
    for flow in document.flows {
      for step in flow.steps {
        let provided = screens?[step.screen]?.provides.map(\.key) ?? []
        let hidden = provided.filter { SecretMask.isSecret($0.string) }
        let isSecret = SecretMask.isMarked(step.id.string, step.content ?? .null)
        if isSecret || !hidden.isEmpty { keys.insert(step.id) }
        keys.formUnion(isSecret && provided.count == 1 ? provided : hidden)
      }
    }
  }

  /// Whether a step's output is secret.
  package func isSecret(step: Name, content: JSON) -> Bool {
    keys.contains(step) || SecretMask.isMarked(step.string, content)
  }

  /// Whether a name suggests a secret value.
  package static func isSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "pin"
      || ["password", "passcode", "passphrase"].contains { name.contains($0) }
  }

  private static func isMarked(_ id: String, _ content: JSON) -> Bool {
    content["secure"]?.bool == true || isSecret(id)
      || isSecret(content["title"]?.string ?? "")
  }

  /// An output as text, masked if it is secret.
  package func text(_ key: Name, _ value: JSON, mask: String) -> String {
    keys.contains(key) ? mask : ValueText.text(masked(value, mask: mask))
  }

  /// Masks secret members inside a value.
  private func masked(_ value: JSON, mask: String) -> JSON {
    if let elements = value.array { return .array(elements.map { masked($0, mask: mask) }) }
    guard let object = value.object else { return value }
    return .object(
      JSONObject(
        object.members.map { member in
          let isHidden = SecretMask.isSecret(member.key.string)
          return .init(
            key: member.key, value: isHidden ? .string(mask) : masked(member.value, mask: mask))
        }))
  }

  /// A saved session with secret values masked.
  package func masked(session saved: JSON, mask: String) -> JSON {
    guard var object = saved.object else { return saved }
    for list in ["outputs", "enteredValues"] as [Name] {
      guard let entries = object[list]?.array else { continue }
      object[list] = .array(entries.map { masked(entry: $0, mask: mask) })
    }
    return .object(object)
  }

  private func masked(entry: JSON, mask: String) -> JSON {
    guard var object = entry.object, let key = object["key"]?.string else { return entry }
    let isHidden = keys.contains(Name(key)) || SecretMask.isSecret(key)
    object["value"] = isHidden ? .string(mask) : masked(object["value"] ?? .null, mask: mask)
    return .object(object)
  }
}
