import Hummingbird
import HTTPTypes
import Logging

/// One line about each request, without the query, because a key may stand there.
struct RequestLog {
  private let method: String
  private let path: String
  let requestID: String
  /// The endpoint's id, or what there is instead.
  var route = "none"
  private var caller: String?
  /// Whether a browser's cookie says who calls.
  private(set) var isByCookie = false
  private var problem: Problem?
  private var error: (any Error)?

  init(_ request: Request, requestID: String) {
    method = request.method.rawValue
    path = request.uri.path
    self.requestID = requestID
  }

  mutating func note(_ caller: Caller) {
    self.caller = caller.name
    if case .person(let person) = caller { isByCookie = person.credential == .cookie }
  }

  mutating func note(_ problem: Problem, _ error: any Error) {
    self.problem = problem
    if !(error is Problem) { self.error = error }
  }

  func write(_ reply: Reply, _ duration: Duration, to logger: Logger) {
    let isProbe = ["isAlive", "isReady", "readMetrics"].contains(route)
    let level: Logger.Level = reply.status >= 500 ? .error : isProbe ? .debug : .info
    guard logger.logLevel <= level else { return }
    var metadata: Logger.Metadata = [
      "request": "\(requestID)", "route": "\(route)", "status": "\(reply.status)",
      "ms": "\(Self.milliseconds(duration))",
    ]
    if let caller { metadata["caller"] = "\(caller)" }
    if let problem { metadata["code"] = "\(problem.code.rawValue)" }
    // What went wrong inside is for the operator only.
    if let error, reply.status >= 500 { metadata["reason"] = "\(error)" }
    logger.log(level: level, "\(method) \(path)", metadata: metadata)
  }

  private static func milliseconds(_ duration: Duration) -> String {
    let tenths = duration / .microseconds(100)
    return "\(Int(tenths) / 10).\(Int(tenths) % 10)"
  }
}
