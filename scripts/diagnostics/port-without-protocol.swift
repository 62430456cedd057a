// error: type 'Home' does not conform to protocol 'Screen'
import FlowMagic

struct Home: Screen {
  enum Port: String { case next }
}
