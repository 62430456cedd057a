import FlowCore
import FlowMagicWeb
import YogaDomain

extension YogaBlocks {
  /// `{"myth": "agni", "done": 2, "locked": false}`: art, name and meaning of a myth, as the
  /// content of a pressable card.
  @Sendable func mythCard(_ block: WebBlock.Contents) -> HTML {
    guard let myth = block.string("myth").flatMap({ catalog.myth($0) }) else {
      return .raw(block.children)
    }
    let completedCount = Int(block.number("done") ?? 0)
    let note: HTML =
      block.bool("locked")
      ? "<em class=\"yoga-mark\">\(block.text(.locked))</em>"
      : completedCount > 0
        ? "<em class=\"yoga-mark yoga-done\">\(completedCount)/6 \(block.text(.done))</em>" : ""
    return """
      <div class="yoga-myth-card yoga-\(myth.id)">\
      <img src="\(YogaFiles.path(of: "\(myth.id).svg"))" alt="" width="240" height="240">\
      <span class="yoga-item-text"><b>\(myth.name)</b>\
      <small>\(myth.epithet.text(in: block.language))</small>\(note)</span></div>\
      \(.raw(block.children))
      """
  }

  /// `{"myth": "agni"}`: the header of a myth's screen, which sets the myth's colors for the page.
  @Sendable func mythHeader(_ block: WebBlock.Contents) -> HTML {
    guard let myth = block.string("myth").flatMap({ catalog.myth($0) }) else {
      return .raw(block.children)
    }
    return """
      <header class="yoga-myth-header yoga-theme yoga-\(myth.id)">\
      <img src="\(YogaFiles.path(of: "\(myth.id).svg"))" alt="" width="480" height="480">\
      <div><h1 tabindex="-1">\(myth.name)</h1>\
      <p class="yoga-epithet">\(myth.epithet.text(in: block.language)) · \
      <span lang="sa">\(myth.sanskrit.devanagari)</span></p>\
      <p>\(myth.text.text(in: block.language))</p>\(.raw(block.children))</div></header>
      """
  }

  /// `{"icon": "camera", "title": …, "text": …}`: a large labeled action, as the content of a
  /// pressable card.
  ///
  /// Icons: the raw values of ``YogaIcon``.
  @Sendable func action(_ block: WebBlock.Contents) -> HTML {
    let icon = block.string("icon").flatMap(YogaIcon.init(rawValue:)) ?? .myths
    let text: HTML = block.string("text").map { "<small>\($0)</small>" } ?? ""
    return """
      <div class="yoga-action">\(icon.html)<span class="yoga-item-text">\
      <b>\(block.string("title") ?? "")</b>\(text)</span></div>\(.raw(block.children))
      """
  }
}
