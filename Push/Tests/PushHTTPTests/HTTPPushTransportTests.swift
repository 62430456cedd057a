import Crypto
import Foundation
import Push
import PushHTTP
import Testing

/// Messages over real connections to a local service.
struct HTTPPushTransportTests {
  let key = P256.Signing.PrivateKey()

  func sender(_ baseURL: String) throws -> APNs {
    APNs(
      key: try APNsKey(pem: key.pemRepresentation, keyID: "ABC123DEFG", teamID: "DEF123GHIJ"),
      bundleID: "com.example.prices", baseURL: baseURL)
  }

  func device(_ number: Int) throws -> APNsDevice {
    let digits = String(number, radix: 16)
    return try APNsDevice(
      token: String(repeating: "0", count: 64 - digits.utf8.count) + digits, environment: .sandbox)
  }

  @Test func `200 messages are sent concurrently over HTTP 2`() async throws {
    let service = try FakePushService()
    let publicKey = key.publicKey
    try await service.run { path, headers, body in
      guard let token = headers["authorization"]?.dropFirst("bearer ".count),
        Self.isSigned(String(token), by: publicKey)
      else {
        return PushResponse(status: 403, body: Array(#"{"reason":"InvalidProviderToken"}"#.utf8))
      }
      guard headers["apns-topic"] == "com.example.prices" else {
        return PushResponse(status: 400, body: Array(#"{"reason":"MissingTopic"}"#.utf8))
      }
      if path.hasSuffix("7") {
        return PushResponse(
          status: 410, body: Array(#"{"reason":"Unregistered","timestamp":5000}"#.utf8))
      }
      return PushResponse(status: 200, headers: ["apns-id": headers["apns-id"] ?? ""])
    } body: { baseURL in
      let transport = try HTTPPushTransport(trustedCertificate: service.certificate)
      let sender = try sender(baseURL)
      let outcomes = try await withThrowingTaskGroup(of: PushOutcome.self) { group in
        for number in 0..<200 {
          group.addTask {
            let request = try await sender.request(
              PushMessage(title: "Lamp", body: "24.99 €"), to: try device(number),
              id: "\(number)", now: 1_700_000_000)
            return APNs.outcome(of: try await transport.send(request))
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      try await transport.shutdown()
      let accepted = outcomes.filter { if case .accepted = $0 { true } else { false } }
      // Of 0 to 199, those whose last hexadecimal digit is 7: 7, 23, … 199.
      #expect(accepted.count == 187)
      #expect(outcomes.filter { $0 == .unregistered(since: 5) }.count == 13)
    }
    #expect(Set(service.receivedPaths).count == 200)
  }

  @Test func `a request that requires HTTP 2 fails at a service without it`() async throws {
    let service = try FakePushService()
    try await service.run(.http1) { _, _, _ in
      PushResponse(status: 200)
    } body: { baseURL in
      let transport = try HTTPPushTransport(trustedCertificate: service.certificate)
      let request = try await sender(baseURL).request(
        PushMessage(title: "a", body: "b"), to: try device(1), id: "1", now: 0)
      await #expect(throws: HTTPPushError.http2Required) { try await transport.send(request) }
      try await transport.shutdown()
    }
  }

  @Test func `no message is sent to a service with an untrusted certificate`() async throws {
    let service = try FakePushService()
    try await service.run { _, _, _ in
      PushResponse(status: 200)
    } body: { baseURL in
      let transport = try HTTPPushTransport()
      let request = try await sender(baseURL).request(
        PushMessage(title: "a", body: "b"), to: try device(1), id: "1", now: 0)
      await #expect(throws: (any Error).self) { try await transport.send(request) }
      try await transport.shutdown()
    }
    #expect(service.receivedPaths.isEmpty)
  }

  @Test func `redirects are not followed, and a long response is truncated`() async throws {
    let service = try FakePushService()
    try await service.run { path, _, _ in
      path.hasSuffix("1")
        ? PushResponse(status: 307, headers: ["location": "https://localhost:1/x"])
        : PushResponse(status: 500, body: [UInt8](repeating: 0x61, count: 1_000_000))
    } body: { baseURL in
      let transport = try HTTPPushTransport(trustedCertificate: service.certificate)
      let sender = try sender(baseURL)
      let message = PushMessage(title: "a", body: "b")
      let redirect = try await transport.send(
        sender.request(message, to: try device(1), id: "1", now: 0))
      #expect(redirect.status == 307)
      let long = try await transport.send(
        sender.request(message, to: try device(2), id: "2", now: 0))
      #expect(long.body.count == 65_536)
      try await transport.shutdown()
    }
    #expect(service.receivedPaths.count == 2)
  }

  private static func isSigned(_ token: String, by key: P256.Signing.PublicKey) -> Bool {
    let parts = token.split(separator: ".").map(String.init)
    guard parts.count == 3, let bytes = Base64URL.decode(parts[2]),
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: bytes)
    else { return false }
    return key.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8))
  }
}
