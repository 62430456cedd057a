import HTTPTypes
import NIOConcurrencyHelpers

/// Limits the number of large request bodies in memory, so that one organization cannot exhaust it.
///
/// A body is held from its first byte to its response, and a sender may take minutes.
package final class LargeBodyLimiter: Sendable {
  /// The size in bytes above which a body is counted.
  static let threshold = 1 << 20

  private struct State {
    var counts: [String: Int] = [:]
    var total = 0
  }

  /// The maximum number of bodies in total, and of one organization.
  private let limit: (total: Int, perOrganization: Int)
  private let state = NIOLockedValueBox(State())

  package init(limit: Int = 64, perOrganization: Int = 8) { self.limit = (limit, perOrganization) }

  /// Runs `body` while a large body of the organization is counted.
  ///
  /// An organization may use as many as are still free, so that there is always room for another
  /// one.
  ///
  /// - Throws: `too-many-documents` if the organization has reached its limit; any error thrown by
  ///   `body`.
  package func withReservation<Value>(
    for organization: String, _ body: () async throws -> Value
  ) async throws -> Value {
    let isWithinLimits = state.withLockedValue { state in
      let count = state.counts[organization] ?? 0
      guard count < limit.perOrganization, count < limit.total - state.total else { return false }
      state.counts[organization] = count + 1
      state.total += 1
      return true
    }
    guard isWithinLimits else {
      throw Problem(
        .tooManyDocuments,
        "The organization is sending too many documents at the same time. Send the request again.",
        headers: [.retryAfter: "5"])
    }
    defer { release(organization) }
    return try await body()
  }

  private func release(_ organization: String) {
    state.withLockedValue { state in
      let remaining = (state.counts[organization] ?? 1) - 1
      state.counts[organization] = remaining > 0 ? remaining : nil
      state.total -= 1
    }
  }
}
