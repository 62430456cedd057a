internal import Accounts
public import PriceStore

extension PriceService {
  /// Returns the comments on a product, newest first.
  ///
  /// Their text is untrusted user input: escape it before showing it as HTML.
  public func comments(
    on product: Int64, after cursor: String? = nil, limit: Int = 50
  ) async throws -> Page<Comment> {
    guard try await store.product(product) != nil else {
      throw StoreError(.notFound, "There is no such product.")
    }
    return try await store.comments(on: product, before: cursor, limit: limit)
  }

  /// Adds a comment to a product.
  public func comment(
    _ text: String, on product: Int64, by caller: Caller
  ) async throws -> Comment {
    let session = try caller.requireSession()
    let text = try Self.validatedComment(text)
    _ = try await profile(session)
    try await checkRateLimit("comment", caller, limit: 20)
    return try await store(for: session).addComment(
      text, on: product, by: session.user.id, at: clock())
  }

  /// Edits one of the user's comments.
  public func editComment(
    _ id: Int64, to text: String, by caller: Caller
  ) async throws -> Comment {
    let session = try caller.requireSession()
    return try await store(for: session).editComment(
      id, to: try Self.validatedComment(text), by: session.user.id, at: clock())
  }

  /// Deletes one of the user's comments.
  public func deleteComment(_ id: Int64, by caller: Caller) async throws {
    let session = try caller.requireSession()
    try await store(for: session).deleteComment(id, by: session.user.id)
  }

  /// Returns a comment without surrounding whitespace and without invisible characters.
  ///
  /// NB: control, format, private-use and unassigned characters are removed, except line feeds and
  /// zero-width joiners: bidirectional format characters would affect text after the comment.
  private static func validatedComment(_ text: String) throws(PriceError) -> String {
    let visible = String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { scalar in
          switch scalar.properties.generalCategory {
          case .control: scalar == "\n"
          case .format: scalar == "\u{200D}"
          case .surrogate, .privateUse, .unassigned: false
          default: true
          }
        }))
    let trimmed = visible.drop { $0.isWhitespace }
    let comment = String(trimmed.reversed().drop { $0.isWhitespace }.reversed())
    guard !comment.isEmpty else { throw PriceError(.invalidInput, "Write a comment first.") }
    guard comment.count <= PriceStore.Limit.commentLength else {
      throw PriceError(
        .invalidInput, "A comment can have at most \(PriceStore.Limit.commentLength) characters.")
    }
    // A single character can have any number of combining marks.
    guard comment.utf8.count <= 16_000 else {
      throw PriceError(.invalidInput, "A comment can have at most 16,000 bytes of text.")
    }
    return comment
  }
}
