// swift-tools-version: 6.2
import PackageDescription

// A shop in the terminal and, with `--web`, in browsers. The snapshots of its screens are rendered
// by `scripts/shop-snapshots`.
let package = Package(
  name: "Shop",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "shop", targets: ["Shop"])],
  dependencies: [
    .package(name: "FlowMagic", path: "../.."),
    .package(name: "Web", path: "../../Web"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    // Snapshots of the app's screens.
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
      // CShopFiles embeds the images; a test compares the text files with what the app renders.
      exclude: ["Snapshots"],
      // The tests use `@testable import`, which only debug builds allow by default.
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
    ] + (target.swiftSettings ?? [])  // last, so that a target's own settings win
}
