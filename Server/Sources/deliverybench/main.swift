// The delivery server alone, with one application, for benchmarks against nginx and nchan:
// `deliverybench PORT THREADS`. `POST /publish` makes its body the current release.
import FlowServer
import Hummingbird
import Logging
import NIOPosix
import ServiceLifecycle
import UnixSignals

let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard arguments.count == 2, arguments[1] > 0 else {
  fatalError("usage: deliverybench PORT THREADS")
}

/// Publishes releases with consecutive numbers.
actor Publisher {
  private let currentReleases: CurrentReleases
  private var number = 0

  init(currentReleases: CurrentReleases) { self.currentReleases = currentReleases }

  func publish(_ body: [UInt8]) -> Int {
    number += 1
    currentReleases.publish(
      body, number: number, issued: number, application: "shop", environment: "live")
    return number
  }
}

let currentReleases = CurrentReleases()
let publisher = Publisher(currentReleases: currentReleases)
currentReleases.addKey(
  ServedKey(
    "pk_0123456789abcdefghijkl", organization: "acme", application: "shop", environment: "live"))
_ = await publisher.publish([UInt8](repeating: UInt8(ascii: "x"), count: 4096))

let router = Router()
router.post("publish") { request, _ in
  let body = try await request.body.collect(upTo: 1 << 20)
  return "\(await publisher.publish([UInt8](body.readableBytesView)))\n"
}
router.get("counts") { _, _ in "\(currentReleases.counts)\n" }

var logger = Logger(label: "deliverybench")
logger.logLevel = .warning
// All clients are on this machine.
var limits = DeliveryLimits()
limits.connectionsPerNetwork = .max
let server = DeliveryServer(
  host: "127.0.0.1", port: arguments[0], currentReleases: currentReleases,
  routes: router.buildResponder(), limits: limits,
  group: MultiThreadedEventLoopGroup(numberOfThreads: arguments[1]), logger: logger)
let services = ServiceGroup(
  services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
try await services.run()
