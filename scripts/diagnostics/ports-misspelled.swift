// error: protocol requires nested type 'Port'
import FlowMagic

struct Info: Screen {
  enum Ports: String, ActionPort { case next }
}
