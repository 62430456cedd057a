// error: Declare it as optional
import FlowMagic

struct Info: Screen {
  enum Port: String, ActionPort { case next }
  static let contentSchema: JSON = ["type": "object"]
}
