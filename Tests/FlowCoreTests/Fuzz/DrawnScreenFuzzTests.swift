import FlowCore
import Testing

@Suite struct DrawnScreenFuzzTests {
  private static let vectors = FindingVector.all.filter { $0.json["document"]?["screens"] != nil }

  @Test func `drawn screens with arbitrary values anywhere are verified, compared and preserved`()
    throws
  {
    #expect(Self.vectors.count >= 30)
    let values = Self.vectors.compactMap { $0.json["document"]?["screens"] }
    try Fuzzing.run { random in
      let vector = random.pick(Self.vectors)
      let old = try vector.document()
      var new = old
      for _ in 0..<3 {
        let other = random.pick(values)
        new.unknown["screens"] = new.unknown["screens"]
          .map { Self.mutated($0, other, &random) }
      }
      for finding in Verifier(new, manifests: try vector.manifests()).findings() {
        #expect(finding.fix.hasSuffix("."), "\(finding.json.text(.compact))")
        #expect(!finding.message.contains("  "))
      }
      for change in old.changes(to: new) { #expect(change.sentence.hasSuffix(".")) }
      #expect(try FlowDocument(parsing: new.json.utf8()) == new)
      #expect(new.changes(to: new) == [])
    }
  }

  /// The value with a part replaced or removed; may be a completely different value.
  private static func mutated(_ json: JSON, _ other: JSON, _ random: inout SeededRandom) -> JSON {
    if random.chance(8) { return random.chance(50) ? part(of: other, &random) : random.json() }
    switch json {
    case .array(var elements) where !elements.isEmpty:
      let index = random.below(elements.count)
      if random.chance(10) {
        elements.remove(at: index)
      } else {
        elements[index] = mutated(elements[index], other, &random)
      }
      return .array(elements)
    case .object(var object) where !object.isEmpty:
      let member = random.pick(object.members)
      object[member.key] = random.chance(10) ? nil : mutated(member.value, other, &random)
      return .object(object)
    default: return random.chance(50) ? part(of: other, &random) : random.json()
    }
  }

  private static func part(of json: JSON, _ random: inout SeededRandom) -> JSON {
    if random.chance(25) { return json }
    switch json {
    case .array(let elements) where !elements.isEmpty:
      return part(of: random.pick(elements), &random)
    case .object(let object) where !object.isEmpty:
      return part(of: random.pick(object.members).value, &random)
    default: return json
    }
  }
}
