package import FlowCore
import NIOCore

/// An event of the change stream, encoded once for all streams.
package struct ChangeEvent: Sendable {
  /// The event's name in the stream.
  package enum EventType: String, Sendable, CaseIterable {
    case draft, release, layout, presence, clients, sessions, snapshot, manifest
  }

  package let type: EventType
  /// The event, encoded as a server-sent event.
  let bytes: ByteBuffer
  /// Of two queued events with the same key, only the newer is sent; nil if every event must be
  /// sent.
  let coalescingKey: String?

  private init(_ type: EventType, coalescingKey: String?, _ data: JSON) {
    self.type = type
    self.coalescingKey = coalescingKey
    bytes = ByteBuffer(string: "event: \(type.rawValue)\ndata: \(data.text(.compact))\n\n")
  }

  /// Creates an event with a state that replaces the previous one of the same type and subject.
  ///
  /// `state` is the event's data.
  package init(_ type: EventType, of subject: String = "", _ state: JSON) {
    self.init(type, coalescingKey: "\(type.rawValue) \(subject)", state)
  }

  /// An incremental event, which depends on those before it.
  package static func incremental(_ type: EventType, _ data: JSON) -> ChangeEvent {
    ChangeEvent(type, coalescingKey: nil, data)
  }
}
