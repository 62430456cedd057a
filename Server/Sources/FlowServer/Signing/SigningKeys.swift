package import Crypto
package import FlowMagic

/// The private key that a server signs with, and the chain by which apps trust it.
package struct SigningKeys: Sendable {
  package let chain: KeyChain
  /// The newest set, the one that the private key belongs to.
  package let set: KeySet
  package let privateKey: Curve25519.Signing.PrivateKey
  package let publicKey: VerificationKey

  /// Takes keys over from a folder.
  ///
  /// - Throws: `malformed-envelope` if the key is none.
  package init(
    chain: KeyChain, set: KeySet, privateKey: Curve25519.Signing.PrivateKey
  ) throws(FlowMagicError) {
    self.chain = chain
    self.set = set
    self.privateKey = privateKey
    publicKey = try VerificationKey(bytes: Array(privateKey.publicKey.rawRepresentation))
  }

  /// The keys of a new server: one key in a set of version 1 that signs itself.
  package static func first() throws -> SigningKeys {
    let key = Curve25519.Signing.PrivateKey()
    return try SigningKeys.next(version: 1, key: key, links: [], signer: key)
  }

  /// The same server with a new key, vouched for by the one before.
  ///
  /// The new set has the new key only, so that a key that someone has stolen counts no more for
  /// an app that has followed the chain.
  package func rotated() throws -> SigningKeys {
    try SigningKeys.next(
      version: set.version + 1, key: Curve25519.Signing.PrivateKey(), links: chain.links,
      signer: privateKey)
  }

  private static func next(
    version: Int, key: Curve25519.Signing.PrivateKey, links: [KeyChain.Link],
    signer: Curve25519.Signing.PrivateKey
  ) throws -> SigningKeys {
    let publicKey = try VerificationKey(bytes: Array(key.publicKey.rawRepresentation))
    let set = KeySet(version: version, keys: [publicKey])
    let signature = try Self.sign(set.text, with: signer)
    let link = KeyChain.Link(text: set.text, signatures: [signature])
    return try SigningKeys(chain: KeyChain(links: links + [link]), set: set, privateKey: key)
  }

  /// Signs a statement's exact text.
  package func sign(_ text: String) throws -> Signature {
    try Self.sign(text, with: privateKey)
  }

  private static func sign(
    _ text: String, with key: Curve25519.Signing.PrivateKey
  ) throws -> Signature {
    let publicKey = try VerificationKey(bytes: Array(key.publicKey.rawRepresentation))
    let bytes = try key.signature(for: Array(text.utf8))
    return Signature(keyID: publicKey.id, bytes: Array(bytes))
  }
}
