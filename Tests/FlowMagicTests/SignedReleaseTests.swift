import Crypto
import FlowCore
import FlowMagic
import Foundation
import Testing

@Suite struct SignedReleaseTests {
  private let key = Curve25519.Signing.PrivateKey()
  private let document = #"{"schema":1,"application":"shop","flows":[],"note":"ü"}"#

  private func signed(_ number: Int = 7) throws -> SignedRelease {
    let statement = ReleaseStatement(
      application: "shop", environment: "production", number: number,
      digest: SignedRelease.digest(of: document), issued: 1_000, expires: 2_000)
    return SignedRelease(
      document: document, statement: statement, signatures: [try sign(statement.text)])
  }

  private func sign(_ text: String) throws -> Signature {
    Signature(
      keyID: try key.verificationKey.id, bytes: [UInt8](try key.signature(for: Data(text.utf8))))
  }

  @Test func `an envelope round-trips`() throws {
    let release = try signed()

    let read = try SignedRelease(parsing: release.bytes)

    #expect(read == release)
    #expect(!read.bytes.contains(UInt8(ascii: "\n")))
    try read.verify(with: [key.verificationKey])
  }

  @Test func `a changed document, statement or key is rejected`() throws {
    let release = try signed()
    let text = String(decoding: release.bytes, as: UTF8.self)
    for (old, new) in [("ü", "u"), (#"\"number\":7"#, #"\"number\":8"#), ("production", "staging")]
    {
      let changed = try SignedRelease(parsing: [UInt8](text.replacing(old, with: new).utf8))

      #expect(throws: FlowMagicError.self) { try changed.verify(with: [key.verificationKey]) }
    }
    let other = Curve25519.Signing.PrivateKey()
    #expect(throws: FlowMagicError.self) { try release.verify(with: [other.verificationKey]) }
    #expect(throws: FlowMagicError.self) { try release.verify(with: []) }
  }

  @Test func `a rejection names the signer of a release, or says that there is none`() throws {
    let release = try signed()
    let unsigned = SignedRelease(
      document: document, statement: release.statement, signatures: [])
    for (release, end) in [
      (release, "it was signed by \(try key.verificationKey.id)."),
      (unsigned, "it has no signature."),
    ] {
      let error = #expect(throws: FlowMagicError.self) { try release.verify(with: []) }
      #expect(error?.message.hasSuffix(end) == true, "\(error?.message ?? "")")
    }
  }

  @Test func `an invalid envelope is rejected as malformed`() {
    for text in ["", "[]", "{}", #"{"document":"","signatures":[],"statement":"{}"}"#] {
      let error = #expect(throws: FlowMagicError.self) {
        try SignedRelease(parsing: [UInt8](text.utf8))
      }

      #expect(error?.code == .malformedEnvelope)
    }
  }
}

@Suite struct KeyChainTests {
  private func link(_ set: KeySet, by key: Curve25519.Signing.PrivateKey) throws -> KeyChain.Link {
    KeyChain.Link(
      text: set.text,
      signatures: [
        Signature(
          keyID: try key.verificationKey.id,
          bytes: [UInt8](try key.signature(for: Data(set.text.utf8))))
      ])
  }

  @Test func `an app follows the chain from its own key`() throws {
    let keys = (0..<4).map { _ in Curve25519.Signing.PrivateKey() }
    var links: [KeyChain.Link] = []
    for (index, key) in keys.enumerated() {
      let set = KeySet(version: index + 1, keys: [try key.verificationKey])
      links.append(try link(set, by: keys[max(0, index - 1)]))
    }
    let chain = try KeyChain(parsing: KeyChain(links: links).bytes)

    for key in keys {
      let newest = try chain.verified(from: KeySet(version: 0, keys: [key.verificationKey]))

      #expect(try newest.keys == [keys[3].verificationKey])
    }
  }

  @Test func `a set that no trusted key signed is skipped`() throws {
    let ours = Curve25519.Signing.PrivateKey()
    let theirs = Curve25519.Signing.PrivateKey()
    let forged = KeySet(version: 2, keys: [try theirs.verificationKey])
    let trusted = KeySet(version: 1, keys: [try ours.verificationKey])

    let newest = try KeyChain(links: [try link(forged, by: theirs)]).verified(from: trusted)

    #expect(newest == trusted)
  }

  @Test func `an older set does not replace a newer one`() throws {
    let key = Curve25519.Signing.PrivateKey()
    let old = KeySet(version: 1, keys: [])
    let trusted = KeySet(version: 5, keys: [try key.verificationKey])

    #expect(try KeyChain(links: [try link(old, by: key)]).verified(from: trusted) == trusted)
  }
}

extension Curve25519.Signing.PrivateKey {
  fileprivate var verificationKey: VerificationKey {
    get throws { try VerificationKey(bytes: [UInt8](publicKey.rawRepresentation)) }
  }
}
