import FlowMagic

struct Welcome: Screen {
  enum Port: String, ActionPort { case next, tour }
}
