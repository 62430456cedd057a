import FlowCore
import FlowMagic
import Testing

@MainActor struct LayerDifferenceTests {
  typealias Style = Destination.Style

  struct Page: Screen {
    enum Port: String, ActionPort { case next, other, done }
    struct Content: Codable, Sendable, Equatable { var title: String }
    static let defaultContent: JSON? = ["title": "Page"]
  }

  struct Fetch: Screen {
    enum Port: String, ActionPort { case next }
  }

  /// The interface after all changes so far; fails on an impossible change.
  struct Interface {
    var layers: [(id: Int, style: ScreenLayer.Style, ids: [Int])] = [(0, .base, [])]
    /// The ids of created views, to check that none is created twice.
    var createdIDs: [Int] = []

    mutating func perform(_ difference: LayerDifference) throws {
      for change in difference.changes {
        switch change {
        case .dismiss(let old):
          #expect(layers.suffix(old.count).map(\.id) == old.map(\.id))
          layers.removeLast(old.count)
        case .remove(let steps, let layer):
          let index = try index(of: layer)
          let top = layers[index].ids.last
          layers[index].ids.removeAll { steps.map(\.id).contains($0) }
          #expect(layers[index].ids.last == top)
        case .pop(let steps, let layer):
          let index = try index(of: layer)
          #expect(layers[index].ids.suffix(steps.count) == steps.map(\.id)[...])
          layers[index].ids.removeLast(steps.count)
          #expect(!layers[index].ids.isEmpty)
        case .push(let steps, let layer):
          let index = try index(of: layer)
          create(steps, in: index)
        case .replace(let old, let new, let layer):
          let index = try index(of: layer)
          #expect(layers[index].ids.suffix(old.count) == old.map(\.id)[...])
          layers[index].ids.removeLast(old.count)
          create(new, in: index)
        case .root(let new, let layer):
          let index = try index(of: layer)
          layers[index].ids = []
          create(new, in: index)
        case .present(let layer):
          layers.append((layer.id, layer.style, []))
          create(layer.steps, in: layers.count - 1)
        case .update(let step):
          #expect(layers.contains { $0.ids.contains(step.id) })
        }
      }
    }

    private mutating func create(_ steps: [ShownStep], in index: Int) {
      layers[index].ids += steps.map(\.id)
      createdIDs += steps.map(\.id)
    }

    private func index(of layer: ScreenLayer.ID) throws -> Int {
      try #require(layers.firstIndex { $0.id == layer })
    }

    func shows(_ other: [ScreenLayer]) -> Bool {
      layers.map(\.id) == other.map(\.id) && layers.map(\.style) == other.map(\.style)
        && layers.map(\.ids) == other.map { $0.steps.map(\.id) }
    }
  }

  /// An interface that follows a navigator.
  final class Follower {
    let navigator: Navigator
    var interface = Interface()
    var shownLayers: [ScreenLayer] = []

    init(_ navigator: Navigator) { self.navigator = navigator }

    /// The changes since the last call.
    @MainActor @discardableResult
    func follow() throws -> [LayerDifference.Change] {
      let difference = LayerDifference(from: shownLayers, to: navigator.layers)
      try interface.perform(difference)
      shownLayers = navigator.layers
      #expect(interface.shows(shownLayers))
      #expect(Set(interface.createdIDs).count == interface.createdIDs.count)
      return difference.changes
    }
  }

  /// Pages `a`, `b`, `c` and so on: `next` leads to the next one with the given style; the
  /// last one finishes.
  func document(_ styles: [Style], title: String = "Page") -> FlowDocument {
    let ids = "abcdefgh".map { Name(String($0)) }
    let steps = (0...styles.count).map { index -> FlowStep in
      var step = FlowStep(id: ids[index], screen: "Page", content: ["title": .string(title)])
      var routes = [Route(target: .destination(Destination(.finish("done"))))]
      if index < styles.count {
        let next = Destination(.step(ids[index + 1]), style: styles[index])
        routes = [Route(target: .destination(next))]
      }
      step.ports = [FlowPort(name: "next", routes: routes)]
      return step
    }
    return FlowDocument(flows: [Flow(id: "main", start: "a", steps: steps)])
  }

