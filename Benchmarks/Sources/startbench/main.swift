// The cost of starting the SDK: `scripts/bench sdk`. Creates the event queue, the client and the
// navigator like `FlowMagic.start`, with a server that never responds, and measures until the first
// screen is shown.
import CAllocations
import FlowMagic
import Foundation

struct Page: Screen {
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable { var title: String }
}

/// A server that never responds.
struct SilentTransport: Transport {
  func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
    try? await Task.sleep(for: .seconds(3_600))
    throw TransportFailure(.cancelled, "The server never responds.")
  }

  func stream(_ request: TransportRequest) -> AsyncThrowingStream<TransportEvent, any Error> {
    AsyncThrowingStream { _ in }
  }
}

/// A flow of pages in a chain.
func document(_ count: Int) throws -> FlowDocument {
  let steps = (0..<count).map { number in
    let target = number + 1 < count ? #""to":"s\#(number + 1)""# : #""finish":"done""#
    return #"{"id":"s\#(number)","screen":"Page","content":{"title":"Page \#(number)"},"#
      + #""ports":{"next":[{\#(target)}]}}"#
  }.joined(separator: ",")
  return try FlowDocument(
    parsing:
      #"{"schema":1,"application":"bench","flows":[{"id":"f","start":"s0","steps":[\#(steps)]}]}"#)
}

/// Starts once in a new folder; returns the allocations and the milliseconds until the first
/// screen.
@MainActor func start(_ document: FlowDocument) async throws -> (allocations: UInt64, time: Double)
{
  let folder = FileManager.default.temporaryDirectory.appending(path: "start-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  // The public key of RFC 8032's first test vector: no server responds, so nothing is verified.
  let key = try SDKKey(
    parsing: "pk_0123456789abcdefABCDEF.11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")
  guard let server = URL(string: "https://flows.example.com") else {
    fatalError("invalid URL")
  }
  let before = allocations_so_far()
  let startTime = ContinuousClock.now
  let screens = try ScreenRegistry { Page.self }
  let events = EventQueue(
    EventQueueConfiguration(
      server: server, application: "bench", key: key, directory: folder.appending(path: "events")),
    transport: SilentTransport())
  let client = try ReleaseClient(
    ClientConfiguration(
      server: server, application: "bench", key: key, bundledDocument: document,
      manifest: screens.runtimeManifest),
    transport: SilentTransport(), cache: FileReleaseCache(directory: folder), events: events)
  let navigator = try Navigator(
    screens: screens, source: client, default: document, events: events)
  await navigator.start()
  guard navigator.current?.step == "s0" else {
    fatalError("the first step is not shown")
  }
  let allocations = allocations_so_far() - before
  let time = (ContinuousClock.now - startTime) / .milliseconds(1)
  await client.pause()
  return (allocations, time)
}

for count in [1, 20, 200] {
  let document = try document(count)
  var runs: [(allocations: UInt64, time: Double)] = []
  for _ in 0..<11 { runs.append(try await start(document)) }
  let sorted = runs.dropFirst().sorted { $0.time < $1.time }
  let allocations = runs.dropFirst().map(\.allocations).sorted()[5]
  print(
    "\(count) steps: \(allocations) allocations, \(Int(sorted[5].time * 1_000)) µs until the first "
      + "screen (the first start of the process: \(runs[0].allocations), "
      + "\(Int(runs[0].time * 1_000)) µs)")
}
