import HTTPTypes
import NIOConcurrencyHelpers

/// The policy for the ids of new applications.
///
/// Ids are unique across all organizations of a server, so anyone who may choose one can find out
/// which ones are taken. With a random suffix, ids disclose nothing.
package enum ApplicationIDPolicy: String, Sendable {
  /// The application's creator chooses it; for a server whose organizations trust each other.
  case chosen
  /// The server adds a random suffix; for a server with open registration.
  case random

  /// Returns an id that starts with the slug, shortened if necessary, and cannot be guessed.
  package static func withRandomSuffix(_ slug: String) -> String {
    let suffix = (0..<8).map { _ in characters.randomElement() ?? "x" }
    let start = slug.prefix(63 - 1 - suffix.count)
    return "\(start)\(start.hasSuffix("-") ? "" : "-")\(String(suffix))"
  }

  /// Lowercase letters and digits without those that look alike.
  private static let characters = Array("abcdefghjkmnpqrstuvwxyz23456789")

  /// Returns the slug of an application's name, from which its id is made.
  package static func slug(of name: String) -> String {
    var slug = ""
    for byte in name.lowercased().utf8 {
      let isAlphanumeric = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      if isAlphanumeric {
        slug.unicodeScalars.append(Unicode.Scalar(byte))
      } else if !slug.isEmpty, !slug.hasSuffix("-") {
        slug += "-"
      }
    }
    while slug.hasSuffix("-") { slug.removeLast() }
    return slug.isEmpty ? "app" : slug
  }
}

/// Counts how often an organization has requested an id that another one has taken, as a limit
/// against enumeration.
package final class TakenIDAttempts: Sendable {
  /// The number of attempts that an organization has per hour.
  package static let limit = 10

  private struct Hour {
    var start: Int
    var attempts = 0
  }

  private let hours = NIOLockedValueBox<[String: Hour]>([:])

  package init() {}

  /// Reserves an attempt before the id is looked up, so that concurrent requests are each counted.
  ///
  /// - Throws: `too-many-attempts`; the id must then not be looked up.
  func reserve(by organization: String, at now: Int) throws(Problem) {
    let wait = hours.withLockedValue { hours -> Int? in
      var hour = hours[organization] ?? Hour(start: now)
      if abs(now - hour.start) >= 3600 { hour = Hour(start: now) }
      guard hour.attempts < Self.limit else { return max(1, hour.start + 3600 - now) }
      hour.attempts += 1
      hours[organization] = hour
      return nil
    }
    guard let wait else { return }
    let minutes = (wait + 59) / 60
    throw Problem(
      .tooManyAttempts,
      "Too many unavailable ids were requested. Omit `id` to let the server derive one from the "
        + "name, or try again in \(minutes == 1 ? "a minute" : "\(minutes) minutes").",
      headers: [.retryAfter: "\(wait)"])
  }

  /// Refunds an attempt that disclosed nothing about other organizations.
  func refund(to organization: String) {
    hours.withLockedValue { hours in
      if let hour = hours[organization], hour.attempts > 0 {
        hours[organization]?.attempts -= 1
      }
    }
  }
}
