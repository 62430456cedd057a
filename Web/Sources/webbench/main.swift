// A server with flows only, to benchmark them against a plain handler: `webbench PORT FUNNEL.json`.
// The funnel is at /sleep, a page with 300 prices at /lists/market; `POST /change` changes one
// price.
import FlowCore
import FlowMagicWeb
import Foundation
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2, let port = Int(arguments[0]) else {
  fatalError("usage: webbench PORT FUNNEL.json")
}
var logger = Logger(label: "webbench")
logger.logLevel = .warning

var settings = FlowHostSettings(keys: .ephemeral())
// All visitors are simulated by one program.
settings.pressesPerSecond = .max
settings.logger = logger
settings.products = { _ in
  [
    "year": ["name": "One year", "price": "€59.99", "period": "year"],
    "month": ["name": "One month", "price": "€9.99", "period": "month"],
  ]
}
let funnel = try FlowHost(
  FlowDocument(parsing: Array(Data(contentsOf: URL(filePath: arguments[1])))), settings: settings)

settings.path = "/lists"
let prices = Prices()
for list in 0..<3 { settings.data[Name("list\(list)")] = { _ in prices.list(list) } }
let lists = try FlowHost(Prices.document(), settings: settings)

let router = Router()
router.post("change") { _, _ in
  prices.raisePrice()
  lists.dataChanged()
  return "changed\n"
}
// The baseline: a handler that reads a body, responds with as many bytes, and does nothing else.
router.post("baseline/:bytes") { request, context in
  let count = context.parameters.get("bytes", as: Int.self) ?? 0
  _ = try await request.body.collect(upTo: 1 << 16)
  return Response(
    status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
    body: .init(byteBuffer: ByteBuffer(repeating: UInt8(ascii: "x"), count: count)))
}
// And one that opens a stream, sends one event and keeps it open.
router.get("baseline/stream") { _, _ in
  let (events, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
  continuation.yield(ByteBuffer(string: "retry: 5000\n\n"))
  return Response(
    status: .ok, headers: [.contentType: "text/event-stream"],
    body: .init { writer in
      for await event in events { try await writer.write(event) }
      _ = continuation
    })
}
lists.addRoutes(to: router)
funnel.addRoutes(to: router)
try await Application(
  router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
  logger: logger
).runService()
