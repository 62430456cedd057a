import Accounts
package import FlowStore
package import NIOCore

/// The current release of an environment, signed and encoded once for all responses and streams.
///
/// They share these buffers; sending one copies only a reference.
package final class LiveRelease: Sendable {
  /// The release in the store, without its author's name.
  ///
  /// NB: deleting a user, possibly in another process, removes the name from the store. To show the
  /// author, read the release with `Store.listed(_:)`.
  package let stored: StoredRelease
  /// The time of signing, in seconds since 1970; renewing the signature increases it.
  package let issued: Int
  /// The signed envelope, as sent in responses.
  package let envelope: ByteBuffer
  /// The entity tag with its quotes: `"<number>-<issued>"`.
  package let etag: String
  /// The envelope as an event of a stream.
  package let event: ByteBuffer
  /// Increases with every publish in this process; of two releases, the one with the
  /// higher value is sent.
  let sequence: Int
  /// The time at which it became current.
  let currentSince = NIODeadline.now()

  /// The release's number within its application.
  package var number: Int { stored.number }

  init(_ stored: StoredRelease, envelope: [UInt8], issued: Int, sequence: Int) {
    self.stored = stored.withoutAuthorName
    self.issued = issued
    self.sequence = sequence
    self.envelope = ByteBuffer(bytes: envelope)
    etag = "\"\(stored.number)-\(issued)\""
    event = Self.event(envelope, number: stored.number)
  }

  /// Whether a client with this `Last-Event-ID` already has this release.
  ///
  /// An id is the release's number, alone or with the time of signing; a number alone matches
  /// whatever the time of signing.
  package func isKnown(by lastEventID: some Sequence<UInt8>) -> Bool {
    "\(number)".utf8.elementsEqual(lastEventID)
      || "\(number)-\(issued)".utf8.elementsEqual(lastEventID)
  }

  /// Whether this replaces the other one: a higher number, or the same number signed later.
  func isNewer(than other: LiveRelease) -> Bool {
    (number, issued) > (other.number, other.issued)
  }

  /// NB: a line terminator within the envelope ends the field, so each line gets its own `data:`.
  private static func event(_ envelope: [UInt8], number: Int) -> ByteBuffer {
    var event = ByteBuffer(string: "event: release\nid: \(number)\n")
    event.reserveCapacity(event.readableBytes + envelope.count + 16)
    let lines = envelope.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }
    for line in lines {
      event.writeStaticString("data: ")
      event.writeBytes(line)
      event.writeStaticString("\n")
    }
    event.writeStaticString("\n")
    return event
  }
}

extension StoredRelease {
  fileprivate var withoutAuthorName: StoredRelease {
    StoredRelease(
      application: application, environment: environment, number: number, body: body, note: note,
      author: Actor(kind: author.kind, id: author.id, name: "", user: author.user),
      published: published, rollbackOf: rollbackOf, assets: assets)
  }
}
