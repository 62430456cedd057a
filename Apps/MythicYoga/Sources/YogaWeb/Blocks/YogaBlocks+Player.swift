import FlowCore
import FlowMagicWeb
import YogaDomain

extension YogaBlocks {
  /// `{"video": "agni/mantra", "position": 12.5, "practiced": 10, "user": …, "onEnd": "done",
  /// "session": …}`: the video player, with the six videos of the myth as a playlist.
  ///
  /// `session` is the id with which the service records the practice when a press finishes it.
  /// `onEnd` is the key of a button that is pressed when `video` ends outside of full screen.
  @Sendable func player(_ block: WebBlock.Contents) -> HTML {
    guard let video = block.string("video").flatMap({ catalog.video($0) }),
      let myth = catalog.myth(video.mythID)
    else { return .raw(block.children) }
    let userID = block.string("user") ?? ""
    let files = urls(video, userID)
    let position = block.number("position")
    let practiced = block.number("practiced")
    let start = position.map { $0 > 0 ? "#t=\($0)" : "" } ?? ""
    let items = myth.videos.map { playlistItem($0, block, isCurrent: $0 == video) }.joined()
    return """
      <yoga-player class="yoga-player yoga-theme yoga-\(myth.id)" lang="\(block.language)" \
      data-user="\(userID)" data-video="\(video.id)" data-sync="\(SyncRoutes.path)" \
      data-position="\(position.map { String($0) } ?? "")" \
      data-practiced="\(practiced.map { String($0) } ?? "")" \
      data-on-end="\(block.string("onEnd") ?? "")" \
      data-session="\(block.string("session") ?? "")">\
      <div class="yoga-stage"><video controls playsinline preload="metadata" \
      poster="\(files.poster)" aria-label="\(video.name.text(in: block.language))">\
      <source src="\(files.hls)" type="application/vnd.apple.mpegurl">\
      <source src="\(files.video)\(start)" type="video/mp4">\(tracks(files, block))\
      <a href="\(files.video)">\(block.text(.noPlayback))</a></video></div>\
      <section class="yoga-playlist"><h2>\(block.text(.practices))</h2><ol>\(items)</ol></section>\
      <div class="yoga-below">\(.raw(block.children))</div></yoga-player>
      """
  }

  private func tracks(_ files: VideoURLs, _ block: WebBlock.Contents) -> HTML {
    // NB: no track has `default`, so that captions stay off for users who turned them off.
    [("en", "English"), ("de", "Deutsch")].compactMap { language, name -> HTML? in
      guard let url = files.captions[language] else { return nil }
      return
        "<track kind=\"captions\" srclang=\"\(language)\" label=\"\(name)\" src=\"\(url)\">"
    }.joined()
  }

  private func playlistItem(_ video: Video, _ block: WebBlock.Contents, isCurrent: Bool) -> HTML {
    let name = video.name.text(in: block.language)
    let files = urls(video, block.string("user") ?? "")
    let body: HTML = """
      <img src="\(files.posterSmall)" alt="" width="120" height="68" loading="lazy">\
      <span class="yoga-item-text"><b>\(name)</b><i lang="sa-Latn">\(video.sanskrit.iast)</i>\
      <small>\(length(video, block)) · \(block.text(.level(video.level)))</small></span>
      """
    let current: HTML = isCurrent ? " aria-current=\"true\"" : ""
    return """
      <li class="yoga-item" data-video="\(video.id)"><a href="\(files.video)"\(current) \
      data-hls="\(files.hls)" data-mp4="\(files.video)" data-quiet="\(files.quiet)" \
      data-poster="\(files.poster)" data-captions-en="\(files.captions["en"] ?? "")" \
      data-captions-de="\(files.captions["de"] ?? "")" data-seconds="\(video.seconds)" \
      data-name="\(name)">\(body)</a></li>
      """
  }

  /// `{"video": "agni/mantra", "locked": false, "done": true, "favorite": true}`: a video in a
  /// list, as the content of a pressable card.
  @Sendable func videoCard(_ block: WebBlock.Contents) -> HTML {
    guard let video = block.string("video").flatMap({ catalog.video($0) }) else {
      return .raw(block.children)
    }
    let files = urls(video, block.string("user") ?? "")
    // In a list with several myths, such as the beginner path, each card names its video's myth.
    let isMythOfScreen = block.content["myth"]?.string == video.mythID
    let myth = isMythOfScreen ? nil : catalog.myth(video.mythID)?.name
    let marks: [HTML] = [
      block.bool("done")
        ? "<em class=\"yoga-mark yoga-done\" data-mark=\"done\">\(block.text(.done))</em>" : "",
      block.bool("favorite")
        ? "<em class=\"yoga-mark\" data-mark=\"favorite\">\(block.text(.favorite))</em>" : "",
      block.bool("locked") ? "<em class=\"yoga-mark\">\(block.text(.locked))</em>" : "",
    ]
    return """
      <div class="yoga-video-card yoga-\(video.mythID)" data-video="\(video.id)" \
      data-length="\(LengthFilter(of: video).rawValue)">\
      <img src="\(files.posterSmall)" alt="" width="160" height="90" loading="lazy">\
      <span class="yoga-item-text"><b>\(video.name.text(in: block.language))</b>\
      <i lang="sa-Latn">\(video.sanskrit.iast)</i>\
      <small>\(myth.map { $0 + " · " } ?? "")\(length(video, block)) · \
      \(block.text(.level(video.level)))</small>\
      \(marks.joined())</span></div>\(.raw(block.children))
      """
  }

  private func length(_ video: Video, _ block: WebBlock.Contents) -> String {
    "\(video.seconds) \(block.text(.seconds))"
  }
}
