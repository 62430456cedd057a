package import FlowCore
import NIOCore

/// Something that those who look at an application are told, encoded once for all of them.
package struct ChangeEvent: Sendable {
  /// What has changed; the event's name in the stream.
  package enum Kind: String, Sendable, CaseIterable {
    case draft, release, layout, people, clients, sessions, snapshot, manifest
  }

  package let kind: Kind
  /// The event as it is written to a stream.
  let bytes: ByteBuffer
  /// Of two events that wait with the same slot only the newer is sent; nil if each one counts.
  let slot: String?

  private init(_ kind: Kind, slot: String?, _ data: JSON) {
    self.kind = kind
    self.slot = slot
    bytes = ByteBuffer(string: "event: \(kind.rawValue)\ndata: \(data.text(.compact))\n\n")
  }

  /// A state that takes the place of the one before, of the same kind and subject.
  ///
  /// - Parameters:
  ///   - kind: What has changed.
  ///   - subject: What the state is of, where there are several: an environment, a screen.
  ///   - state: The event's data.
  package init(_ kind: Kind, of subject: String = "", _ state: JSON) {
    self.init(kind, slot: "\(kind.rawValue) \(subject)", state)
  }

  /// A step that is nothing without those before it.
  package static func step(_ kind: Kind, _ data: JSON) -> ChangeEvent {
    ChangeEvent(kind, slot: nil, data)
  }
}
