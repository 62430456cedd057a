import Foundation

/// Deterministic mutations of bytes for fuzzing.
///
/// The fuzzers of the server and of the price tracker use this folder through a symbolic link.
struct ByteMutator {
  /// The number of inputs of each fuzzer: `FUZZ_INPUTS`, or by default a number that takes little
  /// time.
  static let inputCount = number("FUZZ_INPUTS") ?? 2_000
  private static let seed = number("FUZZ_SEED") ?? 20_261_122

  private var state: UInt64

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  /// Runs `body` with a mutator for each number below `inputCount`, so that each input can be
  /// repeated.
  static func run(_ body: (inout ByteMutator) throws -> Void) rethrows {
    for input in 0..<inputCount {
      var mutator = ByteMutator(state: UInt64(seed) &+ UInt64(input) &* 0x9E37_79B9)
      try body(&mutator)
    }
  }

  /// A pseudorandom number from 0 up to but not including the bound, by SplitMix64.
  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(max(bound, 1)))
  }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  /// The bytes after one to four mutations, which flip a bit, remove, duplicate or truncate bytes,
  /// insert a token, or replace bytes with one.
  mutating func mutated(_ bytes: [UInt8], _ tokens: [String]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(4) {
      guard !bytes.isEmpty else { return Array(pick(tokens).utf8) }
      let start = below(bytes.count)
      let end = min(bytes.count, start + below(24))
      switch below(6) {
      case 0: bytes[start] ^= UInt8(1 << below(8))
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: below(bytes.count))
      case 3: bytes.replaceSubrange(start..<end, with: pick(tokens).utf8)
      case 4: bytes.insert(contentsOf: pick(tokens).utf8, at: start)
      default: bytes.removeLast(bytes.count - start)
      }
    }
    return bytes
  }

  /// The same bytes in chunks of random lengths.
  mutating func chunks(_ bytes: [UInt8]) -> [[UInt8]] {
    var chunks: [[UInt8]] = []
    var remaining = bytes[...]
    while !remaining.isEmpty {
      chunks.append(Array(remaining.prefix(1 + below(16))))
      remaining = remaining.dropFirst(chunks[chunks.count - 1].count)
    }
    return chunks
  }
}
