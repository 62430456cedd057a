// swift-tools-version: 6.2
import PackageDescription

// Push notifications for phones and browsers: APNs, Firebase Cloud Messaging and web push.
//
// For any service; it does not depend on other packages of this repository.
let package = Package(
  name: "Push",
  platforms: [.macOS(.v14)],
  products: [
    .library(name: "Push", targets: ["Push"]),
    .library(name: "PushHTTP", targets: ["PushHTTP"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
  ],
  targets: [
    .target(
      name: "Push",
      dependencies: [
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "JWTKit", package: "jwt-kit"),
      ]),
    .target(
      name: "PushHTTP",
      dependencies: [
        "Push",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]),
    .testTarget(
      name: "PushTests",
      dependencies: [
        "Push",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "JWTKit", package: "jwt-kit"),
      ]),
    .testTarget(
      name: "PushHTTPTests",
      dependencies: [
        "Push", "PushHTTP",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdHTTP2", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ]),
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