  func startNavigator(_ document: FlowDocument) async throws -> (Navigator, Follower) {
    let screens = try ScreenRegistry {
      Page.self
      Work(Fetch.self) { _ in
        // Ends when it is cancelled.
        for await _ in AsyncStream<Void>.makeStream().stream {}
        throw CancellationError()
      }
    }
    let navigator = try Navigator(screens: screens, default: document)
    let follower = Follower(navigator)
    await navigator.start()
    try follower.follow()
    return (navigator, follower)
  }

  func fire(_ navigator: Navigator) throws {
    try #require(navigator.screen(Page.self)).fire(.next)
  }

  func layers(_ navigator: Navigator) -> [String] {
    navigator.layers.map { layer in
      layer.style.rawValue + ":" + layer.steps.map(\.step.string).joined()
    }
  }

  // MARK: - Pairs of styles

  nonisolated static let pairs = Style.allCases.flatMap { first in
    Style.allCases.map { (first, $0) }
  }
  nonisolated static let expected: [String: [String]] = [
    "push push": ["base:abc"], "push sheet": ["base:ab", "sheet:c"],
    "push cover": ["base:ab", "cover:c"], "push replace": ["base:ac"], "push root": ["base:c"],
    "sheet push": ["base:a", "sheet:bc"], "sheet sheet": ["base:a", "sheet:b", "sheet:c"],
    "sheet cover": ["base:a", "sheet:b", "cover:c"], "sheet replace": ["base:a", "sheet:c"],
    "sheet root": ["base:c"], "cover push": ["base:a", "cover:bc"],
    "cover sheet": ["base:a", "cover:b", "sheet:c"],
    "cover cover": ["base:a", "cover:b", "cover:c"], "cover replace": ["base:a", "cover:c"],
    "cover root": ["base:c"], "replace push": ["base:bc"], "replace sheet": ["base:b", "sheet:c"],
    "replace cover": ["base:b", "cover:c"], "replace replace": ["base:c"],
    "replace root": ["base:c"], "root push": ["base:bc"], "root sheet": ["base:b", "sheet:c"],
    "root cover": ["base:b", "cover:c"], "root replace": ["base:c"], "root root": ["base:c"],
  ]

  @Test(arguments: pairs)
  func `two consecutive styles make the expected layers, and going back undoes them`(
    _ first: Style, _ second: Style
  ) async throws {
    let (navigator, follower) = try await startNavigator(document([first, second]))
    try fire(navigator)
    try follower.follow()
    try fire(navigator)
    try follower.follow()
    #expect(layers(navigator) == Self.expected["\(first) \(second)"])
    while navigator.canGoBack {
      #expect(navigator.back())
      let changes = try follower.follow()
      #expect(changes.count == 1)
    }
    #expect(!navigator.back())
    #expect(navigator.layers.count == 1)
  }

  @Test(arguments: pairs)
  func `combined changes lead to the same layers as separate ones`(
    _ first: Style, _ second: Style
  ) async throws {
    for third in Style.allCases {
      let (navigator, follower) = try await startNavigator(document([first, second, third]))
      for _ in 0..<3 { try fire(navigator) }
      try follower.follow()
      if navigator.canGoBack {
        navigator.back()
        try fire(navigator)
        try follower.follow()
      }
    }
  }

  @Test(arguments: pairs)
  func `a relaunch restores the shown layers`(
    _ first: Style, _ second: Style
  ) async throws {
    let flows = document([first, second, .push])
    let (navigator, _) = try await startNavigator(flows)
    for _ in 0..<3 { try fire(navigator) }
    let saved = try #require(navigator.state.saved).text()
    let relaunched = try Navigator(screens: navigator.screens, default: flows)
    await relaunched.start(restoring: try JSON(parsing: saved))
    #expect(layers(relaunched) == layers(navigator))
    #expect(relaunched.lastChange == .restored)
  }

  // MARK: - Single changes

