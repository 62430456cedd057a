// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors in this repository's own builds (scripts/lib/common.sh), never in an app's,
// which a newer compiler's additional warnings must not break.
let isStrict = Context.environment["FLOWMAGIC_WARNINGS"] == "error"
let strictSettings: [SwiftSetting] = isStrict ? [.treatAllWarnings(as: .error)] : []

// The engine also runs in browsers, so it uses only what Embedded Swift supports. The compiler
// warns of anything else since 6.3; before, only the browser build reports it.
#if compiler(>=6.3)
  let embeddedSettings: [SwiftSetting] =
    isStrict ? [.treatWarning("EmbeddedRestrictions", as: .error)] : []
#else
  let embeddedSettings: [SwiftSetting] = []
#endif

// For systems without CryptoKit. An app for Apple's systems does not link swift-crypto.
let crypto = Target.Dependency.product(
  name: "Crypto", package: "swift-crypto",
  condition: .when(platforms: [.linux, .android, .windows, .openbsd, .wasi]))

let readyMadeScreens = ["Choice", "Error", "Form", "Info", "Loading", "Summary", "TextInput"]

let package = Package(
  name: "FlowMagic",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "FlowCore", targets: ["FlowCore"]),
    .library(name: "FlowBlocks", targets: ["FlowBlocks"]),
    .library(name: "FlowMagic", targets: ["FlowMagic"]),
    .library(name: "FlowMagicUI", targets: ["FlowMagicUI"]),
    .library(name: "FlowMagicScreens", targets: ["FlowMagicScreens"]),
    .library(name: "FlowTesting", targets: ["FlowTesting"]),
  ],
  dependencies: [
    // Ed25519 and SHA-256 on systems without CryptoKit; the only dependency.
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2")
  ],
  targets: [
    .target(
      name: "FlowCore",
      swiftSettings: embeddedSettings,
      // Rounding a Double calls the C math library, which nothing else here links.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
    ),
    .testTarget(name: "FlowCoreTests", dependencies: ["FlowCore"]),
    // Renders drawn screens. A separate module, because a program that only checks flows does not
    // need it.
    .target(name: "FlowBlocks", dependencies: ["FlowCore"], swiftSettings: embeddedSettings),
    .testTarget(name: "FlowBlocksTests", dependencies: ["FlowBlocks", "FlowCore"]),
    // Ready-made screens. A separate module, because most apps draw their own.
    .target(
      name: "FlowMagicScreens", dependencies: ["FlowCore"],
      resources: (readyMadeScreens + ["Starter"]).map { .embedInCode("Screens/\($0).json") }),
    .testTarget(
      name: "FlowMagicScreensTests", dependencies: ["FlowMagicScreens", "FlowBlocks", "FlowCore"]),
    .target(
      name: "FlowMagic",
      dependencies: ["FlowCore", "FlowBlocks", crypto],
      resources: [.copy("PrivacyInfo.xcprivacy")]
    ),
    // Empty on systems without SwiftUI, where `scripts/check adapters` type-checks it.
    .target(name: "FlowMagicUI", dependencies: ["FlowBlocks", "FlowCore", "FlowMagic"]),
    .target(name: "FlowTesting", dependencies: ["FlowMagic", "FlowBlocks", "FlowCore"]),
    .testTarget(
      name: "FlowTestingTests",
      dependencies: ["FlowTesting", "FlowMagic", "FlowBlocks", "FlowCore"]),
    // Uses the SDK like an app in Swift 5 mode.
    .testTarget(
      name: "FlowMagicSwift5Tests", dependencies: ["FlowMagic"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "FlowMagicTests",
      dependencies: [
        "FlowMagic", "FlowTesting", "FlowBlocks", "FlowCore",
        .product(name: "Crypto", package: "swift-crypto"),
      ]
    ),
  ]
)

for target in package.targets where target.type != .plugin {
  target.swiftSettings =
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + strictSettings + (target.swiftSettings ?? [])  // last, so that a target's own settings win
}

// NB: optimizing the tests takes longer than running them. Only in our own builds: apps could not
// depend on a package with such flags.
for target in package.targets where isStrict && target.type == .test {
  target.swiftSettings?.append(
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release)))
}
