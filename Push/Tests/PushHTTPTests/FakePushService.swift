import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import HummingbirdTLS
import NIOSSL
import Push
import PushHTTP
import SwiftASN1
import Synchronization
import X509

/// A local push service, with a certificate generated for this run.
final class FakePushService: Sendable {
  /// Returns the response to a message.
  typealias Behavior =
    @Sendable (_ path: String, _ headers: [String: String], _ body: [UInt8]) ->
    PushResponse

  enum Version {
    case http1, http2
  }

  let certificate: String
  private let key: P256.Signing.PrivateKey
  private let paths = Mutex<[String]>([])

  init() throws {
    key = P256.Signing.PrivateKey()
    let name = try DistinguishedName { CommonName("localhost") }
    let selfSigned = try Certificate(
      version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
      notValidBefore: Date.now.addingTimeInterval(-3_600),
      notValidAfter: Date.now.addingTimeInterval(3_600), issuer: name, subject: name,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        SubjectAlternativeNames([.dnsName("localhost")])
      },
      issuerPrivateKey: .init(key))
    certificate = try selfSigned.serializeAsPEM().pemString
  }

  /// The paths of the requests that it has received.
  var receivedPaths: [String] { paths.withLock { $0 } }

  /// Runs the service until `body`, which receives the service's base URL, has returned.
  func run(
    _ version: Version = .http2, _ behavior: @escaping Behavior,
    body: @escaping @Sendable (_ baseURL: String) async throws -> Void
  ) async throws {
    let router = Router()
    router.post("**") { [self] request, _ in
      paths.withLock { $0.append(request.uri.path) }
      let bytes = try await request.body.collect(upTo: 8_192)
      var headers: [String: String] = [:]
      for field in request.headers { headers[field.name.canonicalName] = field.value }
      let response = behavior(request.uri.path, headers, Array(buffer: bytes))
      var fields = HTTPFields()
      for (name, value) in response.headers {
        if let name = HTTPField.Name(name) { fields[name] = value }
      }
      return Response(
        status: .init(code: response.status), headers: fields,
        body: .init(byteBuffer: ByteBuffer(bytes: response.body)))
    }
    let (ports, port) = AsyncStream<Int>.makeStream()
    let app = Application(
      router: router, server: try builder(version),
      configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await app.run() }
      for await port in ports {
        try await body("https://localhost:\(port)")
        break
      }
      group.cancelAll()
    }
  }

  private func builder(_ version: Version) throws -> HTTPServerBuilder {
    let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8))
    let tls = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) },
      privateKey: .privateKey(
        try NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem)))
    switch version {
    case .http1: return try .tls(.http1(), tlsConfiguration: tls)
    case .http2: return try .http2Upgrade(tlsConfiguration: tls)
    }
  }
}
