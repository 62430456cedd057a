// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors in this repository's own builds (scripts/lib/common.sh), never in an app's: a
// newer compiler that warns of more must not end them.
let isStrict = Context.environment["FLOWMAGIC_WARNINGS"] == "error"
let strictSettings: [SwiftSetting] = isStrict ? [.treatAllWarnings(as: .error)] : []

// The engine also runs in a browser: what Embedded Swift cannot say does not belong there. The
// compiler warns of it since 6.3; before, only the build for the browser finds it.
#if compiler(>=6.3)
  let embeddedSettings: [SwiftSetting] =
    isStrict ? [.treatWarning("EmbeddedRestrictions", as: .error)] : []
#else
  let embeddedSettings: [SwiftSetting] = []
#endif

// For systems without CryptoKit. An app for Apple's systems links nothing of swift-crypto.
let crypto = Target.Dependency.product(
  name: "Crypto", package: "swift-crypto",
  condition: .when(platforms: [.linux, .android, .windows, .openbsd, .wasi]))

let readyScreens = ["Choice", "Error", "Form", "Info", "Loading", "Summary", "TextInput"]

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
    // Ed25519 and SHA-256 where CryptoKit is not there; the one thing an app pins because of us.
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2")
  ],
  targets: [
    .target(
      name: "FlowCore",
      swiftSettings: embeddedSettings,
      // Rounding a double is a call into the C library, which nothing else here would link.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
    ),
    .testTarget(name: "FlowCoreTests", dependencies: ["FlowCore"]),
    // Drawn screens as they are shown. A module of its own: who only checks flows does without it.
    .target(name: "FlowBlocks", dependencies: ["FlowCore"], swiftSettings: embeddedSettings),
    .testTarget(name: "FlowBlocksTests", dependencies: ["FlowBlocks", "FlowCore"]),
    // Drawn screens that an app takes as they are. A module of its own: most draw their own.
    .target(
      name: "FlowMagicScreens", dependencies: ["FlowCore"],
      resources: (readyScreens + ["Starter"]).map { .embedInCode("Screens/\($0).json") }),
    .testTarget(
      name: "FlowMagicScreensTests", dependencies: ["FlowMagicScreens", "FlowBlocks", "FlowCore"]),
    .target(
      name: "FlowMagic",
      dependencies: ["FlowCore", "FlowBlocks", crypto],
      resources: [.copy("PrivacyInfo.xcprivacy")]
    ),
    // Empty where there is no SwiftUI; `scripts/check adapters` type-checks it there.
    .target(name: "FlowMagicUI", dependencies: ["FlowBlocks", "FlowCore", "FlowMagic"]),
    .target(name: "FlowTesting", dependencies: ["FlowMagic", "FlowBlocks", "FlowCore"]),
    .testTarget(
      name: "FlowTestingTests",
      dependencies: ["FlowTesting", "FlowMagic", "FlowBlocks", "FlowCore"]),
    // As an app in Swift 5 mode sees the SDK.
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
    ] + strictSettings + (target.swiftSettings ?? [])  // the target's own settings must come last
}

// NB: optimizing the tests takes longer than running them. Only in our own builds: apps could not
// depend on a package with such flags.
for target in package.targets where isStrict && target.type == .test {
  target.swiftSettings?.append(
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release)))
}
