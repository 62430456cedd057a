// error: type 'Info.Contents' does not conform to protocol 'DeclaredByName'
import FlowMagic

struct Info: Screen {
  enum Port: String, ActionPort { case next }
  struct Contents: Codable, Sendable { var title: String }
}
