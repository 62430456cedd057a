// swift-tools-version: 6.2
import PackageDescription

// The command shipped for Linux links Swift's standard library statically. Only the linker is told
// so: code compiled with `--static-swift-stdlib` cannot be tested, because the testing library is a
// shared one.
let linksSwiftStatically = Context.environment["FLOWMAGIC_LINK"] == "static"
let swiftLibraries = [
  "FoundationInternationalization", "_CFURLSessionInterface", "CoreFoundation", "_FoundationICU",
  "FoundationEssentials", "_FoundationCShims", "_FoundationCollections", "swiftSynchronization",
  "swiftObservation", "stdc++",
]
let commandLinkerSettings: [LinkerSetting] =
  linksSwiftStatically
  ? [.unsafeFlags(["-static-stdlib"], .when(platforms: [.linux]))]
    + swiftLibraries.map { .linkedLibrary($0, .when(platforms: [.linux])) } : []

let package = Package(
  name: "Server",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "flowmagic", targets: ["flowmagic"])
  ],
  dependencies: [
    .package(name: "FlowMagic", path: ".."),
    .package(name: "Accounts", path: "../Accounts"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-atomics", from: "1.3.0"),
    // NB: without traits, like Hummingbird's own dependency: with other traits, it and everything
    // that depends on Hummingbird would be recompiled whenever another package is built.
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    // The delivery server serves releases and their streams from memory, before the router.
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
  ],
  targets: [
    .target(
      name: "FlowStore",
      dependencies: [
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "AccountsSQLite", package: "Accounts"),
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        // SQLite's C API, for what GRDB does not wrap: WAL hooks and a progress handler.
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]
    ),
    // Draws the QR codes of authenticator apps.
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
    // Decompresses the color profiles of pictures.
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    // The portal's files, which `scripts/portal` generates.
    .target(name: "CPortal", cSettings: [.headerSearchPath("../../.build-portal")]),
    // The pages' templates, texts and styles, and the files of the API documentation.
    .target(name: "CServerFiles"),
    .target(
      name: "FlowServer",
      dependencies: [
        "CPortal", "CQREncode", "CServerFiles", "CZlib", "FlowStore",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "FlowMagic", package: "FlowMagic"),
        .product(name: "Atomics", package: "swift-atomics"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Mustache", package: "swift-mustache"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOExtras", package: "swift-nio-extras"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Yams", package: "Yams"),
      ],
      // CServerFiles embeds them, so that the server is a single executable.
      exclude: [
        "OpenAPI/docs.html", "OpenAPI/docs.css", "OpenAPI/docs.js", "OpenAPI/schemas.json",
        "Pages/Styles", "Pages/Templates", "Pages/Localization",
      ]
    ),
    .testTarget(
      name: "FlowServerTests",
      dependencies: [
        "FlowServer", "FlowStore",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "FlowMagic", package: "FlowMagic"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Yams", package: "Yams"),
      ]
    ),
    // The commit and compiler of the build, from `scripts/build-info`.
    .target(name: "CBuildInfo", cSettings: [.headerSearchPath("../../.build-info")]),
    .executableTarget(
      name: "storeload",
      dependencies: [
        "FlowStore",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .executableTarget(
      name: "flowmagic",
      dependencies: [
        "CBuildInfo", "FlowServer", "FlowStore",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "FlowMagic", package: "FlowMagic"),
        .product(name: "FlowMagicScreens", package: "FlowMagic"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      resources: [
        // Symbolic links to Samples/; embedded, so that `init --sample` needs no files.
        .embedInCode("Serve/shop.json"),
        .embedInCode("Serve/shop.manifest.json"),
      ],
      linkerSettings: commandLinkerSettings
    ),
    .executableTarget(
      name: "deliverybench",
      dependencies: [
        "FlowServer",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]
    ),
    .testTarget(
      name: "FlowStoreTests",
      dependencies: [
        "FlowStore", "storeload",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .testTarget(name: "FlowMagicCommandTests", dependencies: ["flowmagic"]),
  ]
)

for target in package.targets where ![.plugin, .system].contains(target.type) {
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
// and so would a separate compilation that emits a module that nothing imports.
for target in package.targets where target.type == .test {
  target.swiftSettings?.append(
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release)))
}
