// error: type 'String' does not conform to protocol 'DeclaredStatic'
import FlowMagic

struct Info: Screen {
  enum Port: String, ActionPort { case next }
  let name = "INFO"
}
