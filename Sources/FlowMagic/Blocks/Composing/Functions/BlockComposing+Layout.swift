public import FlowCore

// The blocks that arrange others, and custom blocks.

extension BlockComposing {
  /// A column of blocks.
  ///
  /// - Parameters:
  ///   - gap: The spacing between them, a step of the spacing scale from 0 to 6.
  ///   - align: The alignment.
  ///   - children: The blocks.
  /// - Returns: The column.
  public static func column(
    gap: Int? = nil, align: BlockOption.Alignment? = nil, @BlocksBuilder _ children: () -> [Block]
  ) -> Block {
    container(.column, children(), gap: gap).with(.align, align)
  }

  /// A row of blocks.
  ///
  /// - Parameters:
  ///   - gap: The spacing between them, a step of the spacing scale from 0 to 6.
  ///   - align: The alignment.
  ///   - spread: The distribution along the row.
  ///   - stackWhen: When they are stacked instead; by default for large text sizes.
  ///   - wraps: Whether blocks that do not fit continue on another line.
  ///   - children: The blocks.
  /// - Returns: The row.
  public static func row(
    gap: Int? = nil, align: BlockOption.RowAlignment? = nil,
    spread: BlockOption.Distribution? = nil,
    stackWhen: BlockOption.StackingCondition? = nil, wraps: Bool = false,
    @BlocksBuilder _ children: () -> [Block]
  ) -> Block {
    let row = container(.row, children(), gap: gap)
      .with(.align, align).with(.spread, spread).with(.stackWhen, stackWhen)
    return wraps ? row.with(.wrap, .flag(true)) : row
  }

  /// A grid with as many columns as fit.
  ///
  /// - Parameters:
  ///   - minimum: The minimum width of a column.
  ///   - gap: The spacing between them, a step of the spacing scale from 0 to 6.
  ///   - children: The blocks.
  /// - Returns: The grid.
  public static func grid(
    _ minimum: BlockOption.ColumnWidth, gap: Int? = nil, @BlocksBuilder _ children: () -> [Block]
  ) -> Block {
    container(.grid, children(), gap: gap).with(.min, minimum)
  }

  /// Blocks stacked in front of each other, at most four.
  ///
  /// - Parameters:
  ///   - alignment: The alignment of those in front.
  ///   - children: The blocks, from back to front.
  /// - Returns: The overlay.
  public static func overlay(
    _ alignment: BlockOption.OverlayAlignment? = nil, @BlocksBuilder _ children: () -> [Block]
  ) -> Block {
    container(.overlay, children()).with(.align, alignment)
  }

  /// Blocks on a raised surface.
  public static func card(@BlocksBuilder _ children: () -> [Block]) -> Block {
    container(.card, children())
  }

  /// Blocks that stay at the bottom of the screen; must be the last block of the body.
  public static func footer(@BlocksBuilder _ children: () -> [Block]) -> Block {
    container(.footer, children())
  }

  /// Blocks that the user can show and hide.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - isOpen: Whether they are shown initially.
  ///   - children: The blocks.
  /// - Returns: The disclosure.
  public static func disclosure(
    _ title: BlockText, isOpen: Bool = false, @BlocksBuilder _ children: () -> [Block]
  ) -> Block {
    let block = container(.disclosure, children()).with(.title, .text(title))
    return isOpen ? block.with(.open, .flag(true)) : block
  }

  /// Space between two blocks.
  ///
  /// - Parameters:
  ///   - size: The size, a step of the spacing scale from 1 to 6.
  ///   - grows: Whether it takes all remaining space.
  /// - Returns: The spacer.
  public static func spacer(_ size: Int = 3, grows: Bool = false) -> Block {
    let block = Block(.spacer, [.init(.size, .integer(size))])
    return grows ? block.with(.grow, .flag(true)) : block
  }

  /// A line between two blocks.
  public static func divider() -> Block { Block(.divider) }

  static func container(_ type: BlockType, _ children: [Block], gap: Int? = nil) -> Block {
    let block = Block(type, [.init(.children, .blocks(children))])
    return gap.map { block.with(.gap, .integer($0)) } ?? block
  }

  // MARK: Collections

  /// A tab view, which shows the blocks of one tab at a time.
  ///
  /// - Parameter tabs: The tabs, at most six.
  /// - Returns: The tab view.
  public static func tabs(_ tabs: BlockTab...) -> Block {
    Block(.tabs, [.init(.tabs, .objects(tabs.map(\.properties)))])
  }

  /// Blocks side by side that scroll horizontally, at most twelve.
  ///
  /// - Parameters:
  ///   - dots: Whether dots show the current position.
  ///   - children: The blocks.
  /// - Returns: The carousel.
  public static func carousel(
    dots: Bool = false, @BlocksBuilder _ children: () -> [Block]
  ) -> Block {
    let block = container(.carousel, children())
    return dots ? block.with(.dots, .flag(true)) : block
  }

  /// A carousel with a block for each element of an array.
  ///
  /// - Parameters:
  ///   - elements: The array, such as live data.
  ///   - dots: Whether dots show the current position.
  ///   - item: The blocks of an element.
  /// - Returns: The carousel.
  public static func carousel<Element: Decodable>(
    of elements: BoundValue<[Element]>, dots: Bool = false,
    @BlocksBuilder item: (BoundValue<Element>) -> [Block]
  ) -> Block {
    let block = Block(
      .carousel,
      [.init(.from, .path(elements.path)), .init(.item, .block(item(.init(.item)).singleBlock))])
    return dots ? block.with(.dots, .flag(true)) : block
  }

  /// A list with a block for each element of an array.
  ///
  /// - Parameters:
  ///   - elements: The array, such as live data.
  ///   - id: The property that identifies an element; `\.self` for an array of texts.
  ///   - limit: The maximum number of elements that are shown; 100 if nil.
  ///   - item: The blocks of an element.
  ///   - empty: The blocks to show if the array is empty.
  /// - Returns: The list.
  public static func list<Element: Decodable, ID>(
    _ elements: BoundValue<[Element]>, id: KeyPath<Element, ID>, limit: Int? = nil,
    @BlocksBuilder item: (BoundValue<Element>) -> [Block],
    @BlocksBuilder empty: () -> [Block]
  ) -> Block {
    let element = BoundValue<Element>(.item)
    let isSelfKeyPath = (id as AnyKeyPath) == \Element.self
    let key = isSelfKeyPath ? element.path : element[dynamicMember: id].path
    let block = Block(
      .list,
      [
        .init(.from, .path(elements.path)), .init(.key, .path(key)),
        .init(.item, .block(item(element).singleBlock)), .init(.empty, .block(empty().singleBlock)),
      ])
    return limit.map { block.with(.limit, .integer($0)) } ?? block
  }

  /// A custom block with its properties.
  ///
  /// - Parameters:
  ///   - block: The type of the block.
  ///   - properties: The properties.
  /// - Returns: The block.
  public static func custom<B: CustomBlock>(_ block: B.Type, _ properties: B.Properties) -> Block {
    let json = (try? JSON(encoding: properties)) ?? .null
    return Block(.custom, [.init(.name, .name(Name(B.name))), .init(.props, .json(json))])
  }

  /// A custom block with its properties and child blocks.
  ///
  /// - Parameters:
  ///   - block: The type of the block.
  ///   - properties: The properties.
  ///   - children: The blocks.
  /// - Returns: The block.
  public static func custom<B: CustomBlock>(
    _ block: B.Type, _ properties: B.Properties, @BlocksBuilder _ children: () -> [Block]
  ) -> Block {
    custom(block, properties).with(.children, .blocks(children()))
  }
}
