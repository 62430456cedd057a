import Foundation

/// Everything measured in one run, and what of it misses its limit.
struct Report {
  private let operations: [Operation]
  private var measurements: [String: Measurement] = [:]
  private var instructions: [String: Double] = [:]
  private let foundation: Measurement
  private let unleash: Measurement?
  private let growth: [Growth]
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
    foundation = try Peers.foundation()
    unleash = Peers.unleash()
    growth = try Growth.measure()
    judge()
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
    judge()
  }

  private func nanoseconds(_ operation: Operation) -> Double {
    (measurements[operation.name]?.nanoseconds ?? .nan) / Double(operation.count)
  }

  private func allocations(_ operation: Operation) -> Double {
    (measurements[operation.name]?.allocations ?? .nan) / Double(operation.count)
  }

  private func time(_ name: String) -> Double {
    operations.first { $0.name == name }.map { nanoseconds($0) } ?? .nan
  }
}

extension Report {
  /// Allocations and instructions against git, times against limits and peers of the same run.
  private mutating func judge() {
    for operation in operations {
      judge(operation, "allocations", allocations(operation), thresholds.allocations, within: 1)
      if let count = instructions[operation.name] {
        judge(
          operation, "instructions", count, thresholds.instructions, within: Thresholds.tolerance)
      }
    }
    limit("resolve", time("resolve"), below: 100, "ns")
    limit("fire", time("fire"), below: 500, "ns")
    limit("branches-16", time("branches-16") / 1e6, below: 1, "ms")
    limit("JSONDecoder / json-read", -foundation.nanoseconds / time("json-read"), below: -10, "")
    if let last = growth.last, let first = growth.dropFirst().first {
      limit("\(last.steps) steps", last.seconds, below: 1, "s")
      let time = last.microsecondsPerStep / first.microsecondsPerStep
      limit("time a step, \(last.steps) / \(first.steps)", time, below: 3, "")
      let memory = last.bytesPerStep / first.bytesPerStep
      limit("memory a step, \(last.steps) / \(first.steps)", memory, below: 1.5, "")
    }
  }

  private mutating func judge(
    _ operation: Operation, _ what: String, _ value: Double, _ thresholds: [String: Double],
    within tolerance: Double
  ) {
    guard let threshold = thresholds[operation.name] else {
      failures.append("\(operation.name) has no threshold for \(what): run with --update")
      return
    }
    guard value > threshold * tolerance + 0.001 else { return }
    failures.append("\(operation.name): \(text(value)) \(what), threshold \(text(threshold))")
  }

  private mutating func limit(
    _ name: String, _ value: Double, below limit: Double, _ unit: String
  ) {
    guard !(value < limit) else { return }
    failures.append("\(name): \(text(abs(value))) \(unit), limit \(text(abs(limit))) \(unit)")
  }
}

extension Report {
  func show() {
    row("operation", "median ns", "allocations", "instructions")
    for operation in operations {
      row(
        operation.name, text(nanoseconds(operation)), text(allocations(operation)),
        instructions[operation.name].map { text($0) } ?? "no valgrind")
      print("    \(operation.title)")
    }
    print("\nbeside others in this run")
    let ratio = foundation.nanoseconds / time("json-read")
    row(
      foundation.name, text(foundation.nanoseconds), "", "json-read is \(text(ratio)) times as fast"
    )
    if let unleash {
      let ratio = unleash.nanoseconds / time("resolve")
      row(unleash.name, text(unleash.nanoseconds), "", "resolve is \(text(ratio)) times as fast")
    } else {
      print("Unleash's engine was not measured: UNLEASH_ENGINE does not name its library")
    }
    print("\nparse, compile and verify")
    row("steps", "ms", "µs a step", "bytes kept a step")
    for growth in growth {
      row(
        "\(growth.steps)", text(growth.seconds * 1e3), text(growth.microsecondsPerStep),
        text(growth.bytesPerStep))
    }
    print("")
    for failure in failures { print("over: \(failure)") }
    if failures.isEmpty { print("everything is within its limits and thresholds") }
  }

  private func row(_ first: String, _ columns: String...) {
    let padded = first.padding(toLength: max(26, first.count), withPad: " ", startingAt: 0)
    print(
      padded + columns.map { String(repeating: " ", count: max(1, 14 - $0.count)) + $0 }.joined())
  }

  private func text(_ value: Double) -> String {
    if value == value.rounded() { return String(Int(value)) }
    return String(format: abs(value) < 10 ? "%.2f" : "%.0f", value)
  }
}
