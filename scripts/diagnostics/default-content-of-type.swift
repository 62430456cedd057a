// error: type 'Info' does not conform to protocol 'Screen'
import FlowMagic

struct Info: Screen {
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable { var title: String }
  static let defaultContent: Content? = Content(title: "Hello")
}
