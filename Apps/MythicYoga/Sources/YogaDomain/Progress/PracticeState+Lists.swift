extension PracticeState {
  /// The maximum number of finished practices that ``recentVideos(in:)`` considers.
  public static let maximumListedSessions = 50

  /// The favorite videos, in the order of the catalog.
  public func favoriteVideos(in catalog: Catalog = .current) -> [Video] {
    catalog.videos.filter { isFavorite($0.id) }
  }

  /// The videos of the latest 50 finished practices, the latest first, each once.
  public func recentVideos(in catalog: Catalog = .current) -> [Video] {
    let latest = sessions.values.sorted { $0.sortKey > $1.sortKey }.prefix(
      Self.maximumListedSessions)
    var seen: Set<String> = []
    return latest.compactMap { session in
      seen.insert(session.video).inserted ? catalog.video(session.video) : nil
    }
  }

  /// The finished practices by day, the latest first.
  public var history: [(day: PracticeDay, sessions: [PracticeSession])] {
    let latestFirst = sessions.values.sorted { $0.sortKey > $1.sortKey }
    return Dictionary(grouping: latestFirst, by: \.day).map { (day: $0.key, sessions: $0.value) }
      .sorted { $0.day > $1.day }
  }
}

extension Catalog {
  /// The name of a video with that of its myth, such as `Agni · Boat`.
  public func fullName(of video: Video) -> LocalizedText {
    let myth = self.myth(video.mythID)?.name ?? ""
    return LocalizedText(en: "\(myth) · \(video.name.en)", de: "\(myth) · \(video.name.de)")
  }
}
