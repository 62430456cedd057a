// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MoneyBeam",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "money-beam", targets: ["MoneyBeam"])],
  dependencies: [.package(name: "FlowMagic", path: "../..")],
  targets: [
    .executableTarget(
      name: "MoneyBeam",
      dependencies: [
        .product(name: "FlowMagic", package: "FlowMagic")
      ],
      // The tests use `@testable import`, which only debug builds allow by default.
      swiftSettings: [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]
    ),
    .testTarget(
      name: "MoneyBeamTests",
      dependencies: [
        "MoneyBeam",
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
