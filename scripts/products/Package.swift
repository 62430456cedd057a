// swift-tools-version: 6.2
import PackageDescription

// The commands of all packages and the libraries of their tests, in one build: SwiftPM compiles
// only the modules of one package at a time in parallel, and the largest ones take minutes on one
// core. For `scripts/build all`; nothing depends on this package.
let package = Package(
  name: "Products",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "FlowMagic", path: "../.."),
    .package(name: "Server", path: "../../Server"),
    .package(name: "Shop", path: "../../Samples/Shop"),
    .package(name: "Funnel", path: "../../Samples/Funnel"),
    .package(name: "MythicYoga", path: "../../Apps/MythicYoga"),
    .package(name: "PriceTracker", path: "../../Apps/PriceTracker"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .target(
      name: "Products",
      dependencies: [
        .product(name: "flowmagic", package: "Server"),
        .product(name: "shop", package: "Shop"),
        .product(name: "funnel", package: "Funnel"),
        .product(name: "yoga", package: "MythicYoga"),
        .product(name: "prices", package: "PriceTracker"),
        .product(name: "priceshop", package: "PriceTracker"),
        .product(name: "FlowMagicScreens", package: "FlowMagic"),
        .product(name: "FlowTesting", package: "FlowMagic"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ])
  ]
)
