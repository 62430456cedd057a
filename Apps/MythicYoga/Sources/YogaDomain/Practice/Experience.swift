/// A user's experience, for example for routes of the flow that depend on it.
public enum Experience: String, Codable, CaseIterable, Sendable {
  /// The user has not finished the beginner path.
  case beginner
  /// The user has finished the beginner path.
  case experienced

  /// The experience of a user with these finished videos.
  public init(completed: Set<String>) {
    self = BeginnerPath().next(after: completed) == nil ? .experienced : .beginner
  }
}

extension Catalog {
  /// Returns the id of the myth to continue with: that of the next video in the beginner path;
  /// after that, the first unfinished myth, or the first of all if every one is finished.
  public func nextMythID(after completed: Set<String>) -> String {
    if let next = BeginnerPath(self).next(after: completed) { return next.mythID }
    let unfinished = myths.first { !$0.videos.allSatisfy { completed.contains($0.id) } }
    return (unfinished ?? myths.first)?.id ?? ""
  }
}
