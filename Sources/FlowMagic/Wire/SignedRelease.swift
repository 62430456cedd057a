#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif
public import FlowCore

/// A signed release as it is transferred and cached: the document's exact text, the server's
/// statement about it, and the signatures over the statement's exact bytes.
///
/// ```json
/// {"document": "{\"schema\":1,…}", "signatures": [{"keyID": "…", "signature": "…"}],
///  "statement": "{\"application\":\"shop\",\"digest\":\"…\",…}"}
/// ```
public struct SignedRelease: Sendable, Equatable {
  /// The release document, byte for byte as it was published.
  public let document: String
  /// The server's statement about the document.
  public let statement: ReleaseStatement
  /// The statement's text, byte for byte as it was signed.
  public let statementText: String
  /// The signatures over the statement's text.
  public let signatures: [Signature]

  /// Creates an envelope; the signatures are over `statement.text`.
  public init(document: String, statement: ReleaseStatement, signatures: [Signature]) {
    self.document = document
    self.statement = statement
    statementText = statement.text
    self.signatures = signatures
  }

  /// Parses an envelope; do not trust it before calling `verify(with:)`.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(FlowMagicError) {
    do throws(FlowError) {
      let root = try ParsedJSON(bytes, limits: limits).root
      document = try root.requiredString("document")
      statementText = try root.requiredString("statement")
      signatures = try Signature.list(in: root)
    } catch {
      throw FlowMagicError(
        .malformedEnvelope, "The signed release cannot be read: \(error.message)")
    }
    statement = try ReleaseStatement(parsing: statementText)
  }

  /// The envelope as one line of JSON.
  public var bytes: [UInt8] {
    JSON.object([
      "document": .string(document), "signatures": .array(signatures.map { $0.json }),
      "statement": .string(statementText),
    ]).utf8(.canonical)
  }

  /// The SHA-256 of a document's bytes, as hexadecimal digits.
  public static func digest(of document: String) -> String {
    SHA256.hash(data: [UInt8](document.utf8)).hex
  }

  /// Verifies that a trusted key signed the statement and that the statement is about this
  /// document.
  ///
  /// - Throws: `signature-mismatch`.
  public func verify(with keys: [VerificationKey]) throws(FlowMagicError) {
    try verifyStatement(with: keys)
    try verifyDocument()
  }

  /// Verifies that a trusted key signed the statement.
  package func verifyStatement(with keys: [VerificationKey]) throws(FlowMagicError) {
    let signed = [UInt8](statementText.utf8)
    let isSigned = signatures.contains { signature in
      keys.contains { $0.id == signature.keyID && $0.verifies(signature.bytes, of: signed) }
    }
    guard isSigned else {
      throw FlowMagicError(
        .signatureMismatch,
        "Release \(statement.number) of \(statement.application.string) is not signed by a key "
          + "that this app trusts; "
          + (signatures.isEmpty
            ? "it has no signature."
            : "it was signed by \(signatures.map { $0.keyID }.joined(separator: ", ")).")
      )
    }
  }

  /// Verifies that the statement is about this document.
  package func verifyDocument() throws(FlowMagicError) {
    guard Self.digest(of: document) == statement.digest else {
      throw FlowMagicError(
        .signatureMismatch,
        "The document of release \(statement.number) of \(statement.application.string) is not "
          + "the signed document.")
    }
  }
}
