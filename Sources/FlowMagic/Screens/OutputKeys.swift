import FlowCore

/// The keys and types of a flow's outputs, and which property is which key.
///
/// A property's key is found by giving each key a value in turn and looking which property has it,
/// so renamed coding keys are followed.
struct OutputKeys<Outputs: FlowOutput> {
  private let shape: ContentShape

  init() {
    shape = ContentDescription(Outputs.self).shape
  }

  /// What is wrong with the type itself; nil if nothing is.
  static func mistake() -> String? {
    do {
      _ = try JSONValueDecoder([:]).decode(Outputs.self)
      return nil
    } catch {
      return "\(Outputs.self) does not decode when nothing has been entered: make its properties "
        + "optional. \(DecodingMistake(error))"
    }
  }

  /// The declaration of a property; nil if no key leads to it.
  func declaration(_ property: PartialKeyPath<Outputs>) -> KeyDeclaration? {
    for member in shape.members {
      let json: JSON = .object(JSONObject([.init(key: member.key, value: member.shape.example)]))
      guard let outputs = try? JSONValueDecoder(json).decode(Outputs.self) else { continue }
      if isEntered(outputs[keyPath: property]) { return declaration(member) }
    }
    // A type of which there is no made-up value; the property's own text then names it.
    guard let name = "\(property)".split(separator: ".").last else { return nil }
    return shape.members.first { $0.key == Name(String(name)) }.map { declaration($0) }
  }

  private func declaration(_ member: ContentShape.Member) -> KeyDeclaration {
    KeyDeclaration(key: member.key, type: member.shape.valueType)
  }

  private func isEntered(_ value: Any) -> Bool {
    if let value = value as? any OptionalValue { value.isEntered } else { false }
  }
}

private protocol OptionalValue {
  var isEntered: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isEntered: Bool { self != nil }
}

/// What does not decode, as a sentence with its place.
struct DecodingMistake: CustomStringConvertible {
  let description: String

  init(_ error: any Error) {
    guard let error = error as? DecodingError else {
      description = "\(error)"
      return
    }
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(_, let it), .valueNotFound(_, let it), .keyNotFound(_, let it),
      .dataCorrupted(let it):
      context = it
    @unknown default:
      description = "\(error)"
      return
    }
    let path = context.codingPath.map { "/" + $0.stringValue }.joined()
    description = path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
  }
}
