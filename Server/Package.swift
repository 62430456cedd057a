// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Server",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "flowmagic", targets: ["flowmagic"])
  ],
  dependencies: [
    .package(name: "FlowMagic", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "flowmagic",
      dependencies: [
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .testTarget(name: "FlowMagicCommandTests", dependencies: ["flowmagic"]),
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
    ] + (target.swiftSettings ?? [])  // the target's own settings must come last
}
