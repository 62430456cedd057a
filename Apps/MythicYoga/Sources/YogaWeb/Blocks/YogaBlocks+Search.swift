import FlowMagicWeb
import YogaDomain

extension YogaBlocks {
  /// Buttons that show only the practices of one length on the screen; nothing without JavaScript.
  @Sendable func lengthFilter(_ block: WebBlock.Contents) -> HTML {
    "<yoga-length class=\"yoga-length\" lang=\"\(block.language)\"></yoga-length>"
      + .raw(block.children)
  }

  /// The glossary by group; with JavaScript, it can be searched.
  @Sendable func glossary(_ block: WebBlock.Contents) -> HTML {
    let groups = GlossaryEntry.Group.allCases.map { group -> HTML in
      let entries = catalog.glossary.filter { $0.group == group }
        .map { entry($0, block) }.joined()
      return """
        <section><h2>\(block.text(.group(group)))</h2><dl>\(entries)</dl></section>
        """
    }.joined()
    return """
      <yoga-glossary class="yoga-glossary" lang="\(block.language)">\(groups)</yoga-glossary>\
      \(.raw(block.children))
      """
  }

  private func entry(_ entry: GlossaryEntry, _ block: WebBlock.Contents) -> HTML {
    let names = [
      entry.name.en, entry.name.de, entry.sanskrit.iast, entry.sanskrit.devanagari,
    ].joined(separator: "|")
    return """
      <div class="yoga-entry" data-names="\(names)">\
      <dt><b>\(entry.name.text(in: block.language))</b> \
      <i lang="sa-Latn">\(entry.sanskrit.iast)</i> \
      <span lang="sa">\(entry.sanskrit.devanagari)</span></dt>\
      <dd>\(entry.text.text(in: block.language))</dd></div>
      """
  }
}
