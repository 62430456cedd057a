// error: type 'Info' does not conform to protocol 'Screen'
import FlowMagic

struct Info: Screen {
  enum Port: String, ActionPort { case next }
  struct Content: Sendable { var title: String }
}
