public import FlowCore

// The blocks that display something.

extension BlockComposing {
  /// A text; the styles `title` and `display` make it a heading of the first level.
  public static func text(
    _ text: BlockText, _ style: BlockOption.TextStyle = .body, tone: BlockOption.Tone = .normal
  ) -> Block {
    textBlock(.text(text), style, tone)
  }

  /// A bound value as text.
  ///
  /// - Parameters:
  ///   - value: The value; if it is an output and has no fallback, the screen needs it.
  ///   - format: The format; unformatted if nil.
  ///   - fallback: The text to show if there is no value.
  ///   - style: The style.
  ///   - tone: The tone.
  /// - Returns: The text.
  public static func text<Value>(
    _ value: BoundValue<Value>, as format: BindingFormat? = nil, else fallback: String? = nil,
    _ style: BlockOption.TextStyle = .body, tone: BlockOption.Tone = .normal
  ) -> Block {
    textBlock(value.binding(as: format, else: fallback.map { .string($0) }), style, tone)
  }

  private static func textBlock(
    _ value: BlockValue, _ style: BlockOption.TextStyle, _ tone: BlockOption.Tone
  ) -> Block {
    let block = Block(.text, [.init(.text, value)])
      .with(.style, style.rawValue).with(.tone, tone.rawValue)
    return style == .title || style == .display ? block.with(.role, "heading1") : block
  }

  /// An image from the document's assets.
  ///
  /// - Parameters:
  ///   - asset: The name of the asset.
  ///   - alt: The alternative text; nil for a decorative image.
  ///   - fit: How the image is scaled to its frame.
  ///   - ratio: The aspect ratio, width to height.
  /// - Returns: The image.
  public static func image(
    _ asset: Name, alt: BlockText?, fit: BlockOption.ContentMode? = nil,
    ratio: BlockOption.AspectRatio? = nil
  ) -> Block {
    Block(.image, [.init(.image, .name(asset)), .init(.alt, .alternative(alt))])
      .with(.fit, fit).with(.ratio, ratio)
  }

  /// An image from the document's assets whose name is a bound value.
  ///
  /// - Parameters:
  ///   - asset: The name of the asset.
  ///   - alt: The alternative text; nil for a decorative image.
  ///   - fit: How the image is scaled to its frame.
  ///   - ratio: The aspect ratio, width to height.
  /// - Returns: The image.
  public static func image(
    _ asset: BoundValue<String>, alt: BlockText?, fit: BlockOption.ContentMode? = nil,
    ratio: BlockOption.AspectRatio? = nil
  ) -> Block {
    Block(.image, [.init(.image, asset.binding()), .init(.alt, .alternative(alt))])
      .with(.fit, fit).with(.ratio, ratio)
  }

  /// An icon of the vocabulary, such as `check`; without an alternative text it is decorative.
  public static func icon(
    _ name: Name, alt: BlockText?, tone: BlockOption.Tone = .normal
  ) -> Block {
    Block(.icon, [.init(.name, .name(name)), .init(.alt, .alternative(alt))])
      .with(.tone, tone.rawValue)
  }

  /// A short highlighted text.
  public static func badge(_ text: BlockText, tone: BlockOption.Tone = .accent) -> Block {
    Block(.badge, [.init(.text, .text(text))]).with(.tone, tone.rawValue)
  }

  /// A bulleted list, with at most 20 points.
  public static func bullets(
    _ points: [BlockBullet], style: BlockOption.BulletStyle = .dot
  ) -> Block {
    Block(.bullets, [.init(.items, .objects(points.map(\.properties)))])
      .with(.style, style.rawValue)
  }

  /// A list of names with their values, at most 20:
  /// `facts(["Plan": "Plus", "Email": .value(bound(\.email))])`.
  ///
  /// - Parameter items: The names and values.
  /// - Returns: The list.
  public static func facts(_ items: KeyValuePairs<BlockText, ShownText>) -> Block {
    let objects = items.map { name, value -> [Block.Property] in
      [.init(.name, .text(name)), .init(.value, value.value)]
    }
    return Block(.facts, [.init(.items, .objects(objects))])
  }

  // MARK: Indicators

