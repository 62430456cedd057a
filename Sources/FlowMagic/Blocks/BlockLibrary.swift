public import FlowCore

/// The extensions that drawn screens of an app may use besides the standard blocks: actions, live
/// data, custom blocks, and products for offers.
///
/// ```swift
/// let screens = try ScreenRegistry {
///   Home.self
/// } blocks: {
///   purchase            // a ScreenAction
///   watchlist           // a LiveData
///   OfferedProduct.self // prices for offers
/// }
/// ```
public struct BlockLibrary: Sendable {
  /// The actions that blocks may call.
  public internal(set) var actions: [RegisteredAction] = []
  /// The names of the live data.
  public internal(set) var data: [Name] = []
  /// The names of the custom blocks.
  public internal(set) var customBlocks: [Name] = []
  /// Whether the app provides the names and prices of offers.
  public internal(set) var hasProducts = false
  /// The closures that infer the schemas of live data and custom blocks; called only for a
  /// manifest with schemas, because inference is slow.
  var schemas: [Name: @Sendable () -> JSON] = [:]
  /// The closures that compose the previews of custom blocks; nil for one without a preview.
  var previews: [Name: @Sendable () -> JSON?] = [:]

  /// Creates a library with the standard blocks only.
  public init() {}

  /// The action with a name; nil if there is none.
  func action(_ name: Name) -> RegisteredAction? { actions.first { $0.name == name } }

  /// The library's declarations, for the engine.
  var support: BlockSupport {
    BlockSupport(
      level: BlockVocabulary.level, customBlocks: customBlocks, actions: actions.map(\.declaration),
      data: data, hasProducts: hasProducts)
  }

  /// The library combined with that of another module.
  func adding(_ other: BlockLibrary) -> BlockLibrary {
    var combined = self
    combined.actions += other.actions
    combined.data += other.data
    combined.customBlocks += other.customBlocks
    combined.hasProducts = hasProducts || other.hasProducts
    combined.schemas.merge(other.schemas) { first, _ in first }
    combined.previews.merge(other.previews) { first, _ in first }
    return combined
  }
}

extension BlockLibrary {
  /// The error in the declarations; nil if they are valid.
  var declarationError: FlowMagicError? {
    for (kind, names) in [
      ("actions", actions.map(\.name)), ("live data values", data),
      ("custom blocks", customBlocks),
    ] {
      var seen: Set<Name> = []
      for name in names where name.isEmpty || !seen.insert(name).inserted {
        return FlowMagicError(
          .invalidBlocks,
          name.isEmpty
            ? "One of the \(kind) has an empty name."
            : "Two of the \(kind) have the name \(name). Give one of them a different name.")
      }
    }
    return actions.lazy.compactMap(\.declarationError).first
  }

  /// The manifest's member `blocks`.
  ///
  /// - Parameter includesSchemas: Whether to include the schemas of live data and custom blocks,
  ///   and the previews of custom blocks. Only the portal uses them, and inferring schemas is slow.
  /// - Returns: The value of the member.
  func json(includesSchemas: Bool) -> JSON {
    var json: JSONObject = ["level": .number(JSONNumber(BlockVocabulary.level))]
    func list(_ names: [Name], schema key: Name) -> JSON {
      .array(
        names.map { name in
          var entry: JSONObject = ["name": .string(name.string)]
          if includesSchemas, let schema = schemas[name]?() { entry[key] = schema }
          if includesSchemas, let preview = previews[name]?() { entry["preview"] = preview }
          return .object(entry)
        })
    }
    if !customBlocks.isEmpty { json["custom"] = list(customBlocks, schema: "props") }
    if !actions.isEmpty { json["actions"] = .array(actions.map(\.json)) }
    if !data.isEmpty { json["data"] = list(data, schema: "schema") }
    if hasProducts { json["products"] = true }
    return .object(json)
  }
}

/// Builds the ``BlockLibrary`` of a registry.
@resultBuilder
public enum BlockLibraryBuilder {
  /// An action.
  public static func buildExpression<Arguments, Outcome>(
    _ action: ScreenAction<Arguments, Outcome>
  ) -> BlockLibrary {
    var library = BlockLibrary()
    library.actions = [action.registered]
    return library
  }

  /// Data that the app keeps up to date.
  public static func buildExpression<Value>(_ data: LiveData<Value>) -> BlockLibrary {
    var library = BlockLibrary()
    library.data = [data.name]
    library.schemas = [data.name: { SchemaInference(Value.self).schema }]
    return library
  }

  /// Names and prices for offers.
  public static func buildExpression(_ products: OfferedProduct.Type) -> BlockLibrary {
    var library = BlockLibrary()
    library.hasProducts = true
    return library
  }

  /// The library of another registry, such as that of a feature module.
  public static func buildExpression(_ library: BlockLibrary?) -> BlockLibrary {
    library ?? BlockLibrary()
  }

  /// A sequence of declarations; without any, only the standard blocks can be used.
  public static func buildBlock(_ parts: BlockLibrary...) -> BlockLibrary {
    parts.reduce(BlockLibrary()) { $0.adding($1) }
  }

  /// The declarations of an `if` without `else`.
  public static func buildOptional(_ part: BlockLibrary?) -> BlockLibrary {
    part ?? BlockLibrary()
  }

  /// The declarations of an `if` with `else`.
  public static func buildEither(first part: BlockLibrary) -> BlockLibrary { part }

  /// The declarations of an `else`.
  public static func buildEither(second part: BlockLibrary) -> BlockLibrary { part }
}
