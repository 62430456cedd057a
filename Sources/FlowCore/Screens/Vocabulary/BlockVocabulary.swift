/// The properties of each type of block: the vocabulary of level 1.
///
/// The reader, the verifier, the resolver and the portal's panel all go by these rules, so a block
/// or property that is added here is known everywhere.
public enum BlockVocabulary {
  /// The level of the vocabulary that this engine knows.
  public static let level = 1
  /// The most blocks of a screen.
  public static let maximumBlocks = 200
  /// The most blocks within each other.
  public static let maximumDepth = 12
  /// The most bytes of a screen, as canonical JSON.
  public static let maximumBytes = 32 * 1024
  /// The most fields of a screen.
  public static let maximumFields = 40
  /// The most elements that a list shows.
  public static let maximumListItems = 100
  /// The most actions of one press.
  public static let maximumActions = 4

  /// The properties that a type of block has besides ``common``.
  public static func rules(_ type: BlockType) -> [BlockRule] { byType[Int(type.rawValue)] }

  /// The properties that every block has.
  public static let common: [BlockRule] = [
    BlockRule(.id, .name),
    BlockRule(.showIf, .condition),
    BlockRule(.width, .word(["fill", "fit", "narrow"])),
    BlockRule(.pad, .whole(0, 6)),
    BlockRule(.surface, .word(ThemeRole.names)),
    BlockRule(.corner, .word(["none", "small", "large", "full"])),
    BlockRule(.a11y, .object([BlockRule(.label, .text), BlockRule(.hidden, .flag)])),
    BlockRule(.else, .block),
  ]

  /// The rule of a property; nil if the type has no such property.
  public static func rule(_ key: BlockKey, of type: BlockType) -> BlockRule? {
    rules(type).first { $0.key == key } ?? common.first { $0.key == key }
  }

  private static let byType: [[BlockRule]] = BlockType.allCases.map { type in
    type.isField ? fields(type) + (asking(type) ?? []) : plain(type)
  }

  private static func plain(_ type: BlockType) -> [BlockRule] {
    layout(type) ?? showing(type) ?? many(type) ?? []
  }

  /// Returns the rules shared by all fields: the key that they write, and their texts.
  private static func fields(_ type: BlockType) -> [BlockRule] {
    let name = BlockRule(.name, .name, isRequired: true)
    guard type != .offer else { return [name] }
    return [
      name,
      BlockRule(.label, .text, isRequired: true),
      BlockRule(.hint, .text),
      BlockRule(.required, .flagOrCondition),
      BlockRule(.message, .text),
    ]
  }
}

extension BlockVocabulary {
  private static let children = BlockRule(
    .children, .blocks(maximumBlocks), isRequired: true)
  private static let tones = BlockRule.Kind.word([
    "normal", "muted", "accent", "good", "warning", "danger",
  ])
  private static let places: [Name] = [
    "topStart", "top", "topEnd", "start", "center", "end", "bottomStart", "bottom", "bottomEnd",
  ]

  private static func layout(_ type: BlockType) -> [BlockRule]? {
    switch type {
    case .column:
      [
        BlockRule(.gap, .whole(0, 6)),
        BlockRule(.align, .word(["start", "center", "end", "fill"])), children,
      ]
    case .row:
      [
        BlockRule(.gap, .whole(0, 6)),
        BlockRule(.align, .word(["top", "center", "bottom", "baseline"])),
        BlockRule(.spread, .word(["start", "center", "end", "between"])),
        BlockRule(.stackWhen, .word(["compact", "largeText", "never"])),
        BlockRule(.wrap, .flag), children,
      ]
    case .grid:
      [
        BlockRule(.min, .word(["small", "medium", "large"]), isRequired: true),
        BlockRule(.gap, .whole(0, 6)), children,
      ]
    case .overlay:
      [
        BlockRule(.align, .word(places)),
        BlockRule(.children, .blocks(4), isRequired: true),
      ]
    case .card:
      [
        BlockRule(.do, .actions), BlockRule(.selected, .value(.boolean)), children,
      ]
    case .footer: [children]
    case .spacer: [BlockRule(.size, .whole(1, 6)), BlockRule(.grow, .flag)]
    case .divider: []
    default: nil
    }
  }

  private static func showing(_ type: BlockType) -> [BlockRule]? {
    switch type {
    case .text:
      [
        BlockRule(.text, .shownText, isRequired: true),
        BlockRule(
          .style,
          .word(["display", "title", "headline", "body", "small", "caption", "code"])),
        BlockRule(.role, .word(["heading1", "heading2", "heading3"])),
        BlockRule(.tone, tones),
        BlockRule(.align, .word(["start", "center", "end"])),
        BlockRule(.inline, .flag),
      ]
    case .image:
      [
        BlockRule(.image, .asset, isRequired: true),
        BlockRule(.alt, .alternative, isRequired: true),
        BlockRule(.fit, .word(["fit", "fill"])),
        BlockRule(.ratio, .word(["1:1", "4:3", "16:9", "3:4", "natural"])),
      ]
    case .icon:
      [
        BlockRule(.name, .word(IconName.all), isRequired: true),
        BlockRule(.alt, .alternative, isRequired: true), BlockRule(.tone, tones),
      ]
    case .video:
      [
        BlockRule(.video, .asset, isRequired: true), BlockRule(.poster, .asset, isRequired: true),
        BlockRule(.captions, .captions, isRequired: true),
        BlockRule(.play, .word(["controls", "loopMuted"])),
        BlockRule(.resume, .stateKey), BlockRule(.ended, .actions),
      ]
    case .badge: [BlockRule(.text, .text, isRequired: true), BlockRule(.tone, tones)]
    default: listing(type) ?? measuring(type)
    }
  }

