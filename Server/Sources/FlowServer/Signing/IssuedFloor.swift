package import FlowStore

/// The highest numbers that a server is known to have issued; written beside the signing keys, so
/// that it outlives restoring a store or keys from an older backup.
///
/// Apps refuse another release of a number that they have accepted, and keys that are older than
/// those that they follow. So numbers continue above the floor, and a shorter chain is refused.
package struct IssuedFloor: Codable, Sendable, Equatable {
  /// The format of the file.
  private(set) var schema = 1
  /// The number of key sets in the chain of signing keys.
  package var keySets = 0
  /// The highest number by application and environment.
  package private(set) var numbers: [String: [String: Int]] = [:]

  package init() {}

  package init(keySets: Int, _ numbers: [IssuedNumber]) {
    raise(keySets: keySets, numbers)
  }

  /// The numbers as the store takes them.
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

  /// Takes on what is higher.
  package mutating func raise(keySets: Int = 0, _ numbers: [IssuedNumber] = []) {
    self.keySets = max(self.keySets, keySets)
    for new in numbers {
      let known = self.numbers[new.application]?[new.environment] ?? 0
      self.numbers[new.application, default: [:]][new.environment] = max(known, new.number)
    }
  }

  /// Takes on what is higher in another floor.
  package mutating func raise(to other: IssuedFloor) {
    raise(keySets: other.keySets, other.issuedNumbers)
  }
}

/// Writes down a release's number before the release goes out.
package struct NumberRecorder: Sendable {
  private let body: @Sendable (IssuedNumber) throws -> Void

  package init(_ record: @escaping @Sendable (IssuedNumber) throws -> Void = { _ in }) {
    body = record
  }

  package func record(_ number: IssuedNumber) throws { try body(number) }
}
