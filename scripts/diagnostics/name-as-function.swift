// error: type 'String' does not conform to protocol 'DeclaredAsProperty'
import FlowMagic

struct Info: Screen {
  enum Port: String, ActionPort { case next }
  static func name() -> String { "INFO" }
}
