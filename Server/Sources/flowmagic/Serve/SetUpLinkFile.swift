import Accounts
import FlowStore
import Logging

/// The file next to the store with the set-up links of a server without a terminal, readable by its
/// owner only.
///
/// Logs are copied to places that must not contain a link that makes someone an owner.
struct SetUpLinkFile {
  /// A set-up link and its organization.
  struct Entry: Sendable, Equatable {
    let organization: String
    let link: String
  }

  /// The path of the file.
  let path: String
  let accounts: AccountServices
  let logger: Logger

  /// The interval between two checks of whether the links still work, in seconds.
  static let interval = 2

  /// The path: `flowmagic.db.set-up-links` for `sqlite:flowmagic.db`, or next to the keys for a
  /// store in memory.
  static func path(_ settings: ServerSettings) -> String {
    let keys = (try? ServerSettings.keyFolder(beside: settings.store)) ?? settings.keys
    return "\(keys.hasSuffix(".keys") ? String(keys.dropLast(5)) : keys).set-up-links"
  }

  /// The error of a file that cannot be written or removed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Writes the file with exactly these links, or removes it if there are none.
  func write(_ entries: [Entry]) throws(Failure) {
    do throws(System.Failure) {
      // Removed first, so that a symbolic link at the path cannot redirect the secrets.
      _ = try System.removeFile(path)
      guard !entries.isEmpty else { return }
      let text = entries.map { "\($0.organization) \($0.link)\n" }.joined()
      try System.replaceFile(at: path, with: Array(text.utf8), isPrivate: true)
    } catch {
      throw Failure(
        description: "\(path): \(error.reason). Make sure that the server's user can create and "
          + "remove this file, then restart the server")
    }
  }

  /// Removes used and expired links from the file, until none is left, the task is cancelled or the
  /// file cannot be written.
  func removeInvalidLinks(
    of entries: [Entry],
    pause: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(interval)) }
  ) async {
    var remaining = entries
    while !remaining.isEmpty, (try? await pause()) != nil {
      // An unreadable store reports its own error; the check is retried.
      guard let valid = try? await validEntries(remaining), valid != remaining else { continue }
      do {
        try write(valid)
      } catch {
        logger.error("Cannot update \(path). Remove it.", metadata: ["reason": "\(error)"])
        return
      }
      remaining = valid
      if valid.isEmpty {
        logger.notice("Removed \(path): its set-up links were used or have expired.")
      }
    }
  }

  private func validEntries(_ entries: [Entry]) async throws -> [Entry] {
    var valid: [Entry] = []
    for entry in entries {
      do {
        // The link ends with its token.
        _ = try await accounts.organizations.organizationToSetUp(String(entry.link.suffix(43)))
        valid.append(entry)
      } catch let error as AccountError where error.code == .invalidLink {
        continue
      }
    }
    return valid
  }
}
