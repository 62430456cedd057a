import Accounts
import Foundation
import Testing

struct NativeAppTests {
  private func exchange(
    _ house: ExternalHouse, _ token: String, nonce: String? = nil
  ) async throws -> NewSession {
    try await house.accounts.exchange(
      "first", idToken: token, nonce: nonce, client: .office
    ).session
  }

  @Test func `an app gets a session for an ID token`() async throws {
    let house = try ExternalHouse()
    let session = try await exchange(house, house.appToken(["nonce": "n"]), nonce: "n")
    #expect(session.session.kind == .app)
    let access = try session.tokens.access
    #expect(
      try await house.accounts.authenticate(accessToken: access).person.id == session.person.id)
  }

  @Test func `an ID token works once`() async throws {
    let house = try ExternalHouse()
    let token = try house.appToken()
    _ = try await exchange(house, token)
    for seconds in [0, 1, 600, 58] {
      house.house.clock.now += seconds
      try await house.accounts.sweep()
      #expect(try await house.log.fault { try await exchange(house, token) } == .replay)
    }
  }

  @Test func `an ID token works once with any of its signatures`() async throws {
    let house = try ExternalHouse()
    let claims = try TestIssuer.claims(["iss": "https://first.example"])
    // Each signature on this curve is another one, over the same bytes.
    let one = try house.signer.token(claims: claims)
    let other = try house.signer.token(claims: claims)
    #expect(one != other)
    _ = try await exchange(house, one)
    #expect(try await house.log.fault { try await exchange(house, other) } == .replay)
  }

  @Test func `of many that bring one token at once, one is let in`() async throws {
    let house = try ExternalHouse()
    let token = try house.appToken()
    let arrived = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { (try? await exchange(house, token)) != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(arrived == 1)
  }

  @Test func `a token that was refused may still be used rightly`() async throws {
    let house = try ExternalHouse()
    let token = try house.appToken(["nonce": "n"])
    #expect(try await house.log.fault { try await exchange(house, token, nonce: "m") } == .nonce)
    _ = try await exchange(house, token, nonce: "n")
  }

  @Test func `a token for another client is refused, and so is another issuer's`() async throws {
    let house = try ExternalHouse()
    let elsewhere = try house.appToken(["aud": "other"])
    #expect(try await house.log.fault { try await exchange(house, elsewhere) } == .audience)
    let second = try house.appToken(["iss": "https://second.example"])
    #expect(try await house.log.fault { try await exchange(house, second) } == .issuer)
  }

  @Test func `where no app is set up nothing is exchanged`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    let provider = try ExternalProvider.openID(
      id: "example", name: "Example", issuer: TestIssuer.issuer, clientID: "flows",
      clientSecret: "secret")
    let token = try signer.token(claims: TestIssuer.claims(["aud": "flows"]))
    let fault = await #expect(throws: ExternalFault.self) {
      try await issuer.client.nativeProfile(
        from: provider, idToken: token, nonce: nil, name: nil)
    }
    #expect(fault?.reason == .provider)
  }
}
