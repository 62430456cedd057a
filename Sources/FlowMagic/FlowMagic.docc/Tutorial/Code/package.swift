// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Plans",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "FlowMagic", path: "../flowmagic")  // or url: and from:
  ],
  targets: [
    .executableTarget(
      name: "Plans", dependencies: [.product(name: "FlowMagic", package: "FlowMagic")])
  ]
)
