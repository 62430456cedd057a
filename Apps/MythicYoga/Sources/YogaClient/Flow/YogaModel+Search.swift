public import FlowMagic
public import YogaDomain

extension YogaModel {
  /// Returns a screen with only the practices of the chosen length, if it has a `LengthFilter`.
  public func filtered(_ proxy: DrawnScreenProxy) -> ResolvedScreen {
    let screen = proxy.screen
    guard lengthFilter != .any, Self.hasFilter(screen) else { return screen }
    return screen.removing { block in
      guard block.type == .card, let video = video(inside: block, on: proxy) else { return false }
      return !lengthFilter.matches(video)
    }
  }

  /// The number of practices on a screen that have the chosen length.
  public func matchCount(on proxy: DrawnScreenProxy) -> Int {
    Self.cards(of: proxy.screen).count { card in
      video(inside: card, on: proxy).map { lengthFilter.matches($0) } ?? false
    }
  }

  private static func hasFilter(_ screen: ResolvedScreen) -> Bool {
    blocks(of: screen).contains { $0.properties(of: YogaBlocks.LengthFilter.self) != nil }
  }

  private static func cards(of screen: ResolvedScreen) -> [ResolvedBlock] {
    blocks(of: screen).filter { $0.type == .card }
  }

  private static func blocks(of screen: ResolvedScreen) -> [ResolvedBlock] {
    var (blocks, stack) = ([ResolvedBlock](), screen.root.map { [$0] } ?? [])
    while let block = stack.popLast() {
      blocks.append(block)
      stack += block.children
    }
    return blocks
  }

  private func video(inside card: ResolvedBlock, on proxy: DrawnScreenProxy) -> Video? {
    card.children.lazy.compactMap { $0.properties(of: YogaBlocks.VideoCard.self) }
      .compactMap { self.video($0, on: proxy) }.first
  }
}

/// A section of the glossary.
public struct GlossarySection: Identifiable, Sendable, Hashable {
  /// The group of its entries.
  public let id: GlossaryEntry.Group
  /// Its entries, at least one.
  public let entries: [GlossaryEntry]
}

extension Catalog {
  /// Returns the entries that ``entries(matching:)`` finds, by group.
  public func glossary(matching text: String) -> [GlossarySection] {
    let matches = entries(matching: text)
    return GlossaryEntry.Group.allCases.compactMap { group in
      let entries = matches.filter { $0.group == group }
      return entries.isEmpty ? nil : GlossarySection(id: group, entries: entries)
    }
  }
}

extension LengthFilter {
  /// The name of the filter.
  public var text: ClientText {
    switch self {
    case .any: .anyLength
    case .short: .shortLength
    case .medium: .mediumLength
    case .long: .longLength
    }
  }
}

extension GlossaryEntry.Group {
  /// The title of the group.
  public var text: ClientText {
    switch self {
    case .pose: .poses
    case .gesture: .gestures
    case .breath: .breaths
    }
  }
}
