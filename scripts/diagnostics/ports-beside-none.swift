// error: type 'Info.Ports' does not conform to protocol 'DeclaredByName'
import FlowMagic

struct Info: Screen {
  typealias Port = NoPort
  enum Ports: String, ActionPort { case next }
}
