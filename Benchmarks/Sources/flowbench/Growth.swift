import CAllocations
import FlowCore

/// How time and memory grow with the number of steps.
struct Growth {
  let steps: Int
  let bytes: Int
  let seconds: Double
  /// What the document and its compiled release keep, in bytes.
  let memory: Double

  var microsecondsPerStep: Double { seconds * 1e6 / Double(steps) }
  var bytesPerStep: Double { memory / Double(steps) }

  /// Parses, compiles and verifies documents of 100 to 100,000 steps.
  static func measure() throws -> [Growth] {
    let manifest = try Manifest(try ParsedJSON(Workloads.manifest).root)
    return try [100, 1_000, 10_000, 100_000].map { steps in
      let bytes = Array(Workloads.chain(steps).utf8)
      var times: [Double] = []
      for _ in 0..<(steps < 100_000 ? 9 : 5) {
        let elapsed = try ContinuousClock().measure {
          keep(try Workloads.prepare(bytes, manifests: [manifest]))
        }
        times.append(elapsed.nanoseconds / 1e9)
      }
      times.sort()
      return Growth(
        steps: steps, bytes: bytes.count, seconds: times[times.count / 2],
        memory: try kept(bytes, manifest))
    }
  }

  private static func kept(_ bytes: [UInt8], _ manifest: Manifest) throws -> Double {
    return_free_memory()
    let before = allocated_bytes()
    let document = try FlowDocument(try ParsedJSON(bytes, limits: Workloads.limits).root)
    let release = try Release(document, manifest: manifest)
    let after = allocated_bytes()
    keep(release)
    keep(document)
    return Double(after) - Double(before)
  }
}
