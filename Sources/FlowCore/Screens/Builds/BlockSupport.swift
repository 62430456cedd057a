/// What one build of an app supports in drawn screens: the manifest's member `blocks`.
public struct BlockSupport: Sendable, Equatable {
  /// The highest level of the vocabulary that the build draws; at 0 it draws no blocks.
  public var level: Int
  /// The names of the build's custom blocks.
  public var customBlocks: [Name]
  /// The actions that blocks can call.
  public var actions: [ActionDeclaration]
  /// The names of the live data that the app provides.
  public var data: [Name]
  /// Whether the build supports offers, by providing names and prices of products.
  public var hasProducts: Bool

  /// An action that the app performs when a block calls it.
  public struct ActionDeclaration: Sendable, Equatable {
    /// The name of the action.
    public var name: Name
    /// The possible outcomes.
    public var outcomes: [Name]
    /// The outputs that the action writes, by outcome.
    public var provides: [(outcome: Name, keys: [Name])]

    /// Creates a declaration.
    public init(name: Name, outcomes: [Name], provides: [(outcome: Name, keys: [Name])] = []) {
      self.name = name
      self.outcomes = outcomes
      self.provides = provides
    }

    /// Returns the keys of the outputs that the action always writes with an outcome.
    public func keys(_ outcome: Name) -> [Name] {
      provides.first { $0.outcome == outcome }?.keys ?? []
    }

    /// Whether both are equal, including the order of their parts.
    public static func == (left: ActionDeclaration, right: ActionDeclaration) -> Bool {
      guard left.name == right.name, left.outcomes == right.outcomes,
        left.provides.count == right.provides.count
      else { return false }
      for index in left.provides.indices {
        if left.provides[index].outcome != right.provides[index].outcome { return false }
        if left.provides[index].keys != right.provides[index].keys { return false }
      }
      return true
    }
  }

  /// Creates a description; without arguments, that of a build that does not support blocks.
  public init(
    level: Int = 0, customBlocks: [Name] = [], actions: [ActionDeclaration] = [], data: [Name] = [],
    hasProducts: Bool = false
  ) {
    self.level = level
    self.customBlocks = customBlocks
    self.actions = actions
    self.data = data
    self.hasProducts = hasProducts
  }

  /// Reads a manifest's member `blocks`; parts with another format are ignored.
  public init(_ manifest: Manifest) {
    self.init()
    guard let blocks = manifest.unknown["blocks"] else { return }
    level = blocks["level"]?.number?.int.flatMap { Int(exactly: $0) } ?? 0
    customBlocks = Self.names(blocks["custom"])
    data = Self.names(blocks["data"])
    hasProducts = blocks["products"]?.bool ?? false
    for action in blocks["actions"]?.array ?? [] {
      guard let name = action["name"]?.string else { continue }
      let provides = (action["provides"]?.object?.members ?? []).map { member in
        (outcome: member.key, keys: Self.strings(member.value))
      }
      actions.append(
        ActionDeclaration(
          name: Name(name), outcomes: Self.strings(action["outcomes"]), provides: provides))
    }
  }

  private static func names(_ json: JSON?) -> [Name] {
    (json?.array ?? []).compactMap { $0["name"]?.string.map { Name($0) } }
  }

  private static func strings(_ json: JSON?) -> [Name] {
    (json?.array ?? []).compactMap { $0.string.map { Name($0) } }
  }

  /// The declaration of an action; nil if the build does not have it.
  public func action(_ name: Name) -> ActionDeclaration? { actions.first { $0.name == name } }
}
