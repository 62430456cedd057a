import Foundation
import Testing

/// The number of inputs of the fuzzers, and their seed.
///
/// `make test` runs a limited number that is the same every time; `make fuzz` sets `FUZZ_INPUTS`
/// and `FUZZ_SEED` to run more. A failing input should be added as a vector.
enum Fuzzing {
  static let inputCount = number("FUZZ_INPUTS") ?? 2_000
  static let seed = number("FUZZ_SEED") ?? 20_261_121

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  /// The JSON files directly in `Samples/` and `Conformance/`, as bytes, sorted by path.
  static let corpus: [[UInt8]] = {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    var files: [URL] = []
    for folder in ["Samples", "Conformance"] {
      let contents = try? FileManager.default.contentsOfDirectory(
        at: root.appending(path: folder), includingPropertiesForKeys: nil)
      files += (contents ?? []).filter { $0.pathExtension == "json" }
    }
    return files.sorted { $0.path < $1.path }.compactMap { try? Array(Data(contentsOf: $0)) }
  }()

  /// Runs `body` with a generator for each number below `inputCount`, so that each input can be
  /// repeated.
  static func run(_ body: (inout SeededRandom) throws -> Void) rethrows {
    for input in 0..<inputCount {
      var random = SeededRandom(seed: UInt64(seed) &+ UInt64(input) &* 0x9E37_79B9)
      try body(&random)
    }
  }
}

extension SeededRandom {
  /// The bytes with a few mutations: a flipped bit, removed or duplicated bytes, unusual pieces.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(4) {
      guard !bytes.isEmpty else { return bytes }
      let start = below(bytes.count)
      let end = min(bytes.count, start + below(24))
      switch below(6) {
      case 0: bytes[start] ^= UInt8(1 << below(8))
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: below(bytes.count))
      case 3: bytes.replaceSubrange(start..<end, with: pick(Self.pieces).utf8)
      case 4: bytes.insert(contentsOf: pick(Self.pieces).utf8, at: start)
      default: bytes.removeLast(bytes.count - start)
      }
    }
    return bytes
  }

  private static let pieces = [
    "{}", "[]", "null", "true", "-0", "1e999", "0.1", "9223372036854775808", "\"\"", "\"\\ud800\"",
    "\"\\u0000\"", "{\"$not\":", "{\"$regex\":\"(a+)+$\"}", "\"to\":\"welcome\"",
    "\"finish\":\"x\"",
    "\"flow\":\"main\"", "\"split\":{}", "\"showWhen\":{\"never\":1},", "[[[[", "}}}}", ",", ":",
    "\"style\":\"root\"", "\u{FEFF}", "\"$text\":\"a\"", "\"then\":{\"*\":\"welcome\"}",
  ]
}
