import FlowCore

/// The coding keys of a type's properties.
///
/// A property's key is found by decoding samples that differ in one member and checking whether the
/// property has the value of that member. Therefore custom coding keys work, and a computed
/// property has no key.
struct MemberKeys<Root: Decodable> {
  let shape: ContentShape

  init() {
    shape = SchemaInference(Root.self).shape
  }

  /// The coding key of a property; if it has none, the key path itself, such as `\Stock.name`.
  func key<Value>(_ property: KeyPath<Root, Value>) -> Name {
    let example = shape.example
    if let sample = try? JSONValueDecoder(example).decode(Root.self) {
      let original = "\(sample[keyPath: property])"
      for member in shape.members {
        for value in member.shape.values ?? memberSamples {
          var other = example.object ?? JSONObject()
          other[member.key] = value
          guard let root = try? JSONValueDecoder(.object(other)).decode(Root.self) else { continue }
          let changed = "\(root[keyPath: property])"
          if changed != original, changed == Self.text(value, as: Value.self) ?? changed {
            return member.key
          }
        }
      }
    }
    return keyByName(property)
  }

  /// A textual form of the decoded value, for comparison; nil if it cannot be decoded as the type.
  private static func text(_ value: JSON, as type: any Any.Type) -> String? {
    func text<Value: Decodable>(_ type: Value.Type) -> String? {
      (try? JSONValueDecoder(value).decode(type)).map { "\($0)" }
    }
    return (type as? any Decodable.Type).flatMap { text($0) }
  }

  /// The property's name if that is a key, for a type without a sample value.
  private func keyByName(_ property: PartialKeyPath<Root>) -> Name {
    let name = "\(property)".split(separator: ".").last.map { Name(String($0)) }
    return shape.members.contains { $0.key == name } ? name ?? "" : Name("\(property)")
  }
}

/// Samples of the types that decode from a single value.
///
/// Most types have two, because one of them may equal the value in the example.
private let memberSamples: [JSON] = [
  .null, true, false, 1, 2, "a", "b", [], [:], "2001-02-03", "2004-05-06", "https://a.example",
  "https://b.example", "00000000-0000-0000-0000-000000000001",
  "00000000-0000-0000-0000-000000000002",
]
