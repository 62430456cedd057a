// swift-tools-version: 6.2
import PackageDescription

// Flows of drawn screens in a browser, for any Hummingbird application.
//
// It is a separate package, so that apps that do not host flows do not pin a web server.
let package = Package(
  name: "Web",
  platforms: [.macOS(.v14)],
  products: [
    .library(name: "FlowMagicWeb", targets: ["FlowMagicWeb"])
  ],
  dependencies: [
    .package(name: "FlowMagic", path: ".."),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(name: "CWebFiles"),
    .target(
      name: "FlowMagicWeb",
      dependencies: [
        "CWebFiles",
        .product(name: "FlowBlocks", package: "FlowMagic"),
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "FlowMagic", package: "FlowMagic"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      // CWebFiles embeds them, so that an app that links the library needs no further files.
      exclude: ["Files"]
    ),
    .executableTarget(
      name: "webbench",
      dependencies: [
        "FlowMagicWeb",
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]
    ),
    .testTarget(
      name: "FlowMagicWebTests",
      dependencies: [
        "FlowMagicWeb",
        .product(name: "FlowBlocks", package: "FlowMagic"),
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "FlowMagic", package: "FlowMagic"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
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
      .treatAllWarnings(as: .error),
    ] + (target.swiftSettings ?? [])  // last, so that a target's own settings win
}

// The tested configuration is the shipped one. Optimizing the tests themselves would take minutes,
// and so would compiling them once more for a module that nothing imports.
for target in package.targets where target.type == .test {
  target.swiftSettings?.append(
    .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release)))
}
