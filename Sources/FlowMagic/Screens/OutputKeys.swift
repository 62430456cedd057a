import FlowCore

/// The coding keys and types of a flow's outputs, and the key of each property.
///
/// A property's key is found by decoding a value for one key at a time and checking which property
/// receives it, so custom coding keys work.
struct OutputKeys<Outputs: FlowOutput> {
  private let shape: ContentShape

  init() {
    shape = SchemaInference(Outputs.self).shape
  }

  /// Returns the reason why the type cannot be used; nil if it can.
  static func declarationProblem() -> String? {
    do {
      _ = try JSONValueDecoder([:]).decode(Outputs.self)
      return nil
    } catch {
      return "\(Outputs.self) does not decode from an empty object. Make its properties optional. "
        + "\(DecodingErrorDescription(error))"
    }
  }

  /// The declaration of a property; nil if it has no coding key.
  func declaration(_ property: PartialKeyPath<Outputs>) -> KeyDeclaration? {
    for member in shape.members {
      let json: JSON = .object(JSONObject([.init(key: member.key, value: member.shape.example)]))
      guard let outputs = try? JSONValueDecoder(json).decode(Outputs.self) else { continue }
      if hasValue(outputs[keyPath: property]) { return declaration(member) }
    }
    // The type has no sample value: fall back to the property's name.
    guard let name = "\(property)".split(separator: ".").last else { return nil }
    return shape.members.first { $0.key == Name(String(name)) }.map { declaration($0) }
  }

  private func declaration(_ member: ContentShape.Member) -> KeyDeclaration {
    KeyDeclaration(key: member.key, type: member.shape.valueType)
  }

  private func hasValue(_ value: Any) -> Bool {
    if let value = value as? any OptionalValue { value.hasValue } else { false }
  }
}

private protocol OptionalValue {
  var hasValue: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var hasValue: Bool { self != nil }
}
