import FlowCore
import FlowMagic

/// Looks at releases as they come: whether they are genuine, and what each one changed.
struct ReleaseVerifier {
  /// What came.
  struct VerifiedRelease {
    enum Kind: String {
      /// The first release that is seen.
      case current
      /// Another release than before.
      case release
      /// The same release, with the server's renewed word.
      case renewed
    }

    let kind: Kind
    let statement: ReleaseStatement
    /// Whether a trusted key signed it; nil without an SDK key to trust.
    let isVerified: Bool?
    let changes: [Change]
  }

  private let client: ServerClient
  private var keys: KeySet?
  private var last: (statement: ReleaseStatement, document: FlowDocument)?

  /// Trusts the key and those that it vouches for; without one, the connection.
  init(client: ServerClient, key: SDKKey?) {
    self.client = client
    keys = key.map { KeySet(version: 0, keys: [$0.trusted]) }
  }

  /// Looks at an envelope.
  ///
  /// - Throws: `FlowMagicError` if it is not genuine, `InputProblem` if its document is unreadable.
  mutating func look(at bytes: [UInt8]) async throws -> VerifiedRelease {
    let envelope = try SignedRelease(parsing: bytes)
    let isVerified = try await verify(envelope)
    let statement = envelope.statement
    if let last, last.statement.number == statement.number,
      last.statement.digest == statement.digest
    {
      self.last?.statement = statement
      return VerifiedRelease(kind: .renewed, statement: statement, isVerified: isVerified, changes: [])
    }
    let source = try Source(
      file: "release \(statement.number)", bytes: Array(envelope.document.utf8))
    let document = try LoadedDocument(source).document
    let before = last?.document
    last = (statement, document)
    return VerifiedRelease(
      kind: before == nil ? .current : .release, statement: statement, isVerified: isVerified,
      changes: before?.changes(to: document) ?? [])
  }

  /// A key that was rotated is followed along the chain of keys before anything is refused.
  private mutating func verify(_ envelope: SignedRelease) async throws -> Bool? {
    guard let keys else { return nil }
    if (try? envelope.verify(with: keys.keys)) != nil { return true }
    let chain = try KeyChain(parsing: try await client.send(.get, "v1", "keys").body)
    let newest = try chain.follow(from: keys)
    self.keys = newest
    try envelope.verify(with: newest.keys)
    return true
  }
}
