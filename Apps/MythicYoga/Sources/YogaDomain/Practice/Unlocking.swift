/// The optional rule “finish one to unlock the next”.
public struct Unlocking: Hashable, Sendable {
  private let completed: Set<String>
  private let catalog: Catalog

  /// Creates the rule for a user's finished videos.
  public init(completed: Set<String>, catalog: Catalog = .current) {
    self.completed = completed
    self.catalog = catalog
  }

  /// Whether a video is unlocked: it is the first of its myth, the previous one is finished, or it
  /// is finished itself.
  public func isUnlocked(_ video: String) -> Bool {
    guard catalog.video(video) != nil else { return false }
    guard let before = catalog.video(before: video) else { return true }
    return completed.contains(before.id) || completed.contains(video)
  }

  /// Whether a myth is unlocked: it is the first, all videos of the previous one are finished, or
  /// one of its own is.
  public func isUnlocked(myth: String) -> Bool {
    guard let index = catalog.myths.firstIndex(where: { $0.id == myth }) else { return false }
    return index == 0 || isFinished(catalog.myths[index - 1]) || isStarted(catalog.myths[index])
  }

  /// The ids of the myths that cannot be chosen yet, in the catalog's order.
  public var lockedMythIDs: [String] {
    catalog.myths.map(\.id).filter { !isUnlocked(myth: $0) }
  }

  private func isFinished(_ myth: Myth) -> Bool {
    myth.videos.allSatisfy { completed.contains($0.id) }
  }

  private func isStarted(_ myth: Myth) -> Bool {
    myth.videos.contains { completed.contains($0.id) }
  }
}
