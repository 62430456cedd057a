import FlowCore
import FlowMagic
import Foundation

/// Verifies releases as an app does, and compares each with the previous one.
struct ReleaseVerifier {
  /// A received release and its changes since the previous one.
  struct ReceivedRelease {
    enum Update: String {
      /// The first release that was received, which was current when watching began.
      case current
      /// A new release.
      case release
      /// The same release with a renewed statement.
      case renewed
    }

    let update: Update
    let statement: ReleaseStatement
    /// Whether a trusted key signed it; nil if there is no SDK key to verify with.
    let isVerified: Bool?
    let changes: [Change]
  }

  private let client: ServerClient
  private let application: String
  private let environment: String
  private var keys: KeySet?
  private var previous: (statement: ReleaseStatement, document: FlowDocument)?

  /// Trusts the key and its successors in the key chain; without a key, trusts the connection.
  init(client: ServerClient, application: String, environment: String, key: SDKKey?) {
    self.client = client
    self.application = application
    self.environment = environment
    keys = key.map { KeySet(version: 0, keys: [$0.trustedKey]) }
  }

  /// Verifies a signed release that was received, and compares it with the previous one.
  ///
  /// - Throws: `FlowMagicError` if apps would reject it, `InputProblem` if its document is invalid,
  ///   `RemoteProblem` if the key chain cannot be read.
  mutating func receive(_ bytes: [UInt8]) async throws -> ReceivedRelease {
    let envelope = try SignedRelease(parsing: bytes)
    let isVerified = try await verify(envelope)
    let statement = envelope.statement
    try check(statement)
    if let previous, previous.statement.number == statement.number,
      previous.statement.digest == statement.digest
    {
      self.previous?.statement = statement
      return ReceivedRelease(
        update: .renewed, statement: statement, isVerified: isVerified, changes: [])
    }
    let source = try SourceText(
      file: "release \(statement.number)", bytes: Array(envelope.document.utf8))
    let document = try LoadedDocument(source).document
    let before = previous?.document
    previous = (statement, document)
    return ReceivedRelease(
      update: before == nil ? .current : .release, statement: statement, isVerified: isVerified,
      changes: before?.changes(to: document) ?? [])
  }

  /// Rejects signed releases that an app rejects too: for another application or environment, with
  /// another document under the same number, older than the previous one or, with an SDK key,
  /// expired.
  private func check(_ statement: ReleaseStatement) throws(FlowMagicError) {
    let number = statement.number
    guard statement.application.string == application, statement.environment.string == environment
    else {
      throw FlowMagicError(
        .wrongAudience,
        "Release \(number) is for \(statement.environment) of \(statement.application), not for "
          + "\(environment) of \(application).")
    }
    if let before = previous?.statement {
      guard number != before.number || statement.digest == before.digest else {
        throw FlowMagicError(
          .conflictingRelease, "Release \(number) has a different document than before.")
      }
      guard ReleaseVersion(statement) >= ReleaseVersion(before) else {
        throw FlowMagicError(
          .staleRelease,
          "Release \(number), signed at \(TimestampFormatter.iso(statement.issued)), is older than "
            + "release \(before.number), which was received earlier. Apps reject it.")
      }
    }
    if keys != nil, Int(Date().timeIntervalSince1970) > statement.expires {
      throw FlowMagicError(
        .expiredRelease,
        "The statement about release \(number) expired at "
          + "\(TimestampFormatter.iso(statement.expires)) by this computer's clock. "
          + "Apps reject it.")
    }
  }

  /// Verifies with the known keys, then with the server's key chain in case they were rotated.
  private mutating func verify(_ envelope: SignedRelease) async throws -> Bool? {
    guard let keys else { return nil }
    if (try? envelope.verify(with: keys.keys)) != nil { return true }
    let chain = try KeyChain(parsing: try await client.send(.get, "v1", "keys").body)
    let newest = try chain.verified(from: keys)
    self.keys = newest
    try envelope.verify(with: newest.keys)
    return true
  }
}
