package import Crypto
package import FlowMagic

/// The private key that a server signs with, and the key chain by which apps trust it.
package struct SigningKeys: Sendable {
  package let chain: KeyChain
  /// The newest key set, to which the private key belongs.
  package let set: KeySet
  package let privateKey: Curve25519.Signing.PrivateKey
  package let publicKey: VerificationKey

  /// Creates keys from their stored form.
  ///
  /// - Throws: `malformed-envelope` if the private key is invalid.
  package init(
    chain: KeyChain, set: KeySet, privateKey: Curve25519.Signing.PrivateKey
  ) throws(FlowMagicError) {
    self.chain = chain
    self.set = set
    self.privateKey = privateKey
    publicKey = try VerificationKey(bytes: Array(privateKey.publicKey.rawRepresentation))
  }

  /// Creates the keys of a new server: one key, in a self-signed set of version 1.
  package static func first() throws -> SigningKeys {
    let key = Curve25519.Signing.PrivateKey()
    return try SigningKeys.next(version: 1, key: key, links: [], signer: key)
  }

  /// Returns the keys after a rotation: a new key, in a set signed by the previous key.
  ///
  /// The new set contains only the new key, so that a stolen key is worthless for apps that have
  /// followed the chain.
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

  /// Signs the exact text of a statement.
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
