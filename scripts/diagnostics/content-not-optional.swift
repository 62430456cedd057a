// error: Declare it as optional
import FlowMagic

struct Info: Screen {
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable { var title: String }
  static let defaultContent: JSON = ["title": "Hello"]
}
