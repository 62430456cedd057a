public import FlowBlocks
public import FlowCore

/// A block that the app implements and documents use by name, with validated properties.
///
/// ```swift
/// struct Stars: CustomBlock {
///   struct Properties: Codable, Sendable { var count: Int }
/// }
///
/// let screens = try ScreenRegistry {
///   Home.self
/// } blocks: {
///   Stars.self
/// }
/// ```
///
/// In a document it is `{"type": "custom", "name": "Stars", "props": {"count": 4}}`. The app draws
/// it, using `ResolvedBlock.properties(of:)`. Where the app cannot, as in the portal, its preview
/// is shown, which is composed of other blocks:
///
/// ```swift
/// struct Rating: CustomBlock {
///   struct Properties: Codable, Sendable { var stars: Int }
///
///   static func preview(_ rating: BoundValue<Properties>) -> Block? {
///     row {
///       icon("star", alt: "Stars")
///       text(rating.stars, as: .count)
///     }
///   }
/// }
/// ```
public protocol CustomBlock: BlockComposing {
  /// The properties that a document sets on the block.
  associatedtype Properties: Codable & Sendable
  /// The name in documents; by default the type's name.
  static var name: String { get }
  /// The blocks shown in its place where the app cannot draw it; by default nil, which shows
  /// nothing.
  ///
  /// - Parameter properties: The properties that the document sets on the block.
  /// - Returns: The preview: a block with neither fields nor actions.
  static func preview(_ properties: BoundValue<Properties>) -> Block?
}

extension CustomBlock {
  /// By default, the type's name.
  public static var name: String { "\(Self.self)" }

  /// By default, nil.
  public static func preview(_ properties: BoundValue<Properties>) -> Block? { nil }
}

extension ResolvedBlock {
  /// The properties of a custom block.
  ///
  /// - Parameter block: The type of the block.
  /// - Returns: The properties; nil if this is another block, or if they cannot be decoded.
  public func properties<B: CustomBlock>(of block: B.Type) -> B.Properties? {
    guard type == .custom, name(.name) == Name(B.name) else { return nil }
    guard case .json(let json)? = self[.props] else {
      return try? JSON.object([:]).decoded(as: B.Properties.self)
    }
    return try? json.decoded(as: B.Properties.self)
  }
}

extension BlockLibraryBuilder {
  /// A custom block.
  public static func buildExpression<B: CustomBlock>(_ block: B.Type) -> BlockLibrary {
    var library = BlockLibrary()
    library.customBlocks = [Name(B.name)]
    library.schemas = [Name(B.name): { SchemaInference(B.Properties.self).schema }]
    library.previews = [Name(B.name): { B.preview(BoundValue(.item))?.json }]
    return library
  }
}
