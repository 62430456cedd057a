/// The path for beginners: easy videos in two rounds, each from breathing to movement.
public struct BeginnerPath: Hashable, Sendable {
  /// The videos of the path.
  public let videos: [Video]

  /// The maximum number of steps, so that the whole path fits on a screen.
  public static let maximumSteps = 12
  private static let order: [Video.Kind] = [
    .pranayama, .mudra, .mantra, .asana, .dhyana, .vinyasa,
  ]

  /// Creates the path of a catalog: a video of each kind in each round, of the myth that was used
  /// least recently.
  public init(_ catalog: Catalog = .current) {
    var videos: [Video] = []
    var myths = catalog.myths.map(\.id)
    for kind in Self.order + Self.order where videos.count < Self.maximumSteps {
      let easy = catalog.videos.filter { $0.kind == kind && $0.level == .beginner }
        .filter { !videos.contains($0) }
      // The myth that was used least recently.
      let rank = Dictionary(uniqueKeysWithValues: myths.enumerated().map { ($1, $0) })
      guard let next = easy.min(by: { rank[$0.mythID, default: 0] < rank[$1.mythID, default: 0] })
      else { continue }
      videos.append(next)
      myths.removeAll { $0 == next.mythID }
      myths.append(next.mythID)
    }
    self.videos = videos
  }

  /// The first video that has not been finished; nil at the end of the path.
  public func next(after completed: Set<String>) -> Video? {
    videos.first { !completed.contains($0.id) }
  }
}
