import FlowCore
import Foundation

/// An operation to measure, with its name in the thresholds.
struct Operation {
  let name: String
  /// A description for the table.
  let title: String
  /// The number of operations in one call of `run`.
  let count: Int
  /// The number of calls in one sample.
  let batch: Int
  let run: () -> Int
}

enum Operations {
  static func all() throws -> [Operation] {
    try [resolve(), fire(), readScreenFlow(), parse(), branches()]
  }

  /// Evaluates three conditions and a split, with ten attributes.
  static func resolve() throws -> Operation {
    let session = try Workloads.session()
    return Operation(
      name: "resolve", title: "resolve a port: 3 conditions, a split, 10 attributes", count: 1,
      batch: 10_000, run: { session.choice(at: "next")?.route ?? -1 })
  }

  /// Fires a port sixteen times in a new copy of a session, each time with an output.
  static func fire() throws -> Operation {
    let session = try Workloads.session()
    return Operation(
      name: "fire", title: "fire a port: resolve it, record an output, go on", count: 16,
      batch: 500,
      run: {
        var session = session
        for _ in 0..<16 { blackHole(session.fire("next", output: "Ada")) }
        return session.path.count
      })
  }

  static func readScreenFlow() throws -> Operation {
    let bytes = Array(Workloads.screenFlow.utf8)
    return Operation(
      name: "json-read", title: "read a screen flow of \(bytes.count) bytes", count: 1,
      batch: 500, run: { (try? JSONBenchmarks.decodeWithFlowCore(bytes))?.screenFlow.count ?? 0 })
  }

  static func parse() throws -> Operation {
    let bytes = Array(Workloads.screenFlow.utf8)
    return Operation(
      name: "json-parse", title: "check and index the same text", count: 1, batch: 500,
      run: { (try? ParsedJSON(bytes))?.root.count ?? 0 })
  }

  static func branches() throws -> Operation {
    let bytes = Array(Workloads.branches(16).utf8)
    return Operation(
      name: "branches-16", title: "16 two-way branches: parse, compile and verify", count: 1,
      batch: 10, run: { (try? Workloads.prepare(bytes, manifests: [])) ?? -1 })
  }
}

extension Workloads {
  /// Limits for 100,000 steps, which exceed the default limits of the parser.
  static let limits = JSONLimits(bytes: 64 << 20)

  /// Parses, compiles and verifies a document.
  ///
  /// - Returns: The number of errors found.
  static func prepare(_ bytes: [UInt8], manifests: [Manifest]) throws -> Int {
    let document = try FlowDocument(try ParsedJSON(bytes, limits: limits).root)
    blackHole(try Release(document, manifest: manifests.first))
    let findings = Verifier(document, manifests: manifests).findings()
    return findings.count { $0.severity == .error }
  }
}
