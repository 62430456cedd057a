import Accounts
import Foundation
import Testing

/// Responses with bytes changed, removed, inserted and duplicated: nothing may crash, and nothing
/// that differs from the signed data may be accepted.
@Suite struct PasskeyFuzzTests {
  /// The number of inputs: `FUZZ_INPUTS`, which `make fuzz` sets, or the default, a tenth of it in
  /// a debug build.
  static func rounds(_ defaultCount: Int) -> Int {
    #if DEBUG
      number("FUZZ_INPUTS").map { Int($0) } ?? defaultCount / 10
    #else
      number("FUZZ_INPUTS").map { Int($0) } ?? defaultCount
    #endif
  }
  static let seed = number("FUZZ_SEED") ?? 20_261_122

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }
  private static let vectors = PasskeyVectors.all

  @Test func `modified attestation objects, data and keys do not crash`() throws {
    var generator = SeededGenerator(seed: Self.seed &+ 4)
    let seeds =
      Self.vectors.registrations.map { $0.response["attestationObject"] }
      + Self.vectors.assertions.map { $0.response["authenticatorData"] }
      + Self.vectors.registrations.map { Hex.bytes($0.publicKey) }
    var rejected = 0
    let rounds = Self.rounds(100_000)
    for _ in 0..<rounds {
      let bytes = Self.changed(seeds.randomElement(using: &generator) ?? [], using: &generator)
      let reads: [() throws -> Void] = [
        { _ = try CBORReader.read(bytes[...], keys: .any) },
        { _ = try AttestationObject(bytes) }, { _ = try AuthenticatorData(bytes) },
        { _ = try COSEKey(bytes: bytes) },
      ]
      for read in reads {
        do { try read() } catch is PasskeyError { rejected += 1 } catch is CBORError {}
      }
    }
    #expect(rejected > rounds)
  }

  @Test func `modified client data and responses do not crash`() throws {
    var generator = SeededGenerator(seed: Self.seed &+ 44)
    let clientData = Self.vectors.assertions.map { $0.response["clientDataJSON"] }
    let responses = try (Self.vectors.assertions + Self.vectors.registrations).map {
      Array(try $0.response.json.utf8)
    }
    var rejected = 0
    for _ in 0..<Self.rounds(10_000) {
      let bytes = Self.changed(
        clientData.randomElement(using: &generator) ?? [], using: &generator)
      let text = String(
        decoding: Self.changed(
          responses.randomElement(using: &generator) ?? [], using: &generator), as: UTF8.self)
      let reads: [() throws -> Void] = [
        { _ = try ClientData(bytes) }, { _ = try AssertionResponse(json: text) },
        { _ = try RegistrationResponse(json: text) },
      ]
      for read in reads {
        do { try read() } catch is PasskeyError { rejected += 1 }
      }
    }
    #expect(rejected > 0)
  }

  @Test func `no modified response is accepted`() throws {
    var generator = SeededGenerator(seed: Self.seed &+ 444)
    let site = try Self.vectors.site
    let members = ["authenticatorData", "clientDataJSON", "signature"]
    for _ in 0..<Self.rounds(5_000) {
      guard let vector = Self.vectors.assertions.randomElement(using: &generator),
        let member = members.randomElement(using: &generator)
      else { return }
      let bytes = Self.changed(vector.response[member], using: &generator)
      guard bytes != vector.response[member] else { continue }
      var response = vector.response
      response[member] = bytes
      #expect(try site.rejection(using: response, vector) != nil)
    }
  }

  /// The bytes with one to four changes at random positions.
  static func changed(
    _ bytes: [UInt8], using generator: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      guard !bytes.isEmpty else { return [.random(in: 0...255, using: &generator)] }
      let offset = Int.random(in: bytes.indices, using: &generator)
      let end = min(bytes.count, offset + Int.random(in: 1...40, using: &generator))
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[offset] = [0, 0x1F, 0x3B, 0x5B, 0x7F, 0x9B, 0xBB, 0xFF][offset % 8]
      case 2: bytes[offset] = .random(in: 0...255, using: &generator)
      case 3: bytes.insert(.random(in: 0...255, using: &generator), at: offset)
      case 4: bytes.removeSubrange(offset..<end)
      case 5: bytes.insert(contentsOf: bytes[offset..<end], at: offset)
      default: bytes = Array(bytes[..<offset])
      }
    }
    return bytes
  }
}
