public import FlowCore

// The blocks that perform actions or store values in the screen's state, and the values that blocks
// can be bound to.

extension ComposedScreen {
  /// A button that leaves the screen through a port, with the entered values.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - port: The port.
  ///   - style: The style.
  ///   - icon: The icon beside the title, such as `check`.
  ///   - submits: Whether the form is validated and its values are written first; false for a
  ///     button that cancels.
  /// - Returns: The button.
  public static func button(
    _ title: BlockText, fire port: Port, style: BlockOption.ButtonStyle = .primary,
    icon: Name? = nil, submits: Bool = true
  ) -> Block {
    let block = button(title, do: .fire(port), style: style, icon: icon)
    return submits ? block : block.with(.submits, .flag(false))
  }

  /// A button with up to four actions.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - first: The first action.
  ///   - more: The actions that follow, in order.
  ///   - style: The style.
  ///   - icon: The icon beside the title, such as `check`.
  /// - Returns: The button.
  public static func button(
    _ title: BlockText, do first: ComposedAction<Self>, _ more: ComposedAction<Self>...,
    style: BlockOption.ButtonStyle = .primary, icon: Name? = nil
  ) -> Block {
    let actions = ([first] + more).map(\.action)
    let block = Block(.button, [.init(.title, .text(title)), .init(.do, .actions(actions))])
      .with(.style, style.rawValue)
    return icon.map { block.with(.icon, .name($0)) } ?? block
  }

  /// A button that goes back.
  public static func backButton(
    _ title: BlockText, style: BlockOption.ButtonStyle = .plain
  ) -> Block {
    button(title, do: .back, style: style)
  }

  /// Blocks on a raised surface that fires a port when it is pressed.
  public static func card(fire port: Port, @BlocksBuilder _ children: () -> [Block]) -> Block {
    card(do: .fire(port), selected: nil, children)
  }

  /// Blocks on a raised surface that can be pressed.
  ///
  /// - Parameters:
  ///   - first: The first action.
  ///   - more: The actions that follow, in order; three at most.
  ///   - selected: Whether the card is shown as selected; never if nil.
  ///   - children: The blocks.
  /// - Returns: The card.
  public static func card(
    do first: ComposedAction<Self>, _ more: ComposedAction<Self>...,
    selected: BoundValue<Bool>? = nil, @BlocksBuilder _ children: () -> [Block]
  ) -> Block {
    let actions = ([first] + more).map(\.action)
    let block = container(.card, children()).with(.do, .actions(actions))
    return selected.map { block.with(.selected, $0.binding()) } ?? block
  }

  /// A video from the document's assets.
  ///
  /// - Parameters:
  ///   - asset: The name of the asset.
  ///   - poster: The asset that is shown before the video plays.
  ///   - captions: The asset with the captions; nil if there is no speech.
  ///   - play: The playback mode.
  ///   - ended: The actions to perform when it has ended, in order.
  /// - Returns: The video.
  public static func video(
    _ asset: Name, poster: Name, captions: Name?, play: BlockOption.PlaybackMode? = nil,
    ended: ComposedAction<Self>...
  ) -> Block {
    let block = Block(
      .video,
      [
        .init(.video, .name(asset)), .init(.poster, .name(poster)),
        .init(.captions, captions.map { .name($0) } ?? .noTextAlternative),
      ]
    ).with(.play, play)
    return ended.isEmpty ? block : block.with(.ended, .actions(ended.map(\.action)))
  }

  /// A video that resumes where the user left off.
  ///
  /// - Parameters:
  ///   - asset: The name of the asset.
  ///   - poster: The asset that is shown before the video plays.
  ///   - captions: The asset with the captions; nil if there is no speech.
  ///   - position: The property of the state that stores the position, in seconds.
  ///   - ended: The actions to perform when it has ended, in order.
  /// - Returns: The video.
  public static func video(
    _ asset: Name, poster: Name, captions: Name?, resume position: KeyPath<LocalState, Double>,
    ended: ComposedAction<Self>...
  ) -> Block {
    let block = video(asset, poster: poster, captions: captions).with(.resume, stateKey(position))
    return ended.isEmpty ? block : block.with(.ended, .actions(ended.map(\.action)))
  }

  // MARK: Storing the index of the current tab or block

  /// A tab view, which shows the blocks of one tab at a time.
  ///
  /// - Parameters:
  ///   - index: The property of the state that stores the index of the selected tab.
  ///   - tabs: The tabs, at most six.
  /// - Returns: The tab view.
  public static func tabs(showing index: KeyPath<LocalState, Int>, _ tabs: BlockTab...) -> Block {
    Block(.tabs, [.init(.tabs, .objects(tabs.map(\.properties)))]).with(.state, stateKey(index))
  }

  /// Blocks side by side that scroll horizontally, at most twelve.
  ///
  /// - Parameters:
  ///   - index: The property of the state that stores the index of the current block.
  ///   - dots: Whether dots show the current position.
  ///   - children: The blocks.
  /// - Returns: The carousel.
  public static func carousel(
    showing index: KeyPath<LocalState, Int>, dots: Bool = false,
    @BlocksBuilder _ children: () -> [Block]
  ) -> Block {
    carousel(dots: dots, children).with(.state, stateKey(index))
  }

  static func stateKey<Value>(_ property: KeyPath<LocalState, Value>) -> BlockValue {
    .name(MemberKeys<LocalState>().key(property))
  }

  // MARK: Bound values

  /// An output of the flow; a screen that shows it without a fallback needs it.
  ///
  /// - Parameter output: The output.
  /// - Returns: The bound value.
  public static func bound<Value>(
    _ output: OutputProperty<Outputs, Value>
  ) -> BoundValue<Value?> {
    .init(.output, [key(output)])
  }

  /// The content that the step passes to the screen.
  public static var content: BoundValue<Content> { .init(.content) }

  /// The values that the screen keeps while it is shown.
  public static var state: BoundValue<LocalState> { .init(.state) }

  /// Live data, which must be declared in the registry's `blocks:`.
  public static func data<Value>(_ data: LiveData<Value>) -> BoundValue<Value> {
    .init(.data, [data.name])
  }

  /// An attribute of the user, such as `account.plan`.
  ///
  /// - Parameters:
  ///   - path: The path of the attribute.
  ///   - type: The type of its values.
  /// - Returns: The bound value.
  public static func attribute<Value>(
    _ path: Name, as type: Value.Type = String.self
  ) -> BoundValue<Value> {
    .init(.attribute, AttributePath(path).components)
  }
}
