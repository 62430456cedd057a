package import FlowStore

/// The highest numbers that a server is known to have issued.
///
/// They are stored beside the signing keys, so that they survive restoring the store or the keys
/// from an older backup. Apps reject a different release with a number that they have accepted, and
/// keys that are older than those that they trust. So numbers continue above the floor, and a
/// shorter key chain is refused.
package struct IssuedFloor: Codable, Sendable, Equatable {
  /// The version of the file format.
  private(set) var schema = 1
  /// The number of key sets in the chain of signing keys.
  package var keySets = 0
  /// The highest numbers by application and environment.
  package private(set) var numbers: [String: [String: Int]] = [:]

  package init() {}

  package init(keySets: Int, _ numbers: [IssuedNumber]) {
    raise(keySets: keySets, numbers)
  }

  /// The numbers in the store's form.
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

  /// Raises the floor to higher numbers; ignores lower ones.
  package mutating func raise(keySets: Int = 0, _ numbers: [IssuedNumber] = []) {
    self.keySets = max(self.keySets, keySets)
    for new in numbers {
      let known = self.numbers[new.application]?[new.environment] ?? 0
      self.numbers[new.application, default: [:]][new.environment] = max(known, new.number)
    }
  }

  /// Raises the floor to the higher numbers of another one.
  package mutating func raise(to other: IssuedFloor) {
    raise(keySets: other.keySets, other.issuedNumbers)
  }
}

/// Records a release's number before the release is delivered.
package struct NumberRecorder: Sendable {
  private let body: @Sendable (IssuedNumber) throws -> Void

  package init(_ record: @escaping @Sendable (IssuedNumber) throws -> Void = { _ in }) {
    body = record
  }

  package func record(_ number: IssuedNumber) throws { try body(number) }
}
