import FlowCore
import FlowStore

/// The content of a template: a drawn screen with its texts and pictures.
struct TemplateContent {
  /// The stored form: canonical JSON.
  let body: [UInt8]
  /// The application that owns the pictures; nil if the content names none.
  let application: String?
  let assets: [ScreenTemplate.Asset]

  /// Reads and validates the content.
  ///
  /// - Throws: `malformed-body` if it is not a valid drawn screen.
  init(_ view: JSONView) throws {
    try DocumentLimits.checkKeys(of: view)
    let unknown = view.unknownMembers(
      except: ["screen", "application", "defaultLocale", "strings", "assets"])
    if let first = unknown.members.first {
      throw Problem.malformedBody(
        "`content` has the member `\(first.key.string.prefix(80))`, which is not supported.")
    }
    guard let screen = try view.optionalObject("screen") else {
      throw Problem.malformedBody("`content.screen` is required.")
    }
    let (parsed, issues) = ScreenParser.parse(screen.value)
    guard parsed != nil else {
      // The JSON pointer to the screen itself is empty.
      let pointer = issues.first.map { $0.pointer.isEmpty ? "" : " (\($0.pointer))" } ?? ""
      throw Problem.malformedBody(
        "`content.screen` must be a drawn screen with a name and a first block\(pointer).")
    }
    _ = try view.optionalObject("strings")
    _ = try view.optionalString("defaultLocale")
    application = try view.optionalString("application")
    var document = FlowDocument(flows: [])
    document.unknown["assets"] = try view.optionalObject("assets")?.value
    assets =
      application.map { id in
        AssetReferences(document).digests.map { ScreenTemplate.Asset(application: id, digest: $0) }
      } ?? []
    body = view.value.utf8(.canonical)
  }
}
