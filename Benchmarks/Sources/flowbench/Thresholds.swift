import Foundation

/// The thresholds in git for allocations and instructions of each operation.
struct Thresholds: Codable {
  var allocations: [String: Double] = [:]
  var instructions: [String: Double] = [:]

  /// The excess of a count over its threshold up to which the check passes.
  struct Tolerance {
    /// The excess as a fraction of the threshold.
    let fraction: Double
    /// The excess as a count, for small thresholds.
    let count: Double

    /// The maximum count that passes.
    func limit(_ threshold: Double) -> Double { threshold + max(threshold * fraction, count) }
  }

  /// Random hashing of dictionaries sometimes adds an allocation, at most one in a hundred
  /// operations.
  static let allocationTolerance = Tolerance(fraction: 0.005, count: 0.01)
  /// Instruction counts depend on processors and libraries.
  static let instructionTolerance = Tolerance(fraction: 0.10, count: 0)

  static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Thresholds/thresholds.json")

  static func read() throws -> Thresholds {
    try JSONDecoder().decode(Thresholds.self, from: Data(contentsOf: file))
  }

  func write() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: Thresholds.file, options: .atomic)
  }
}

/// Counts instructions by running this program under valgrind.
enum Instructions {
  /// Returns the instructions of one operation, from the difference between many and few runs, so
  /// that startup does not count; nil if valgrind is not installed or fails.
  static func count(_ operation: Operation) throws -> Double? {
    let fewRuns = 20
    let manyRuns = 120
    guard let low = try run(operation.name, times: fewRuns),
      let high = try run(operation.name, times: manyRuns)
    else { return nil }
    return (high - low) / Double((manyRuns - fewRuns) * operation.count)
  }

  private static func run(_ name: String, times: Int) throws -> Double? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", CommandLine.arguments[0],
      "--work", name, "\(times)",
    ]
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard let line = output.split(separator: "\n").last(where: { $0.contains("Collected :") })
    else { return nil }
    return line.split(separator: " ").last.flatMap { Double($0) }
  }
}