  private static func listing(_ type: BlockType) -> [BlockRule]? {
    switch type {
    case .bullets:
      [
        BlockRule(.style, .word(["dot", "check", "number", "timeline"])),
        BlockRule(
          .items,
          .objects(
            20,
            [
              BlockRule(.title, .text, isRequired: true), BlockRule(.text, .text),
              BlockRule(.icon, .word(IconName.all)),
            ]), isRequired: true),
      ]
    case .facts:
      [
        BlockRule(
          .items,
          .objects(
            20,
            [
              BlockRule(.name, .text, isRequired: true),
              BlockRule(.value, .shownText, isRequired: true),
            ]), isRequired: true)
      ]
    case .disclosure:
      [BlockRule(.title, .text, isRequired: true), BlockRule(.open, .flag), children]
    case .button:
      [
        BlockRule(.title, .text, isRequired: true),
        BlockRule(.style, .word(["primary", "secondary", "plain", "danger"])),
        BlockRule(.icon, .word(IconName.all)), BlockRule(.do, .actions, isRequired: true),
        BlockRule(.submits, .flag),
      ]
    case .link:
      [BlockRule(.title, .text, isRequired: true), BlockRule(.to, .target, isRequired: true)]
    default: nil
    }
  }

  private static func measuring(_ type: BlockType) -> [BlockRule]? {
    switch type {
    case .progress:
      [
        BlockRule(.value, .value(.number), isRequired: true),
        BlockRule(.total, .value(.number), isRequired: true),
        BlockRule(.style, .word(["bar", "ring", "dots"])),
        BlockRule(.alt, .text, isRequired: true),
      ]
    case .chart:
      [
        BlockRule(.from, .path, isRequired: true), BlockRule(.x, .path, isRequired: true),
        BlockRule(.y, .path, isRequired: true),
        BlockRule(.kind, .word(["line", "bar"]), isRequired: true),
        BlockRule(.summary, .text, isRequired: true), BlockRule(.empty, .block),
      ]
    case .countdown:
      [
        BlockRule(.until, .value(.date), isRequired: true),
        BlockRule(.units, .word(["dhms", "dhm", "hms", "ms"])),
        BlockRule(.ended, .block, isRequired: true),
      ]
    default: nil
    }
  }

  private static func many(_ type: BlockType) -> [BlockRule]? {
    switch type {
    case .list:
      [
        BlockRule(.from, .path, isRequired: true), BlockRule(.key, .path, isRequired: true),
        BlockRule(.item, .block, isRequired: true), BlockRule(.empty, .block, isRequired: true),
        BlockRule(.limit, .whole(1, maximumListItems)),
      ]
    case .carousel:
      [
        BlockRule(.from, .path), BlockRule(.item, .block), BlockRule(.children, .blocks(12)),
        BlockRule(.dots, .flag), BlockRule(.state, .stateKey),
      ]
    case .tabs:
      [
        BlockRule(
          .tabs,
          .objects(6, [BlockRule(.title, .text, isRequired: true), children]), isRequired: true),
        BlockRule(.state, .stateKey),
      ]
    case .custom:
      [
        BlockRule(.name, .name, isRequired: true), BlockRule(.props, .json),
        BlockRule(.children, .blocks(maximumBlocks)),
      ]
    default: nil
    }
  }

  private static func asking(_ type: BlockType) -> [BlockRule]? {
    switch type {
    case .input:
      [
        BlockRule(.kind, .word(InputKind.names), isRequired: true),
        BlockRule(.min, .whole(0, 2_000)), BlockRule(.max, .whole(1, 2_000)),
        BlockRule(.pattern, .pattern), BlockRule(.same, .name), BlockRule(.secret, .flag),
      ]
    case .number:
      [
        BlockRule(.min, .number), BlockRule(.max, .number), BlockRule(.step, .number),
        BlockRule(.unit, .text),
      ]
    case .date:
      [BlockRule(.min, .day), BlockRule(.max, .day), BlockRule(.time, .flag)]
    case .toggle: [BlockRule(.default, .flag), BlockRule(.mustBe, .flag)]
    case .slider:
      [
        BlockRule(.min, .number, isRequired: true), BlockRule(.max, .number, isRequired: true),
        BlockRule(.step, .number, isRequired: true),
        BlockRule(.default, .number, isRequired: true), BlockRule(.unit, .text),
      ]
    case .choice:
      [
        BlockRule(.many, .flag), BlockRule(.style, .word(["list", "cards", "chips", "menu"])),
        BlockRule(.options, .options(250), isRequired: true), BlockRule(.default, .json),
        BlockRule(.min, .whole(0, 250)), BlockRule(.max, .whole(1, 250)),
        BlockRule(.do, .actions),
      ]
    case .offer:
      [
        BlockRule(.products, .names(6), isRequired: true),
        BlockRule(.default, .name, isRequired: true),
        BlockRule(.style, .word(["list", "cards"])),
        BlockRule(.title, .text, isRequired: true), BlockRule(.price, .text, isRequired: true),
        BlockRule(.badge, .json),
      ]
    default: nil
    }
  }
}
