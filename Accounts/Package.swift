// swift-tools-version: 6.2
import PackageDescription

// Users, their sign-in and their permissions: for the server and its portal, and for apps with
// users of their own, on devices too. Independent of flows.
let package = Package(
  name: "Accounts",
  platforms: [.iOS(.v17), .macOS(.v14), .watchOS(.v10)],
  products: [
    .library(name: "Accounts", targets: ["Accounts"]),
    .library(name: "AccountsSQLite", targets: ["AccountsSQLite"]),
    .library(name: "AccountsClient", targets: ["AccountsClient"]),
    .library(name: "AccountsWeb", targets: ["AccountsWeb"]),
    .library(name: "AccountsCommand", targets: ["AccountsCommand"]),
    .library(name: "AccountsPictures", targets: ["AccountsPictures"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
  ],
  targets: [
    .target(name: "CMail", linkerSettings: [.linkedLibrary("curl")]),
    .target(
      name: "Accounts",
      dependencies: [
        "CMail",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "JWTKit", package: "jwt-kit"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
      ]
    ),
    .target(
      name: "AccountsSQLite",
      dependencies: ["Accounts", .product(name: "GRDB", package: "GRDB.swift")]
    ),
    // The session of a user on a device, for apps of a service with accounts.
    .target(name: "AccountsClient"),
    // What web apps with accounts share: cookies, addresses from a proxy, limits of bodies and of
    // connections.
    .target(
      name: "AccountsWeb",
      dependencies: [
        "Accounts",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
      ]
    ),
    // The command that manages the accounts of a program.
    .target(
      name: "AccountsCommand",
      dependencies: [
        "Accounts", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // Decodes and encodes pictures with libvips, whose variadic functions Swift cannot call.
    .systemLibrary(
      name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"]), .brew(["vips"])]),
    .target(name: "CPictures", dependencies: ["CVips"]),
    // Profile pictures, encoded again from the pixels of uploads.
    .target(
      name: "AccountsPictures",
      dependencies: ["CPictures", .product(name: "NIOPosix", package: "swift-nio")]),
    // Inspects pictures that tests created.
    .target(name: "CPictureProbe", dependencies: ["CVips"], path: "Tests/CPictureProbe"),
    .testTarget(
      name: "AccountsPicturesTests", dependencies: ["AccountsPictures", "CPictureProbe"]),
    .testTarget(
      name: "AccountsTests",
      dependencies: [
        "Accounts", "AccountsCommand", "AccountsSQLite", "AccountsWeb",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "JWTKit", package: "jwt-kit"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(name: "AccountsClientTests", dependencies: ["AccountsClient"]),
    .testTarget(
      name: "AccountsSQLiteTests",
      dependencies: [
        "Accounts", "AccountsSQLite", .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
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
