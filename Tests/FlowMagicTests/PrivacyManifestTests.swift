import Foundation
import Testing

/// The checks of App Store Connect for an SDK: `PrivacyInfo.xcprivacy` declares the APIs that the
/// sources use.
@Suite struct PrivacyManifestTests {
  /// Apple's list of required reason APIs, by category, with the possible reasons.
  ///
  /// Source: the page “Describing use of required reason API” of the documentation of Bundle
  /// Resources.
  private static let categories: [String: (uses: [String], reasons: Set<String>)] = [
    "NSPrivacyAccessedAPICategoryFileTimestamp": (
      [
        #"\b[fl]?stat(at)?\("#, #"\bfstatat\("#, #"\bgetattrlist"#, #"\bfgetattrlist"#,
        "creationDate", "modificationDate", "ModificationDate", "contentModificationDateKey",
        "creationDateKey",
      ], ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"]
    ),
    "NSPrivacyAccessedAPICategorySystemBootTime": (
      ["systemUptime", "mach_absolute_time", "mach_continuous_time"],
      ["35F9.1", "8FFB.1", "3D61.1"]
    ),
    "NSPrivacyAccessedAPICategoryDiskSpace": (
      [
        "volumeAvailableCapacity", "volumeTotalCapacity", "systemFreeSize", "systemSize",
        #"\bf?statv?fs\("#,
      ], ["85F4.1", "E174.1", "7D9E.1", "B728.1"]
    ),
    "NSPrivacyAccessedAPICategoryActiveKeyboards": (
      ["activeInputModes"], ["3EC4.1", "54BD.1"]
    ),
    "NSPrivacyAccessedAPICategoryUserDefaults": (
      ["UserDefaults", "AppStorage"], ["CA92.1", "1C8F.1", "C56D.1", "AC6B.1"]
    ),
  ]

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The categories of the APIs used in a source text.
  private static func used(in text: String) throws -> Set<String> {
    let code = code(in: text)
    return Set(
      try categories.filter { _, category in
        try category.uses.contains { code.contains(try Regex($0)) }
      }.keys)
  }

  /// The lines of a text that are not comments.
  private static func code(in text: String) -> String {
    text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      .joined(separator: "\n")
  }

  /// The source text of a target.
  private static func source(of target: String) throws -> String {
    let folder = root.appending(path: "Sources/\(target)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let swift = (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    try #require(!swift.isEmpty)
    return try swift.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
  }

  private static func manifest(of target: String) throws -> [String: Any]? {
    let file = root.appending(path: "Sources/\(target)/PrivacyInfo.xcprivacy")
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
  }

  @Test(arguments: ["FlowCore", "FlowMagic", "FlowMagicUI", "FlowTesting"])
  func `the declared APIs are those that the sources use`(
    target: String
  ) throws {
    let manifest = try Self.manifest(of: target)
    let declared = manifest?["NSPrivacyAccessedAPITypes"] as? [[String: Any]] ?? []
    var names: Set<String> = []
    for entry in declared {
      let name = try #require(entry["NSPrivacyAccessedAPIType"] as? String)
      let reasons = try #require(entry["NSPrivacyAccessedAPITypeReasons"] as? [String])
      let allowedReasons = try #require(Self.categories[name], "\(name)").reasons
      #expect(!reasons.isEmpty && allowedReasons.isSuperset(of: reasons), "\(name)")
      #expect(names.insert(name).inserted, "\(name)")
    }
    #expect(try Self.used(in: Self.source(of: target)) == names)
    #expect((manifest != nil) == (target == "FlowMagic"))
  }

  @Test func `the scan finds the APIs, and nothing in comments`() throws {
    let categories = try Self.used(
      in: """
        // UserDefaults
        let size = stat(path, &status); let t = ProcessInfo.processInfo.systemUptime
        """)
    #expect(
      categories == [
        "NSPrivacyAccessedAPICategoryFileTimestamp", "NSPrivacyAccessedAPICategorySystemBootTime",
      ])
    #expect(try Self.used(in: "let start = restart(); let date = buildDate").isEmpty)
  }

  @Test func `the manifest declares what leaves the device, and no tracking`() throws {
    let manifest = try #require(try Self.manifest(of: "FlowMagic"))
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyTrackingDomains"] as? [String])?.isEmpty == true)
    let types = try #require(manifest["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
    #expect(
      Set(types.compactMap { $0["NSPrivacyCollectedDataType"] as? String }) == [
        "NSPrivacyCollectedDataTypeProductInteraction", "NSPrivacyCollectedDataTypeUserID",
        "NSPrivacyCollectedDataTypeOtherDiagnosticData",
      ])
    for type in types {
      #expect(type["NSPrivacyCollectedDataTypeTracking"] as? Bool == false)
      #expect((type["NSPrivacyCollectedDataTypePurposes"] as? [String])?.isEmpty == false)
    }
  }

  @Test func `an app gets the manifest as a resource`() throws {
    let folders =
      [Bundle.main.bundleURL] + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    let names = [".resources/", ".bundle/", ".bundle/Contents/Resources/"]
    let files = folders.flatMap { folder in
      names.map { folder.appending(path: "FlowMagic_FlowMagic\($0)PrivacyInfo.xcprivacy").path }
    }
    #expect(files.contains { FileManager.default.fileExists(atPath: $0) }, "\(files)")
  }

  @Test func `no API is used that app extensions may not use`() throws {
    for target in ["FlowCore", "FlowMagic", "FlowMagicUI", "FlowTesting"] {
      let source = Self.code(in: try Self.source(of: target))
      for name in [
        "UIApplication.shared", "NSApplication.shared", "NSApp.", "beginBackgroundTask",
        "openSettingsURLString", "WKExtension.shared",
      ] {
        let isUsed = source.contains(name)
        #expect(!isUsed, "\(target): \(name)")
      }
    }
  }

  @Test func `the minimum versions in the documentation are those of the package`() throws {
    let package = try String(
      contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let page = try String(
      contentsOf: Self.root.appending(
        path: "Sources/FlowMagic/FlowMagic.docc/Articles/StartingAnApp.md"), encoding: .utf8)
    for (row, platforms) in [
      "| iOS, iPadOS, tvOS | 17 |": [".iOS(.v17)", ".tvOS(.v17)"],
      "| macOS | 14 |": [".macOS(.v14)"], "| watchOS | 10 |": [".watchOS(.v10)"],
      "| visionOS | 1 |": [".visionOS(.v1)"],
    ] {
      #expect(page.contains(row))
      for platform in platforms { #expect(package.contains(platform)) }
    }
    #expect(package.hasPrefix("// swift-tools-version: 6.2\n") && page.contains("| Swift | 6.2"))
  }
}
