// swift-tools-version: 6.2
import PackageDescription

// A web funnel of fourteen steps, with a split and an offer; `swift run funnel` prints its address.
let package = Package(
  name: "Funnel",
  platforms: [.macOS(.v14)],
  products: [.executable(name: "funnel", targets: ["Funnel"])],
  dependencies: [
    .package(name: "FlowMagic", path: "../.."),
    .package(name: "Web", path: "../../Web"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    .target(name: "CFunnelFiles"),
    .executableTarget(
      name: "Funnel",
      dependencies: [
        "CFunnelFiles",
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "FlowMagicWeb", package: "Web"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      exclude: ["funnel.json"]
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
