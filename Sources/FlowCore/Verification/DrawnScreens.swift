/// The drawn screens of a document, and their declarations in each build in use.
///
/// For a build that shows blocks, a drawn screen becomes the declaration that code would make, so
/// that ports, needs and content are checked the same way for both.
struct DrawnScreens {
  /// A drawn screen that could be read, with its index in the document's `screens`.
  struct Screen {
    let index: Int
    let screen: BlockScreen
    let issues: [ScreenIssue]
  }

  /// The declarations of the drawn screens in builds that show the same blocks.
  struct SupportGroup {
    let blocks: BlockSupport
    /// For each drawn screen; nil if the build shows none of it.
    let declarations: [ScreenDeclaration?]
    /// For each drawn screen, the blocks that are left out.
    let missing: [[Block]]
    /// The builds.
    var manifests: [Manifest] = []
  }

  /// The readable screens, the first of each name.
  private(set) var screens: [Screen] = []
  /// The issues of screens that cannot be read, with the index of the screen.
  private(set) var unreadable: [(index: Int, name: Name, issues: [ScreenIssue])] = []
  /// The names that more than one screen has, with the index of each later screen.
  private(set) var duplicates: [(index: Int, name: Name)] = []
  private var names: [Name: Int32] = [:]
  /// The builds, grouped by the blocks that they show; builds that show none are in no group.
  private(set) var supportGroups: [SupportGroup] = []
  /// The manifests of the builds, including the drawn screens.
  private(set) var manifests: [Manifest]

  /// Reads the screens, and adds them to the declarations of each build.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - manifests: The builds.
  ///   - withChecks: Whether to check for issues beyond those of reading.
  init(_ document: FlowDocument, _ manifests: [Manifest], withChecks: Bool = true) {
    self.manifests = manifests
    guard let elements = document.unknown["screens"]?.array else { return }
    for (index, element) in elements.enumerated() {
      let name = element["name"]?.string.map { Name($0) } ?? ""
      let (screen, issues) = ScreenParser.parse(element)
      guard let screen else {
        unreadable.append((index, name, issues))
        continue
      }
      guard names[name] == nil else {
        duplicates.append((index, name))
        continue
      }
      names[name] = Int32(truncatingIfNeeded: screens.count)
      let checkIssues = withChecks ? ScreenChecks.issues(screen) : []
      screens.append(Screen(index: index, screen: screen, issues: issues + checkIssues))
    }
    for index in manifests.indices { declare(in: index) }
  }

  /// Whether the document has a drawn screen with this name, even if no build shows it.
  func has(_ name: Name) -> Bool { names[name] != nil }

  /// Adds the drawn screens to the declarations of a build; a screen in code takes precedence.
  private mutating func declare(in index: Int) {
    let blocks = BlockSupport(manifests[index])
    guard blocks.level >= BlockVocabulary.level else { return }
    let group = supportGroups.firstIndex { $0.blocks == blocks } ?? addSupportGroup(blocks)
    supportGroups[group].manifests.append(manifests[index])
    var namesInCode: [Name: Int32] = [:]
    for screen in manifests[index].screens { namesInCode[screen.name] = 0 }
    for case let declaration? in supportGroups[group].declarations
    where namesInCode[declaration.name] == nil {
      manifests[index].screens.append(declaration)
    }
  }

  private mutating func addSupportGroup(_ blocks: BlockSupport) -> Int {
    var declarations: [ScreenDeclaration?] = []
    var missing: [[Block]] = []
    for drawn in screens {
      var omitted: [Block] = []
      declarations.append(drawn.screen.declaration(in: blocks) { omitted.append($0) })
      missing.append(omitted)
    }
    supportGroups.append(SupportGroup(blocks: blocks, declarations: declarations, missing: missing))
    return supportGroups.count - 1
  }
}

extension Manifest {
  /// Whether the build has a screen with this name in code.
  func hasInCode(_ name: Name) -> Bool { screens.contains { $0.name == name } }
}

extension Block {
  /// Whether the block has fields or buttons that users need to continue.
  var isNeeded: Bool {
    type.isField || !ports.isEmpty || children.contains { $0.isNeeded }
  }

  /// The ports through which pressing the block itself may leave the screen.
  private var ports: [Name] {
    properties.flatMap { $0.value.actions.flatMap { $0.ports } }
  }

  /// Whether the block, one in it, or a fallback of one of them can leave the screen.
  var hasExitBlock: Bool {
    !ports.isEmpty || properties.contains { $0.value.blocks.contains { $0.hasExitBlock } }
  }
}
