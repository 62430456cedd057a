import FlowCore
import FlowMagic
import Foundation
import Testing

/// Everything that an app reads from a server or from its own files, with mutated bytes: nothing
/// may crash, and nothing that differs from what was signed may be accepted.
@Suite struct WireFuzzTests {
  private static let tokens = [
    "{}", "[]", "null", "-0", "1e999", "9223372036854775807", "9223372036854775808", "\\u0000",
    "\"", "\\\"", "=", "\n", "\r\n", "data: ", "retry: 99999999999999999999\n", "retry: 1\n",
    "event: goodbye\n", "id: \0\n", ":", "\u{FEFF}", "\"number\":-1", "\"keys\":[]",
    "flowmagic-cache 1 ",
  ]
  private let key = TestKey()

  @Test func `mutated envelopes are rejected or equal what was signed`() throws {
    let release = try key.release(7)
    let keys = [try key.verificationKey]
    var rejected = 0
    ByteMutator.run { mutator in
      let bytes = mutator.mutated(release.bytes, Self.tokens)
      do throws(FlowMagicError) {
        let parsed = try SignedRelease(parsing: bytes)
        try parsed.verify(with: keys)
        #expect(
          parsed.statementText == release.statementText && parsed.document == release.document)
      } catch {
        #expect(!error.message.isEmpty)
        rejected += 1
      }
    }
    #expect(rejected > ByteMutator.inputCount / 2)
  }

  @Test func `a mutated signature or key verifies only if it equals the original`() throws {
    let message = Array("message".utf8)
    let signature = try key.sign("message").bytes
    let verificationKey = try key.verificationKey
    ByteMutator.run { mutator in
      let other = mutator.mutated(signature, Self.tokens)
      #expect(verificationKey.verifies(other, of: message) == (other == signature))
      let text = String(
        decoding: mutator.mutated(Array(verificationKey.string.utf8), Self.tokens), as: UTF8.self)
      if let read = try? VerificationKey(string: text) {
        #expect(read.string == text)
        #expect(read.verifies(signature, of: message) == (read == verificationKey))
      }
    }
  }

  @Test func `a mutated key chain never leads to a key that is not trusted`() throws {
    let next = TestKey()
    let chain = KeyChain(links: [try key.link(1, [key]), try key.link(2, [next])])
    let root = try key.sdkKey.keySet
    let trusted = [try key.verificationKey, try next.verificationKey]
    ByteMutator.run { mutator in
      let bytes = mutator.mutated(chain.bytes, Self.tokens)
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
      let bytes = mutator.mutated(file.bytes, Self.tokens)
      if let read = try? CacheFile(parsing: bytes) { #expect(read == file) }
    }
  }

  @Test func `a mutated stream gives the same events however it is split`() throws {
    let stream = Array(
      "retry: 1000\n\nevent: release\r\nid: 7-1\r\ndata: {\"a\":1}\r\ndata: 2\r\n\r\n: ping\n\n"
        .utf8)
    ByteMutator.run { mutator in
      let bytes = mutator.mutated(stream, Self.tokens)
      var wholeParser = ServerSentEventParser(maximumBytes: 64)
      var chunkParser = ServerSentEventParser(maximumBytes: 64)
      let expected = try? wholeParser.consume(bytes)
      var events: [ServerSentEvent] = []
      var isTooLarge = false
      for chunk in mutator.chunks(bytes) where !isTooLarge {
        do throws(FlowMagicError) {
          events += try chunkParser.consume(chunk)
        } catch {
          #expect(error.code == .responseTooLarge)
          isTooLarge = true
        }
      }
      #expect(isTooLarge == (expected == nil))
      if let expected { #expect(events == expected) }
      #expect(events.allSatisfy { $0.data.count <= 64 })
      #expect(wholeParser.reconnectionTime == chunkParser.reconnectionTime || isTooLarge)
    }
  }

  @Test func `mutated journals of events give batches of valid JSON`() {
    let journal = Array(#"{"build":{"platform":"ios"}}"#.utf8) + Array("\n{\"id\":\"a\"}\n".utf8)
    ByteMutator.run { mutator in
      let bytes = mutator.mutated(journal, Self.tokens)
      let batch = EventBatch(id: "b", journal: bytes)
      #expect((try? ParsedJSON(batch.body)) != nil)
    }
  }
}
