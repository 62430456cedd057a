package import FlowStore

/// The highest numbers that a server is known to have issued.
///
/// They are stored beside the signing keys, so that they survive restoring the store or the keys
/// from an older backup. Apps reject a different release with a number that they have accepted, and
/// keys other than those that they trust and the ones that follow them. So numbers continue above
/// the floor, and a key chain that is shorter or different is refused.
package struct IssuedFloor: Codable, Sendable, Equatable {
  /// The maximum recorded number: the largest integer that all JSON parsers represent exactly.
  package static let maximum = (1 << 53) - 1

  /// How far above the stored numbers a floor may be: a release every second for 30 years.
  package static let maximumGap = 1_000_000_000

  private enum CodingKeys: String, CodingKey {
    case schema, chain, numbers
    case keySetCount = "keySets"
  }

  /// The version of the file format.
  private(set) var schema = 1
  /// The number of key sets in the chain of signing keys.
  package private(set) var keySetCount = 0
  /// The digests of the key sets in that chain, oldest first; nil if they are not recorded,
  /// such as by an older version.
  package private(set) var chain: [String]?
  /// The highest numbers by application and environment.
  package private(set) var numbers: [String: [String: Int]] = [:]

  package init() {}

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    schema = try values.decode(Int.self, forKey: .schema)
    keySetCount = try values.decode(Int.self, forKey: .keySetCount)
    chain = try values.decodeIfPresent([String].self, forKey: .chain)
    numbers = try values.decode([String: [String: Int]].self, forKey: .numbers)
    let all = [keySetCount] + numbers.values.flatMap { $0.values }
    guard all.allSatisfy({ (0...Self.maximum).contains($0) }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .numbers, in: values, debugDescription: "A number is not from 0 to 2^53 - 1.")
    }
  }

  package init(keySetCount: Int, _ numbers: [IssuedNumber]) {
    raise(keySetCount: keySetCount, numbers)
  }

  /// The numbers of the current releases of a store's environments; 0 for one without a release.
  init(current environments: [Environment]) {
    raise(
      environments.map {
        IssuedNumber(application: $0.application, environment: $0.name, number: $0.current ?? 0)
      })
  }

  /// The numbers as the store lists them.
  package var issuedNumbers: [IssuedNumber] {
    numbers.sorted { $0.key < $1.key }.flatMap { application, environments in
      environments.sorted { $0.key < $1.key }.map {
        IssuedNumber(application: application, environment: $0.key, number: $0.value)
      }
    }
  }

  /// The highest number of an application in any environment; 0 if none is known.
  package func highest(of application: String) -> Int {
    numbers[application]?.values.max() ?? 0
  }

  /// The first number that is so far above the stored ones that no server has issued it; nil if
  /// there is none.
  ///
  /// If releases continued above it, there might be no numbers left for them.
  package func implausibleNumber(comparedTo stored: IssuedFloor) -> IssuedNumber? {
    issuedNumbers.first { $0.number - stored.highest(of: $0.application) > Self.maximumGap }
  }

  /// Returns the numbers of releases that apps may have, and that are newer than a store's current
  /// ones.
  ///
  /// An environment that the store does not have, because it was added after the backup, counts
  /// only until the store knows its number: it may never be added again.
  ///
  /// - Parameters:
  ///   - current: The numbers of the store's current releases.
  ///   - stored: The numbers that the store knew before a start raised them.
  /// - Returns: The numbers.
  func numbers(above current: IssuedFloor, stored: IssuedFloor) -> [IssuedNumber] {
    issuedNumbers.filter { issued in
      let known =
        current.numbers[issued.application]?[issued.environment]
        ?? stored.numbers[issued.application]?[issued.environment]
      return (known ?? 0) < issued.number
    }
  }

  /// Returns what gives apps the newest release again, as the end of a sentence.
  ///
  /// - Parameters:
  ///   - issued: A release that they may have, and that is newer than the store's.
  ///   - current: The numbers of the store's current releases.
  /// - Returns: The end of the sentence, with the number of the next release above this floor.
  func remedy(for issued: IssuedNumber, current: IssuedFloor) -> String {
    let publishing = "publish release \(highest(of: issued.application) + 1)"
    return switch current.numbers[issued.application]?[issued.environment] {
    case nil: "add \(issued.environment) of \(issued.application) again, and \(publishing)"
    case 0?: publishing
    default:
      "\(publishing); without a change, with `flowmagic publish --republish --app "
        + "\(issued.application) --environment \(issued.environment)`"
    }
  }

  /// Raises the floor to higher numbers; ignores lower ones.
  package mutating func raise(keySetCount: Int = 0, _ numbers: [IssuedNumber] = []) {
    self.keySetCount = max(self.keySetCount, keySetCount)
    for new in numbers {
      let recorded = self.numbers[new.application]?[new.environment] ?? 0
      self.numbers[new.application, default: [:]][new.environment] =
        max(recorded, min(new.number, Self.maximum))
    }
  }

  /// Raises the floor to the higher numbers of another one.
  package mutating func raise(to other: IssuedFloor) {
    raise(keySetCount: other.keySetCount, other.issuedNumbers)
    if let chain = other.chain { extend(to: chain) }
  }

  /// Records a chain that continues the recorded one; ignores any other.
  package mutating func extend(to chain: [String]) {
    guard chain.starts(with: self.chain ?? []) else { return }
    self.chain = chain
    keySetCount = max(keySetCount, chain.count)
  }

  /// Records a chain in place of the recorded one, although apps may trust that one.
  package mutating func replaceChain(with chain: [String]) {
    self.chain = chain
    keySetCount = chain.count
  }

  /// Whether a chain may belong to the server of the recorded one: one is a prefix of the other.
  ///
  /// True if none is recorded.
  package func isCompatible(with chain: [String]) -> Bool {
    zip(self.chain ?? [], chain).allSatisfy { $0 == $1 }
  }

  /// Whether a chain is the recorded one or continues it: it is compatible, and has at least as
  /// many key sets as are recorded.
  func accepts(_ chain: [String]) -> Bool {
    keySetCount <= chain.count && isCompatible(with: chain)
  }
}

/// Records a release's number before the release is delivered, and returns the highest one
/// recorded.
package struct NumberRecorder: Sendable {
  private let recordNumber: @Sendable (IssuedNumber) throws -> Void
  private let highestNumber: @Sendable (String) throws -> Int

  /// Creates a recorder; without arguments, it records nothing.
  package init(
    _ record: @escaping @Sendable (IssuedNumber) throws -> Void = { _ in },
    highest: @escaping @Sendable (_ application: String) throws -> Int = { _ in 0 }
  ) {
    recordNumber = record
    highestNumber = highest
  }

  /// The highest recorded number of an application; 0 if there is none or it cannot be read,
  /// because a disk that fails must not prevent publishing.
  func highest(of application: String) -> Int { (try? highestNumber(application)) ?? 0 }

  /// Records a number.
  ///
  /// - Throws: Any error of storing it.
  package func record(_ number: IssuedNumber) throws { try recordNumber(number) }
}