  /// A progress indicator for a fraction of a total, such as the number of answered questions.
  ///
  /// - Parameters:
  ///   - value: The completed part of the total.
  ///   - total: The total.
  ///   - alt: The text for screen readers.
  ///   - style: The style.
  /// - Returns: The progress indicator.
  public static func progress(
    _ value: Int, of total: Int, alt: BlockText, style: BlockOption.ProgressStyle? = nil
  ) -> Block {
    progress(.json(.number(JSONNumber(value))), total, alt, style)
  }

  /// A progress indicator for a bound value as a fraction of a total.
  ///
  /// - Parameters:
  ///   - value: The completed part of the total.
  ///   - total: The total.
  ///   - alt: The text for screen readers.
  ///   - style: The style.
  /// - Returns: The progress indicator.
  public static func progress<Value: Numeric>(
    _ value: BoundValue<Value>, of total: Int, alt: BlockText,
    style: BlockOption.ProgressStyle? = nil
  ) -> Block {
    progress(value.binding(), total, alt, style)
  }

  private static func progress(
    _ value: BlockValue, _ total: Int, _ alt: BlockText, _ style: BlockOption.ProgressStyle?
  ) -> Block {
    Block(
      .progress,
      [
        .init(.value, value), .init(.total, .json(.number(JSONNumber(total)))),
        .init(.alt, .text(alt)),
      ]
    ).with(.style, style)
  }

  /// A chart of an array.
  ///
  /// - Parameters:
  ///   - kind: A line or bars.
  ///   - elements: The array, such as live data.
  ///   - x: The property of an element that is its x value.
  ///   - y: The property of an element that is its y value, a number.
  ///   - summary: The text that describes what the chart shows.
  ///   - empty: The block to show if the array is empty; none if nil.
  /// - Returns: The chart.
  public static func chart<Element: Decodable, X, Y: Numeric>(
    _ kind: BlockOption.ChartKind, of elements: BoundValue<[Element]>, x: KeyPath<Element, X>,
    y: KeyPath<Element, Y>, summary: BlockText, empty: Block? = nil
  ) -> Block {
    let element = BoundValue<Element>(.item)
    let block = Block(
      .chart,
      [
        .init(.from, .path(elements.path)), .init(.x, .path(element[dynamicMember: x].path)),
        .init(.y, .path(element[dynamicMember: y].path)), .init(.kind, .name(Name(kind.rawValue))),
        .init(.summary, .text(summary)),
      ])
    return empty.map { block.with(.empty, .block($0)) } ?? block
  }

  /// A countdown to a point in time.
  ///
  /// - Parameters:
  ///   - moment: The point in time in the format of RFC 3339, such as `2026-11-24T18:00:00Z`.
  ///   - units: The units; days, hours, minutes and seconds if nil.
  ///   - ended: The blocks to show afterwards.
  /// - Returns: The countdown.
  public static func countdown(
    until moment: String, units: BlockOption.CountdownUnits? = nil,
    @BlocksBuilder ended: () -> [Block]
  ) -> Block {
    countdown(.json(.string(moment)), units, ended().singleBlock)
  }

  /// A countdown to a point in time that is a bound value.
  ///
  /// - Parameters:
  ///   - moment: The point in time, a text in the format of RFC 3339 or a `Date`.
  ///   - units: The units; days, hours, minutes and seconds if nil.
  ///   - ended: The blocks to show afterwards.
  /// - Returns: The countdown.
  public static func countdown<Value>(
    until moment: BoundValue<Value>, units: BlockOption.CountdownUnits? = nil,
    @BlocksBuilder ended: () -> [Block]
  ) -> Block {
    countdown(moment.binding(), units, ended().singleBlock)
  }

  private static func countdown(
    _ moment: BlockValue, _ units: BlockOption.CountdownUnits?, _ ended: Block
  ) -> Block {
    Block(.countdown, [.init(.until, moment), .init(.ended, .block(ended))]).with(.units, units)
  }

  /// A link to an `https` URL or to a step of the flow.
  public static func link(_ title: BlockText, to target: Name) -> Block {
    Block(.link, [.init(.title, .text(title)), .init(.to, .name(target))])
  }
}