  @Test func `each style changes the interface as expected`() async throws {
    let (navigator, follower) = try await startNavigator(
      document([.push, .sheet, .push, .replace, .cover, .root]))
    var names: [String] = []
    for _ in 0..<6 {
      try fire(navigator)
      names += try follower.follow().map { change in
        switch change {
        case .push(let steps, let layer): "push \(steps.map(\.step)) \(layer == 0)"
        case .present(let layer): "present \(layer.style) \(layer.steps.map(\.step))"
        case .replace(let old, let new, _): "replace \(old.map(\.step)) \(new.map(\.step))"
        case .dismiss(let layers): "dismiss \(layers.map(\.style))"
        case .root(let steps, _): "root \(steps.map(\.step))"
        case .pop, .remove, .update: "unexpected \(change)"
        }
      }
    }
    #expect(
      names == [
        "push [b] true", "present sheet [c]", "push [d] false", "replace [d] [e]",
        "present cover [f]",
        "dismiss [FlowMagic.ScreenLayer.Style.sheet, "
          + "FlowMagic.ScreenLayer.Style.cover]", "root [g]",
      ])
    #expect(navigator.lastChange == .root)
  }

  @Test func `a push does not move the focus, a replacement or a new root does`() async throws {
    let (navigator, _) = try await startNavigator(document([.push, .replace, .root]))
    var old = navigator.layers
    var moves: [Bool] = []
    for _ in 0..<3 {
      try fire(navigator)
      moves.append(LayerDifference(from: old, to: navigator.layers).movesFocus)
      old = navigator.layers
    }
    #expect(moves == [false, true, true])
    #expect(LayerDifference(from: old, to: old).isEmpty)
  }

  // MARK: - Live changes

  @Test func `a changed text updates a view without replacing it`() async throws {
    let (navigator, follower) = try await startNavigator(document([.push, .sheet]))
    try fire(navigator)
    try fire(navigator)
    try follower.follow()
    let ids = navigator.path.map(\.id)
    let changed = document([.push, .sheet], title: "New")
    navigator.adopt(LoadedRelease(try navigator.screens.release(changed), from: .network))
    let changes = try follower.follow()
    #expect(changes == navigator.path.map { .update($0) })
    #expect(navigator.path.map(\.id) == ids)
    #expect(navigator.screen(Page.self)?.content.title == "New")
    #expect(navigator.lastChange == .adopted)
  }

  @Test func `adoption removes a step below the current one, which keeps its view`()
    async throws
  {
    let (navigator, follower) = try await startNavigator(document([.push, .push, .push]))
    for _ in 0..<2 { try fire(navigator) }
    try follower.follow()
    let current = try #require(navigator.current)
    let removed = navigator.path[1]
    var shorter = document([.push, .push, .push])
    shorter.flows[0].steps.remove(at: 1)
    shorter.route("a", "next", to: "c")
    navigator.adopt(LoadedRelease(try navigator.screens.release(shorter), from: .network))
    #expect(try follower.follow() == [.remove([removed], from: 0)])
    #expect(navigator.current == current)
    try fire(navigator)
    #expect(layers(navigator) == ["base:acd"])
  }

  @Test func `taps in quick succession count once`() async throws {
    let (navigator, follower) = try await startNavigator(document([.sheet, .sheet]))
    let page = try #require(navigator.screen(Page.self))
    for _ in 0..<5 { page.fire(.next) }
    #expect(try follower.follow() == [.present(navigator.layers[1])])
    let sheet = try #require(navigator.current)
    for _ in 0..<5 { navigator.back(to: navigator.path[0].id) }
    for _ in 0..<5 { page.fire(.next) }
    #expect(navigator.path.count == 2)
    #expect(navigator.current != sheet)
    #expect(try follower.follow().count == 2)
  }

  // MARK: - Work

  @Test func `while work runs, the previous screen stays, and going back cancels the work`()
    async throws
  {
    var flows = document([.push, .sheet, .push])
    flows.change("c") { $0.screen = "Fetch" }
    let (navigator, follower) = try await startNavigator(flows)
    for _ in 0..<2 { try fire(navigator) }
    #expect(navigator.isWorking && navigator.canGoBack)
    #expect(navigator.current?.step == "c")
    try follower.follow()
    #expect(layers(navigator) == ["base:ab"])
    #expect(navigator.back())
    #expect(!navigator.isWorking)
    #expect(try follower.follow().isEmpty)
    #expect(navigator.current?.step == "b")
  }

  @Test func `going back to a screen below ends the work above it`() async throws {
    var flows = document([.push, .push])
    flows.change("c") { $0.screen = "Fetch" }
    let (navigator, follower) = try await startNavigator(flows)
    for _ in 0..<2 { try fire(navigator) }
    try follower.follow()
    #expect(navigator.back(to: navigator.path[0].id))
    #expect(try follower.follow().count == 1)
    #expect(!navigator.isWorking && !navigator.canGoBack)
    #expect(navigator.path.map(\.step) == ["a"])
  }
}
