import Foundation

/// All measurements of one run, and those that exceed their limits.
struct Report {
  private let operations: [Operation]
  private var measurements: [String: Measurement] = [:]
  private var instructions: [String: Double] = [:]
  private let foundation: Comparison?
  private let unleash: Comparison?
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
    foundation = operations.first { $0.name == "json-read" }.map { Peers.foundation($0) }
    unleash = operations.first { $0.name == "resolve" }.flatMap { Peers.unleash($0) }
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
  /// Compares allocations and instructions with thresholds in git, and times with limits and with
  /// peers in the same run.
  private mutating func judge() {
    for operation in operations {
      judge(
        operation, "allocations", allocations(operation), thresholds.allocations,
        Thresholds.allocationSlack)
      if let count = instructions[operation.name] {
        judge(
          operation, "instructions", count, thresholds.instructions, Thresholds.instructionSlack)
      }
    }
    limit("resolve", time("resolve"), below: 100, "ns")
    limit("fire", time("fire"), below: 500, "ns")
    limit("branches-16", time("branches-16") / 1e6, below: 1, "ms")
    if let foundation { atLeast(10, "JSONDecoder's time / json-read's", foundation.ratio) }
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
    _ slack: Thresholds.Slack
  ) {
    guard let threshold = thresholds[operation.name] else {
      failures.append("\(operation.name) has no threshold for \(what): run with --update")
      return
    }
    let limit = slack.limit(threshold)
    guard value > limit else { return }
    failures.append(
      "\(operation.name): \(exact(value)) \(what), at most \(exact(limit)) "
        + "(threshold \(exact(threshold)) and slack \(exact(limit - threshold)))")
  }

  private mutating func atLeast(_ least: Double, _ name: String, _ value: Double) {
    guard !(value >= least) else { return }
    failures.append("\(name): \(exact(value)), at least \(exact(least))")
  }

  private mutating func limit(
    _ name: String, _ value: Double, below limit: Double, _ unit: String
  ) {
    guard !(value < limit) else { return }
    failures.append("\(name): \(exact(value)) \(unit), must be below \(exact(limit)) \(unit)")
  }
}

extension Report {
  func show() {
    row("operation", "median ns", "allocations / limit", "instructions / limit")
    for operation in operations {
      row(
        operation.name, text(nanoseconds(operation)),
        against(allocations(operation), thresholds.allocations[operation.name]),
        instructions[operation.name].map {
          against($0.rounded(), thresholds.instructions[operation.name])
        } ?? "no valgrind")
      print("    \(operation.title)")
    }
    print("\nslack: allocations 0.5 %, at least 0.01; instructions 10 %")
    print("\nin turn with others: the round with the median ratio")
    row("peer", "its ns", "ours", "times as fast")
    if let foundation { show(foundation) }
    if let unleash {
      show(unleash)
    } else {
      print("Unleash's engine was not measured: UNLEASH_ENGINE does not name its library")
    }
    print("\nparse, compile and verify")
    row("steps", "ms", "µs a step", "bytes stored a step")
    for growth in growth {
      row(
        "\(growth.steps)", text(growth.seconds * 1e3), text(growth.microsecondsPerStep),
        text(growth.bytesPerStep))
    }
    print("")
    for failure in failures { print("over: \(failure)") }
    if failures.isEmpty { print("everything is within its limits and thresholds") }
  }

  private func show(_ comparison: Comparison) {
    row(
      comparison.right.name, text(comparison.right.nanoseconds),
      text(comparison.left.nanoseconds), exact(comparison.ratio))
  }

  /// A count with its threshold.
  private func against(_ value: Double, _ threshold: Double?) -> String {
    exact(value) + (threshold.map { " / \(exact($0))" } ?? "")
  }

  /// A number with up to two decimals, without grouping.
  private func exact(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15
      ? String(Int(value)) : String(format: "%.2f", value)
  }

  private func row(_ first: String, _ columns: String...) {
    let padded = first.padding(toLength: max(26, first.count), withPad: " ", startingAt: 0)
    print(
      padded + columns.map { String(repeating: " ", count: max(1, 20 - $0.count)) + $0 }.joined())
  }

  private func text(_ value: Double) -> String {
    if value == value.rounded() { return String(Int(value)) }
    return String(format: abs(value) < 10 ? "%.2f" : "%.0f", value)
  }
}
