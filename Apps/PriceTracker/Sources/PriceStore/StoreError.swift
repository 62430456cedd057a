/// An operation that the store rejects.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind; its raw value is stable and part of the API.
  public enum Code: String, Sendable, CaseIterable {
    /// The product, comment, device, tracking, profile or webhook does not exist, or belongs to
    /// another user.
    case notFound = "not-found"
    /// The device was removed by a user, and is registered again only as a new one.
    case deviceRemoved = "device-removed"
    /// The comment belongs to another author.
    case notAuthor = "not-author"
    /// A limit is reached.
    case limitReached = "limit-reached"
    /// The cursor was not returned by a page.
    case invalidCursor = "invalid-cursor"
    /// Another process is running this job.
    case jobTaken = "job-taken"
  }

  /// The kind.
  public let code: Code
  /// A sentence about what is wrong and what to do.
  public let description: String

  /// Creates an error.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
