// swift-tools-version: 6.2
import PackageDescription

// Mythic Yoga Flow: a service with accounts, media and a web app on FlowMagic;
// `swift run yoga serve`.
let package = Package(
  name: "MythicYoga",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .executable(name: "yoga", targets: ["yoga"]),
    .library(name: "YogaClient", targets: ["YogaClient"]),
  ],
  dependencies: [
    .package(name: "FlowMagic", path: "../.."),
    .package(name: "Web", path: "../../Web"),
    .package(name: "Accounts", path: "../../Accounts"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    // The catalog, progress, streaks and their synchronization: what the web and the iOS app share.
    .target(name: "YogaDomain", dependencies: ["CYogaCatalog"], exclude: ["catalog.json"]),
    .target(name: "CYogaCatalog"),
    // The iOS app without its views: the service's API, the account, synchronization, downloads,
    // the player's rules. Builds and is tested on Linux, too.
    .target(
      name: "YogaClient",
      dependencies: [
        "YogaDomain", .product(name: "AccountsClient", package: "Accounts"),
        .product(name: "FlowMagic", package: "FlowMagic"),
      ]),
    // Media files with ranges and signed links.
    .target(
      name: "YogaMedia",
      dependencies: [
        "YogaDomain",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    // The web app's custom blocks, scripts and styles, and their endpoints.
    .target(
      name: "YogaWeb",
      dependencies: [
        "CYogaFiles", "YogaDomain",
        .product(name: "AccountsWeb", package: "Accounts"),
        .product(name: "FlowBlocks", package: "FlowMagic"),
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "FlowMagicWeb", package: "Web"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      exclude: ["Files", "README.md"]),
    .target(name: "CYogaFiles"),
    // Accounts, the store, screens and flow, routes, administration.
    .target(
      name: "YogaService",
      dependencies: [
        "CYogaServiceFiles", "YogaDomain", "YogaMedia", "YogaWeb",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "AccountsPictures", package: "Accounts"),
        .product(name: "AccountsSQLite", package: "Accounts"),
        .product(name: "AccountsWeb", package: "Accounts"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "FlowMagic", package: "FlowMagic"),
        .product(name: "FlowMagicWeb", package: "Web"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      exclude: ["pages.css", "yoga.json"]),
    .target(name: "CYogaServiceFiles"),
    .executableTarget(
      name: "yoga",
      dependencies: [
        "YogaService",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "AccountsCommand", package: "Accounts"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "FlowMagicWeb", package: "Web"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(name: "YogaDomainTests", dependencies: ["YogaDomain"]),
    .testTarget(
      name: "YogaClientTests",
      dependencies: [
        "YogaClient", "YogaDomain",
        .product(name: "AccountsClient", package: "Accounts"),
        .product(name: "FlowMagic", package: "FlowMagic"),
        .product(name: "FlowTesting", package: "FlowMagic"),
      ]),
    .testTarget(
      name: "YogaMediaTests",
      dependencies: [
        "YogaMedia", "YogaDomain",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .testTarget(
      name: "YogaWebTests",
      dependencies: [
        "YogaWeb", "YogaDomain",
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "FlowMagicWeb", package: "Web"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]),
    .testTarget(
      name: "YogaServiceTests",
      dependencies: [
        "YogaService", "YogaClient", "YogaDomain",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "AccountsClient", package: "Accounts"),
        .product(name: "AccountsPictures", package: "Accounts"),
        .product(name: "AccountsWeb", package: "Accounts"),
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "FlowMagic", package: "FlowMagic"),
        .product(name: "FlowMagicWeb", package: "Web"),
        .product(name: "FlowTesting", package: "FlowMagic"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
  ]
)

for target in package.targets where target.type != .plugin && target.type != .system {
  target.swiftSettings =
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .treatAllWarnings(as: .error),
    ] + (target.swiftSettings ?? [])  // last, so that a target's own settings win
}

// The tested configuration is the shipped one. Optimizing the tests themselves would take minutes,
// and so would compiling them once more for a module that nothing imports.
for target in package.targets where target.type == .test {
  target.swiftSettings?.append(
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release)))
}
