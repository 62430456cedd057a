import Foundation

/// All measurements of one run, and those that exceed their limits.
struct Report {
  private let operations: [Operation]
  private var measurements: [String: Measurement] = [:]
  private var instructions: [String: Double] = [:]
  private let foundation: Comparison?
  private let unleash: Comparison?
  private let scalingMeasurements: [ScalingMeasurement]
  private var thresholds: Thresholds
  private(set) var failures: [String] = []

  init(_ operations: [Operation]) throws {
    self.operations = operations
    thresholds = try Thresholds.read()
    for operation in operations {
      measurements[operation.name] = measure(operation.name, batch: operation.batch) {
        operation.run()
      }
      instructions[operation.name] = try Instructions.count(operation)
    }
    foundation = operations.first { $0.name == "json-read" }.map { Comparisons.foundation($0) }
    unleash = operations.first { $0.name == "resolve" }.flatMap { Comparisons.unleash($0) }
    scalingMeasurements = try ScalingMeasurement.measure()
    checkLimits()
  }

  mutating func updateThresholds() throws {
    for operation in operations {
      thresholds.allocations[operation.name] = allocations(operation)
      if let count = instructions[operation.name] {
        thresholds.instructions[operation.name] = count.rounded()
      }
    }
    try thresholds.write()
    failures = []
    checkLimits()
  }

  private func nanoseconds(_ operation: Operation) -> Double {
    (measurements[operation.name]?.nanoseconds ?? .nan) / Double(operation.count)
  }

  private func allocations(_ operation: Operation) -> Double {
    (measurements[operation.name]?.allocations ?? .nan) / Double(operation.count)
  }

  private func nanoseconds(ofOperationNamed name: String) -> Double {
    operations.first { $0.name == name }.map { nanoseconds($0) } ?? .nan
  }
}

extension Report {
  /// Compares allocations and instructions with thresholds in git, times and memory with limits,
  /// and `json-read` with Foundation's decoder in the same run.
  private mutating func checkLimits() {
    for operation in operations {
      check(
        operation, "allocations", allocations(operation), thresholds.allocations,
        Thresholds.allocationTolerance)
      if let count = instructions[operation.name] {
        check(
          operation, "instructions", count, thresholds.instructions,
          Thresholds.instructionTolerance)
      }
    }
    check("resolve", nanoseconds(ofOperationNamed: "resolve"), isBelow: 100, "ns")
    check("fire", nanoseconds(ofOperationNamed: "fire"), isBelow: 500, "ns")
    check("branches-16", nanoseconds(ofOperationNamed: "branches-16") / 1e6, isBelow: 1, "ms")
    if let foundation {
      check("JSONDecoder's time / json-read's", foundation.ratio, isAtLeast: 10)
    }
    if let last = scalingMeasurements.last,
      let first = scalingMeasurements.dropFirst().first
    {
      check("\(last.steps) steps", last.seconds, isBelow: 1, "s")
      let time = last.microsecondsPerStep / first.microsecondsPerStep
      check("time per step, \(last.steps) / \(first.steps) steps", time, isBelow: 3, "")
      let memory = last.bytesPerStep / first.bytesPerStep
      check("memory per step, \(last.steps) / \(first.steps) steps", memory, isBelow: 1.5, "")
    }
  }

  private mutating func check(
    _ operation: Operation, _ metric: String, _ value: Double, _ thresholds: [String: Double],
    _ tolerance: Thresholds.Tolerance
  ) {
    guard let threshold = thresholds[operation.name] else {
      failures.append("\(operation.name) has no threshold for \(metric): run with --update")
      return
    }
    let limit = tolerance.limit(threshold)
    guard value > limit else { return }
    failures.append(
      "\(operation.name): \(decimal(value)) \(metric), must be at most \(decimal(limit)) "
        + "(threshold \(decimal(threshold)) and tolerance \(decimal(limit - threshold)))")
  }

  private mutating func check(_ name: String, _ value: Double, isAtLeast limit: Double) {
    guard !(value >= limit) else { return }
    failures.append("\(name): \(decimal(value)), must be at least \(decimal(limit))")
  }

  private mutating func check(
    _ name: String, _ value: Double, isBelow limit: Double, _ unit: String
  ) {
    guard !(value < limit) else { return }
    failures.append(
      "\(name): \(decimal(value)) \(unit), must be below \(decimal(limit)) \(unit)")
  }
}

extension Report {
  func printTables() {
    printRow("operation", "median ns", "allocations", "instructions")
    for operation in operations {
      printRow(
        operation.name, text(nanoseconds(operation)),
        text(allocations(operation), threshold: thresholds.allocations[operation.name]),
        instructions[operation.name].map {
          text($0.rounded(), threshold: thresholds.instructions[operation.name])
        } ?? "no valgrind")
      print("    \(operation.title)")
    }
    print("\nafter the slash: the threshold")
    print("tolerance: allocations 0.5 %, at least 0.01; instructions 10 %")
    print("\nother libraries, measured alternately with ours: the round with the median ratio")
    printRow("library", "its ns", "our ns", "ratio")
    if let foundation { printRow(foundation) }
    if let unleash {
      printRow(unleash)
    } else {
      print("Unleash's engine was not measured: set UNLEASH_ENGINE to the path of its library")
    }
    print("\nparse, compile and verify")
    printRow("steps", "ms", "µs per step", "bytes per step")
    for measurement in scalingMeasurements {
      printRow(
        "\(measurement.steps)", text(measurement.seconds * 1e3),
        text(measurement.microsecondsPerStep),
        text(measurement.bytesPerStep))
    }
    print("")
    for failure in failures { print("failed: \(failure)") }
    if failures.isEmpty { print("everything is within its limits and thresholds") }
  }

  private func printRow(_ comparison: Comparison) {
    printRow(
      comparison.right.name, text(comparison.right.nanoseconds),
      text(comparison.left.nanoseconds), decimal(comparison.ratio))
  }

  /// A count and its threshold.
  private func text(_ value: Double, threshold: Double?) -> String {
    decimal(value) + (threshold.map { " / \(decimal($0))" } ?? "")
  }

  /// A number with up to two decimals, without grouping.
  private func decimal(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15
      ? String(Int(value)) : String(format: "%.2f", value)
  }

  private func printRow(_ first: String, _ columns: String...) {
    let padded = first.padding(toLength: max(26, first.count), withPad: " ", startingAt: 0)
    print(
      padded + columns.map { String(repeating: " ", count: max(1, 20 - $0.count)) + $0 }.joined())
  }

  private func text(_ value: Double) -> String {
    if value == value.rounded() { return String(Int(value)) }
    return String(format: abs(value) < 10 ? "%.2f" : "%.0f", value)
  }
}
