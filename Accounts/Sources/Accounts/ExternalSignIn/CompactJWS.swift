/// A JSON Web Signature in compact form, parsed and not yet verified.
struct CompactJWS: Sendable {
  /// The maximum size of a token, in bytes.
  static let maximumBytes = 16384

  /// The signature algorithm, from the header.
  let algorithm: SignatureAlgorithm
  /// The id of the signing key, from the header.
  let keyID: String?
  /// The payload, a JSON object.
  let claims: StrictJSON
  /// The signed bytes: the encoded header and payload (RFC 7515, section 2).
  let signingInput: [UInt8]
  /// The signature.
  let signature: [UInt8]

  /// Parses a token of at most `maximumBytes`.
  init(_ text: String) throws(IdentityProviderError) {
    guard text.utf8.count <= Self.maximumBytes else {
      throw IdentityProviderError(.malformedToken, "The token is too large.")
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let headerBytes = ByteEncoding.bytes(base64URL: parts[0]),
      let payloadBytes = ByteEncoding.bytes(base64URL: parts[1]),
      let signature = ByteEncoding.bytes(base64URL: parts[2])
    else {
      throw IdentityProviderError(.malformedToken, "The token is not three parts of base64url.")
    }
    guard let header = StrictJSON(headerBytes), header.isObject,
      let claims = StrictJSON(payloadBytes),
      claims.isObject
    else { throw IdentityProviderError(.malformedToken, "The token's parts are not JSON objects.") }
    algorithm = try Self.algorithm(of: header)
    keyID = try Self.keyID(of: header)
    self.claims = claims
    signingInput = Array("\(parts[0]).\(parts[1])".utf8)
    self.signature = signature
  }

  private static func algorithm(
    of header: StrictJSON
  ) throws(IdentityProviderError) -> SignatureAlgorithm {
    guard let algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init) else {
      throw IdentityProviderError(.algorithm, "The token's signature algorithm is not supported.")
    }
    // NB: extensions in `crit` must be understood (RFC 7515, section 4.1.11), and none is.
    guard header["crit"] == nil, header["b64"] == nil, header["enc"] == nil else {
      throw IdentityProviderError(
        .malformedToken, "The token requires an extension (`crit`, `b64` or `enc`).")
    }
    // An access token or a logout token is not an ID token, no matter who signed it.
    if let type = header["typ"] {
      guard let type = type.string, type.lowercased() == "jwt" else {
        throw IdentityProviderError(.malformedToken, "The token is not an ID token (`typ`).")
      }
    }
    return algorithm
  }

  private static func keyID(of header: StrictJSON) throws(IdentityProviderError) -> String? {
    guard let keyID = header["kid"] else { return nil }
    guard let text = keyID.string, text.utf8.count <= 512 else {
      throw IdentityProviderError(
        .malformedToken,
        "The token's key id (`kid`) is not a string of "
          + "at most 512 bytes.")
    }
    return text
  }
}
