import HTTPTypes
import NIOConcurrencyHelpers

/// The policy for the ids of new applications.
///
/// Ids are unique over all organizations of a server, so anyone who may choose one can find out
/// which are taken. With a random ending there is nothing to find out.
package enum ApplicationIDs: String, Sendable {
  /// The creator of the application chooses it: for a server whose organizations know each other.
  case chosen
  /// The server, which adds a random ending: for a server on which strangers register.
  case random

  /// An id that begins like this and that no one can guess.
  package static func withEnding(_ stem: String) -> String {
    let ending = (0..<8).map { _ in letters.randomElement() ?? "x" }
    let start = stem.prefix(63 - 1 - ending.count)
    return "\(start)\(start.hasSuffix("-") ? "" : "-")\(String(ending))"
  }

  /// Without those that are taken for another one.
  private static let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")

  /// Returns the beginning of an id for this name.
  package static func stem(of name: String) -> String {
    var stem = ""
    for byte in name.lowercased().utf8 {
      let isKept = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      if isKept {
        stem.unicodeScalars.append(Unicode.Scalar(byte))
      } else if !stem.isEmpty, !stem.hasSuffix("-") {
        stem += "-"
      }
    }
    while stem.hasSuffix("-") { stem.removeLast() }
    return stem.isEmpty ? "app" : stem
  }
}

/// Counts the ids that an organization has tried and that another one has, so that no one tries
/// many.
package final class TakenIDs: Sendable {
  /// The number of tries that an organization has in an hour.
  package static let tries = 10

  private struct Hour {
    var start: Int
    var tries = 0
  }

  private let hours = NIOLockedValueBox<[String: Hour]>([:])

  package init() {}

  /// Takes a try before the id is looked at, so that many at once are counted one by one.
  ///
  /// - Throws: `too-many-attempts`; then the id must not be looked at.
  func take(by organization: String, at now: Int) throws(Problem) {
    let wait = hours.withLockedValue { hours -> Int? in
      var hour = hours[organization] ?? Hour(start: now)
      if abs(now - hour.start) >= 3600 { hour = Hour(start: now) }
      guard hour.tries < Self.tries else { return max(1, hour.start + 3600 - now) }
      hour.tries += 1
      hours[organization] = hour
      return nil
    }
    guard let wait else { return }
    throw Problem(
      .tooManyAttempts,
      "Too many ids were tried that cannot be used. Leave `id` out, and the server makes one from "
        + "the name; or try again in \((wait + 59) / 60) minutes.",
      headers: [.retryAfter: "\(wait)"])
  }

  /// Gives a try back that has disclosed nothing about others.
  func giveBack(to organization: String) {
    hours.withLockedValue { hours in
      if let hour = hours[organization], hour.tries > 0 { hours[organization]?.tries -= 1 }
    }
  }
}
