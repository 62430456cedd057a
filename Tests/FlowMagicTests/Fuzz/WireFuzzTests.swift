import FlowCore
import FlowMagic
import Foundation
import Testing

/// Everything that an app reads from a server or from its own files, with mutated bytes: nothing
/// may crash, and nothing that differs from what was signed may be accepted.
@Suite struct WireFuzzTests {
  private static let pieces = [
    "{}", "[]", "null", "-0", "1e999", "9223372036854775807", "9223372036854775808", "\\u0000",
    "\"", "\\\"", "=", "\n", "\r\n", "data: ", "retry: 99999999999999999999\n", "retry: 1\n",
    "event: goodbye\n", "id: \0\n", ":", "\u{FEFF}", "\"number\":-1", "\"keys\":[]",
    "flowmagic-cache 1 ",
  ]
  private let key = TestKey()

  @Test func `mutated envelopes are rejected or equal what was signed`() throws {
    let release = try key.release(7)
    let keys = [try key.verification]
    var refused = 0
    ByteMutator.run { mutator in
      let bytes = mutator.changed(release.bytes, Self.pieces)
      do throws(FlowMagicError) {
        let read = try SignedRelease(parsing: bytes)
        try read.verify(with: keys)
        #expect(read.statementText == release.statementText && read.document == release.document)
      } catch {
        #expect(!error.message.isEmpty)
        refused += 1
      }
    }
    #expect(refused > ByteMutator.inputs / 2)
  }

  @Test func `mutated signatures and keys are rejected`() throws {
    let message = Array("message".utf8)
    let signature = try key.sign("message").bytes
    let verification = try key.verification
    ByteMutator.run { mutator in
      let other = mutator.changed(signature, Self.pieces)
      #expect(verification.verifies(other, of: message) == (other == signature))
      let text = String(
        decoding: mutator.changed(Array(verification.text.utf8), Self.pieces), as: UTF8.self)
      if let read = try? VerificationKey(text: text) {
        #expect(read.text == text)
        #expect(read.verifies(signature, of: message) == (read == verification))
      }
    }
  }

  @Test func `mutated key chains lead to no key that no trusted key has signed`() throws {
    let next = TestKey()
    let chain = KeyChain(links: [try key.link(1, [key]), try key.link(2, [next])])
    let root = try key.sdkKey.keySet
    let trusted = [try key.verification, try next.verification]
    ByteMutator.run { mutator in
      let bytes = mutator.changed(chain.bytes, Self.pieces)
      guard let read = try? KeyChain(parsing: bytes),
        let set = try? read.verified(from: root)
      else {
        return
      }
      #expect(set.keys.allSatisfy { trusted.contains($0) })
    }
  }

  @Test func `mutated cache files are rejected or equal what was written`() throws {
    let entry = try CacheEntry(key.release(7))
    let file = CacheFile(entry: entry, generation: 3)
    ByteMutator.run { mutator in
      let bytes = mutator.changed(file.bytes, Self.pieces)
      if let read = try? CacheFile(parsing: bytes) { #expect(read == file) }
    }
  }

  @Test func `a mutated stream gives the same events however it is split`() throws {
    let stream = Array(
      "retry: 1000\n\nevent: release\r\nid: 7-1\r\ndata: {\"a\":1}\r\ndata: 2\r\n\r\n: ping\n\n"
        .utf8)
    ByteMutator.run { mutator in
      let bytes = mutator.changed(stream, Self.pieces)
      var whole = ServerSentEventParser(maximumBytes: 64)
      var pieces = ServerSentEventParser(maximumBytes: 64)
      let expected = try? whole.consume(bytes)
      var events: [ServerSentEvent] = []
      var isRefused = false
      for chunk in mutator.chunks(bytes) where !isRefused {
        do throws(FlowMagicError) {
          events += try pieces.consume(chunk)
        } catch {
          #expect(error.code == .responseTooLarge)
          isRefused = true
        }
      }
      #expect(isRefused == (expected == nil))
      if let expected { #expect(events == expected) }
      #expect(events.allSatisfy { $0.data.count <= 64 })
      #expect(whole.reconnectionTime == pieces.reconnectionTime || isRefused)
    }
  }

  @Test func `mutated journals of events give events that can be sent`() {
    let journal = Array(#"{"build":{"platform":"ios"}}"#.utf8) + Array("\n{\"id\":\"a\"}\n".utf8)
    ByteMutator.run { mutator in
      let bytes = mutator.changed(journal, Self.pieces)
      let batch = EventBatch(id: "b", journal: bytes)
      #expect((try? ParsedJSON(batch.body)) != nil)
    }
  }
}
