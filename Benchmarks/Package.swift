// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "FlowMagic", path: "..")],
  targets: [
    .target(name: "CAllocations"),
    // Loads Unleash's engine, which the benchmarks compare with.
    .target(name: "CUnleash", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .executableTarget(
      name: "flowbench",
      dependencies: ["CAllocations", "CUnleash", .product(name: "FlowCore", package: "FlowMagic")]
    ),
    .executableTarget(
      name: "startbench",
      dependencies: ["CAllocations", .product(name: "FlowMagic", package: "FlowMagic")]
    ),
  ]
)

for target in package.targets where !target.name.hasPrefix("C") {
  target.swiftSettings =
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .treatAllWarnings(as: .error),
    ] + (target.swiftSettings ?? [])
}
