import Accounts
import Crypto
import Foundation
import Testing

struct AccessTokenTests {
  let issued = 1_700_000_000
  let keys: AccountKeyring
  let tokens: AccessTokens

  init() throws {
    keys = try AccountKeyring(secrets: [[UInt8](repeating: 1, count: 32)])
    tokens = AccessTokens(
      keys: keys, issuer: "https://flows.example", audience: "api", lifetime: 600)
  }

  @Test func `a token has the user, the session and the expiry`() async throws {
    let token = try await tokens.make(user: "p_1", session: "s_1", at: issued)
    let claims = try await tokens.verify(token, at: issued + 5)
    #expect(
      claims
        == AccessClaims(
          user: "p_1", session: "s_1", lastAuthenticated: issued, expires: issued + 600))
    #expect(token.utf8.count < AccessTokens.maximumLength / 2)
  }

  @Test func `a token has the session's last renewal, if there was one`() async throws {
    let token = try await tokens.make(user: "p_1", session: "s_1", renewal: "r_1", at: issued)
    #expect(try await tokens.verify(token, at: issued).renewal == "r_1")
    let payload = goodPayload.merging(["renewal": ["r_1"]]) { $1 }
    #expect(await errorCode(of: try forged(header: goodHeader, payload: payload)) == .noSession)
  }

  @Test func `a token differs from another of the same second`() async throws {
    let first = try await tokens.make(user: "p_1", session: "s_1", at: issued)
    #expect(first != (try await tokens.make(user: "p_1", session: "s_1", at: issued)))
  }

  @Test func `a token is valid for its lifetime, and a minute before it`() async throws {
    let token = try await tokens.make(user: "p_1", session: "s_1", at: issued)
    for seconds in [-60, 0, 599] {
      #expect(try await tokens.verify(token, at: issued + seconds).user == "p_1")
    }
    for seconds in [-61, -86400, 600, 601, 1_000_000_000] {
      #expect(await errorCode(of: token, at: issued + seconds) == .noSession)
    }
  }

  @Test func `a token is valid for its issuer and its audience only`() async throws {
    let others = [
      AccessTokens(keys: keys, issuer: "https://eve.example", audience: "api", lifetime: 600),
      AccessTokens(keys: keys, issuer: "https://flows.example", audience: "web", lifetime: 600),
    ]
    for other in others {
      let token = try await other.make(user: "p_1", session: "s_1", at: issued)
      #expect(await errorCode(of: token) == .noSession)
    }
  }

  @Test func `a token is valid as long as the key that signed it exists`() async throws {
    let token = try await tokens.make(user: "p_1", session: "s_1", at: issued)
    let newer = [UInt8](repeating: 2, count: 32)
    let bothKeys = try accessTokens([newer, [UInt8](repeating: 1, count: 32)])
    #expect(try await bothKeys.verify(token, at: issued).user == "p_1")
    let after = try accessTokens([newer])
    #expect(await errorCode(of: token, by: after) == .noSession)
    let signedByNewer = try await bothKeys.make(user: "p", session: "s", at: issued)
    #expect(try await after.verify(signedByNewer, at: issued).session == "s")
  }

  @Test func `a token is signed with the published key, whose id is in its header`() async throws {
    let token = try await tokens.make(user: "p_1", session: "s_1", at: issued)
    let set = try #require(
      try JSONSerialization.jsonObject(with: Data(tokens.keySet().utf8))
        as? [String: [[String: String]]])
    let published = try #require(set["keys"]?.first)
    #expect(published.keys.sorted() == ["alg", "crv", "kid", "kty", "use", "x"])
    #expect(published["alg"] == "EdDSA" && published["crv"] == "Ed25519")
    let x = try #require(ByteEncoding.bytes(base64URL: published["x"] ?? ""))
    let parts = token.split(separator: ".").map(String.init)
    let signature = try #require(ByteEncoding.bytes(base64URL: parts[2]))
    let key = try Curve25519.Signing.PublicKey(rawRepresentation: Data(x))
    #expect(key.isValidSignature(Data(signature), for: Data("\(parts[0]).\(parts[1])".utf8)))
    let header = try #require(ByteEncoding.bytes(base64URL: parts[0]))
    #expect(
      try JSONDecoder().decode([String: String].self, from: Data(header))
        == ["alg": "EdDSA", "typ": "at+jwt", "kid": published["kid"]])
  }

  // MARK: Attacks

  @Test func `a token signed by the test is accepted, so each forgery has one defect`()
    async throws
  {
    let token = try forged(header: goodHeader, payload: goodPayload)
    #expect(try await tokens.verify(token, at: issued).session == "s_1")
  }

  @Test(arguments: [
    "none", "None", "NONE", "HS256", "HS512", "RS256", "ES256", "Ed25519", "", "eddsa",
  ])
  func `a validly signed token with another algorithm is rejected`(name: String) async throws {
    let token = try forged(header: goodHeader.merging(["alg": name]) { $1 }, payload: goodPayload)
    #expect(await errorCode(of: token) == .noSession)
  }

  @Test func `a token without a signature is rejected`() async throws {
    for name in ["none", "EdDSA"] {
      let header = goodHeader.merging(["alg": name]) { $1 }
      let signed = "\(try encoded(header)).\(try encoded(goodPayload))"
      #expect(await errorCode(of: "\(signed).") == .noSession)
      #expect(await errorCode(of: signed) == .noSession)
    }
  }

  @Test func `a token with an HMAC keyed with the public key is rejected`() async throws {
    let header = goodHeader.merging(["alg": "HS256"]) { $1 }
    let signed = "\(try encoded(header)).\(try encoded(goodPayload))"
    let key = keys.signing[0]
    for secret in [
      Data(key.privateKey.publicKey.rawRepresentation), Data(key.x.utf8),
      Data(tokens.keySet().utf8), Data(),
    ] {
      let code = HMAC<SHA256>.authenticationCode(
        for: Data(signed.utf8), using: SymmetricKey(data: secret))
      #expect(await errorCode(of: "\(signed).\(ByteEncoding.base64URL(Array(code)))") == .noSession)
    }
  }

  @Test func `a token signed with another key is rejected, whatever its header names`()
    async throws
  {
    let stranger = SigningKey(privateKey: Curve25519.Signing.PrivateKey())
    let jwk = ["kty": "OKP", "crv": "Ed25519", "x": stranger.x]
    let headers: [[String: Any]] = [
      goodHeader, ["alg": "EdDSA", "typ": "at+jwt", "kid": stranger.id],
      ["alg": "EdDSA", "typ": "at+jwt"],
      ["alg": "EdDSA", "typ": "at+jwt", "kid": stranger.id, "jwk": jwk],
    ]
    for header in headers {
      let token = try forged(header: header, payload: goodPayload, key: stranger.privateKey)
      #expect(await errorCode(of: token) == .noSession)
    }
  }

  @Test func `a validly signed token with an unexpected header is rejected`() async throws {
    let key = keys.signing[0].id
    let headers: [[String: Any]] = [
      ["alg": "EdDSA", "typ": "at+jwt"], ["alg": "EdDSA", "kid": key],
      ["typ": "at+jwt", "kid": key], ["alg": "EdDSA", "typ": "JWT", "kid": key],
      ["alg": "EdDSA", "typ": "at+jwt", "kid": ""], ["alg": "EdDSA", "typ": "at+jwt", "kid": 7],
      ["alg": "EdDSA", "typ": "at+jwt", "kid": key, "crit": ["exp"]],
      ["alg": "EdDSA", "typ": "at+jwt", "kid": key, "jku": "https://eve.example/keys"],
      ["alg": ["EdDSA"], "typ": "at+jwt", "kid": key], [:],
    ]
    for header in headers {
      #expect(await errorCode(of: try forged(header: header, payload: goodPayload)) == .noSession)
    }
  }

  @Test func `a token with missing claims or claims of another type is rejected`() async throws {
    for name in goodPayload.keys {
      var payload = goodPayload
      payload[name] = nil
      #expect(await errorCode(of: try forged(header: goodHeader, payload: payload)) == .noSession)
      payload[name] = ["x"]
      #expect(await errorCode(of: try forged(header: goodHeader, payload: payload)) == .noSession)
    }
    let wrong: [(String, Any)] = [
      ("sub", ""), ("sid", ""), ("aud", ["api"]), ("exp", "1800000000"), ("exp", issued),
      ("exp", 1e300), ("iat", issued + 61), ("nbf", issued + 61), ("iss", "https://flows.example/"),
    ]
    for (name, value) in wrong {
      let payload = goodPayload.merging([name: value]) { $1 }
      #expect(await errorCode(of: try forged(header: goodHeader, payload: payload)) == .noSession)
    }
  }

  @Test func `a token is rejected if one character is changed`() async throws {
    let token = try await tokens.make(user: "p_1", session: "s_1", at: issued)
    for offset in stride(from: 0, to: token.utf8.count, by: 7) {
      var bytes = Array(token.utf8)
      bytes[offset] = bytes[offset] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(await errorCode(of: String(decoding: bytes, as: UTF8.self)) == .noSession)
    }
  }

  @Test func `a token of another form is rejected`() async throws {
    let token = try await tokens.make(user: "p_1", session: "s_1", at: issued)
    let parts = token.split(separator: ".").map(String.init)
    let others = [
      "", ".", "..", "...", " \(token)", "\(token)\n", "\(token)=", "\(token).", ".\(token)",
      "\(token).\(parts[2])", "\(parts[0]).\(parts[1])", "\(parts[1]).\(parts[0]).\(parts[2])",
      "\(parts[0])..\(parts[2])", "é\(token)", "\(token)\u{0}", "e30.e30.e30",
    ]
    for other in others { #expect(await errorCode(of: other) == .noSession) }
  }

  @Test func `a token that is too long is rejected`() async throws {
    // Valid except for its length: all its contents are correct and signed.
    let payload = goodPayload.merging(["jti": String(repeating: "j", count: 2048)]) { $1 }
    #expect(await errorCode(of: try forged(header: goodHeader, payload: payload)) == .noSession)
    let dots = String(repeating: ".", count: 20_000_000)
    #expect(await errorCode(of: dots) == .noSession)
  }

  @Test func `a token is rejected with the same message whatever the reason`() async throws {
    let expired = try await tokens.make(user: "p_1", session: "s_1", at: issued - 5000)
    let stranger = try forged(
      header: goodHeader, payload: goodPayload, key: Curve25519.Signing.PrivateKey())
    var errors: [AccountError] = []
    for token in [expired, stranger, "x"] {
      do throws(AccountError) {
        _ = try await tokens.verify(token, at: issued)
      } catch {
        errors.append(error)
      }
    }
    #expect(errors.count == 3 && errors.allSatisfy { $0 == errors[0] })
  }

  // MARK: Helpers

  private var goodHeader: [String: Any] {
    ["alg": "EdDSA", "typ": "at+jwt", "kid": keys.signing[0].id]
  }

  private var goodPayload: [String: Any] {
    [
      "iss": "https://flows.example", "aud": "api", "sub": "p_1", "sid": "s_1",
      "auth_time": issued, "iat": issued,
      "nbf": issued, "exp": issued + 600, "jti": "j",
    ]
  }

  private func encoded(_ object: [String: Any]) throws -> String {
    ByteEncoding.base64URL(Array(try JSONSerialization.data(withJSONObject: object)))
  }

  private func forged(
    header: [String: Any], payload: [String: Any], key: Curve25519.Signing.PrivateKey? = nil
  ) throws -> String {
    let signed = "\(try encoded(header)).\(try encoded(payload))"
    let key = key ?? keys.signing[0].privateKey
    return "\(signed).\(ByteEncoding.base64URL(Array(try key.signature(for: Data(signed.utf8)))))"
  }

  private func accessTokens(_ secrets: [[UInt8]]) throws -> AccessTokens {
    AccessTokens(
      keys: try AccountKeyring(secrets: secrets), issuer: "https://flows.example", audience: "api",
      lifetime: 600)
  }

  private func errorCode(
    of token: String, at now: Int? = nil, by verifier: AccessTokens? = nil
  ) async -> AccountError.Code? {
    do throws(AccountError) {
      _ = try await (verifier ?? tokens).verify(token, at: now ?? issued)
      return nil
    } catch {
      return error.code
    }
  }
}
