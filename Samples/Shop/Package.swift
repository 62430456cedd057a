// swift-tools-version: 6.2
import PackageDescription

// A shop in the terminal and, with `--web`, in browsers. The pictures are drawn by
// `scripts/shop-pictures`.
let package = Package(
  name: "Shop",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "shop", targets: ["Shop"])],
  dependencies: [
    .package(name: "FlowMagic", path: "../.."),
    .package(name: "Web", path: "../../Web"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    // Pictures of the app's screens.
    .target(name: "CShopFiles"),
    .executableTarget(
      name: "Shop",
      dependencies: [
        "CShopFiles",
        .product(name: "FlowMagic", package: "FlowMagic"),
        .product(name: "FlowMagicWeb", package: "Web"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ],
      // In CShopFiles; their texts are for the test that compares them with the app.
      exclude: ["Pictures"],
      // The tests use `@testable`, which a release build of this package alone must allow.
      swiftSettings: [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]
    ),
    .testTarget(
      name: "ShopTests",
      dependencies: [
        "Shop",
        .product(name: "FlowMagic", package: "FlowMagic"),
        .product(name: "FlowTesting", package: "FlowMagic"),
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
    ] + (target.swiftSettings ?? [])  // the target's own settings must come last
}
