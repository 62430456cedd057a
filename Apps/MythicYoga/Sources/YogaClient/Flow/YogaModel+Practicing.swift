public import FlowMagic
public import Foundation
public import YogaDomain

extension YogaModel {
  /// The myth of a block's property or, if that is nil, of the step.
  public func myth(_ id: String?, on proxy: DrawnScreenProxy) -> Myth? {
    (id ?? proxy.step.content["myth"]?.string).flatMap { Catalog.current.myth($0) }
  }

  /// The video of a `VideoCard`; nil if the catalog does not have it.
  public func video(
    _ properties: YogaBlocks.VideoCard.Properties, on proxy: DrawnScreenProxy
  ) -> Video? {
    if let video = properties.video { return Catalog.current.video(video) }
    guard let index = properties.index, let videos = myth(properties.myth, on: proxy)?.videos,
      videos.indices.contains(index)
    else { return nil }
    return videos[index]
  }

  /// The video of a `Player`: that of its property or, if that is nil, the chosen one.
  public func video(_ properties: YogaBlocks.Player.Properties) -> Video? {
    let id = properties.video ?? navigator.outputs(YogaFlows.Outputs.self).video
    return id.flatMap { Catalog.current.video($0) }
  }

  /// The number of finished videos of a myth.
  public func finishedCount(in myth: Myth) -> Int {
    myth.videos.count { practice.state.completed.contains($0.id) }
  }

  /// The finished practices by day.
  public var history: [PracticeHistoryDay] { practice.state.historyDays(in: language) }

  /// The URL of a video's picture, which needs no session.
  public func poster(of video: Video) -> URL? {
    URL(string: "/media/open/\(video.id)/poster-small.webp", relativeTo: server)?.absoluteURL
  }

  /// Downloads a video to this device.
  public func download(_ video: Video) async {
    await downloads.download(video, title: video.name.text(in: language))
  }

  /// Downloads all videos of a myth that are not on this device.
  public func downloadAll(of myth: Myth) async {
    for video in myth.videos { await download(video) }
  }
}

extension DrawnScreenProxy {
  /// Whether a press finishes the practice: it fires the port `done`, on any screen.
  @MainActor func finishesPractice(_ key: Name) -> Bool {
    effects(ofPressing: key).contains { effect in
      if case .fire("done", _) = effect { true } else { false }
    }
  }
}
