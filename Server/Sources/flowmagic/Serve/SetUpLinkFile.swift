import Accounts
import FlowStore
import Logging

/// The file beside the store that holds the set-up links of a server without a terminal, readable
/// by its owner only: a log is copied to places where a link that makes an owner must not be.
struct SetUpLinkFile {
  /// A set-up link and whom it is for.
  struct Entry: Sendable, Equatable {
    let organization: String
    let link: String
  }

  /// The path of the file.
  let path: String
  let accounts: AccountServices
  let logger: Logger

  /// The seconds between two looks at whether the links in it still work.
  static let interval = 2

  /// `flowmagic.db.set-up-links` for `sqlite:flowmagic.db`; beside the keys of any other store.
  static func path(_ settings: ServerSettings) -> String {
    let beside = (try? ServerSettings.keyFolder(beside: settings.store)) ?? settings.keys
    return "\(beside.hasSuffix(".keys") ? String(beside.dropLast(5)) : beside).set-up-links"
  }

  /// Writes the file with these links only, or removes it if there are none.
  ///
  /// - Throws: `System.Failure`.
  func write(_ entries: [Entry]) throws {
    guard !entries.isEmpty else {
      _ = try System.removeFile(path)
      return
    }
    // Removed first: a link in its place must not lead the secrets elsewhere.
    _ = try System.removeFile(path)
    let text = entries.map { "\($0.organization) \($0.link)\n" }.joined()
    try System.replaceFile(at: path, with: Array(text.utf8), isPrivate: true)
  }

  /// Takes links that were used or are over out of the file, until none is left or the task is
  /// cancelled.
  func follow(
    _ entries: [Entry],
    pause: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(interval)) }
  ) async {
    var left = entries
    while !left.isEmpty, (try? await pause()) != nil {
      // A store that cannot be read says so itself, and is asked again.
      guard let works = try? await working(left), works != left else { continue }
      do {
        try write(works)
      } catch {
        logger.error("Cannot update \(path). Remove it.", metadata: ["reason": "\(error)"])
        return
      }
      left = works
      if works.isEmpty {
        logger.notice("Removed \(path): its set-up links were used or have expired.")
      }
    }
  }

  private func working(_ entries: [Entry]) async throws -> [Entry] {
    var works: [Entry] = []
    for entry in entries {
      do {
        _ = try await accounts.organizations.organizationToSetUp(String(entry.link.suffix(43)))
        works.append(entry)
      } catch let error as AccountError where error.code == .invalidLink {
        continue
      }
    }
    return works
  }
}
