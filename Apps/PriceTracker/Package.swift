// swift-tools-version: 6.2
import PackageDescription

// The price tracker: reading product pages, notification rules, the service with its jobs and
// notifications; `swift run scraper`, `swift run prices serve`.
let package = Package(
  name: "PriceTracker",
  platforms: [.iOS(.v17), .macOS(.v14), .watchOS(.v10)],
  products: [
    .executable(name: "scraper", targets: ["scraper"]),
    .executable(name: "prices", targets: ["prices"]),
    .executable(name: "priceshop", targets: ["priceshop"]),
    .library(name: "PriceDomain", targets: ["PriceDomain"]),
    // For an Xcode project with the apps; see the README.
    .library(name: "PriceTrackerApp", targets: ["PriceAppUI"]),
    .library(name: "PriceTrackerShare", targets: ["PriceShareUI"]),
    .library(name: "PriceTrackerWidgets", targets: ["PriceWidgetsUI"]),
    .library(name: "PriceTrackerWatch", targets: ["PriceWatchUI"]),
  ],
  dependencies: [
    .package(name: "Accounts", path: "../../Accounts"),
    .package(name: "FlowMagic", path: "../.."),
    .package(name: "Push", path: "../../Push"),
    .package(name: "Web", path: "../../Web"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    // Prices, their notations, and the rules for notifications. Pure.
    .target(name: "PriceDomain"),
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    // Worker processes with limits: a crash in them does not end this process.
    .target(name: "CWorker"),
    // Reads a product's data from its page, in this process or in a worker process.
    .target(
      name: "PageReader", dependencies: ["CLibXML2", "CWorker", "PriceDomain"],
      resources: [.embedInCode("Stores/stores.json")]),
    .target(name: "CFetch", linkerSettings: [.linkedLibrary("curl")]),
    // Fetches pages: from the web, safely and rate-limited, or from a source of the operator.
    .target(name: "PageFetcher", dependencies: ["CFetch"]),
    .executableTarget(
      name: "scraper",
      dependencies: [
        "PageFetcher", "PageReader", "PriceDomain",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // Products, prices, tracking, comments, devices, outbox and jobs in one SQLite file.
    .target(
      name: "PriceStore",
      dependencies: [
        "PriceDomain",
        .product(name: "AccountsSQLite", package: "Accounts"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    // The operations, the jobs, and the routes.
    .target(
      name: "PriceService",
      dependencies: [
        "PageFetcher", "PageReader", "PriceDomain", "PriceStore",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "AccountsPictures", package: "Accounts"),
        .product(name: "AccountsSQLite", package: "Accounts"),
        .product(name: "AccountsWeb", package: "Accounts"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "Push", package: "Push"),
        .product(name: "PushHTTP", package: "Push"),
      ],
      resources: [.embedInCode("API/Files")]),
    // The flows, screens and texts of the web app and of the apps for Apple's devices.
    .target(
      name: "PriceFlows",
      dependencies: ["CPriceFlows", .product(name: "FlowCore", package: "FlowMagic")],
      exclude: ["prices.json"]),
    .target(name: "CPriceFlows"),
    // The API's client, what is kept for offline reading, and the models of charts, lists, widgets
    // and the watch: for apps and their extensions.
    .target(
      name: "PriceClient",
      dependencies: ["PriceDomain", .product(name: "AccountsClient", package: "Accounts")]),
    // The app for iPhone and iPad without its views: screens, flows and view models.
    .target(
      name: "PriceApp",
      dependencies: [
        "PriceClient", "PriceDomain", "PriceFlows",
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "FlowMagic", package: "FlowMagic"),
      ]),
    // The app's views; empty where Apple's frameworks are missing.
    .target(
      name: "PriceAppUI",
      dependencies: [
        "PriceApp", "PriceClient", "PriceDomain",
        .product(name: "AccountsClient", package: "Accounts"),
        .product(name: "FlowMagic", package: "FlowMagic"),
        .product(name: "FlowMagicUI", package: "FlowMagic"),
      ]),
    .target(name: "PriceShareUI", dependencies: ["PriceClient", "PriceDomain"]),
    .target(name: "PriceWidgetsUI", dependencies: ["PriceClient", "PriceDomain"]),
    .target(name: "PriceWatchUI", dependencies: ["PriceClient", "PriceDomain"]),
    // The widgets and the watch's lists as HTML, for the pictures in the documentation.
    .executableTarget(
      name: "pricepictures",
      dependencies: [
        "PriceClient", "PriceDomain",
        .product(name: "FlowBlocks", package: "FlowMagic"),
        .product(name: "FlowCore", package: "FlowMagic"),
      ],
      resources: [.embedInCode("pictures.json")]),
    // The web app: the data and actions of its screens, and web push in the browser.
    .target(
      name: "PriceWeb",
      dependencies: [
        "CPriceSiteFiles", "PriceDomain", "PriceFlows", "PriceService", "PriceStore",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "AccountsWeb", package: "Accounts"),
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "FlowMagicWeb", package: "Web"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "Push", package: "Push"),
      ],
      exclude: ["Files"]),
    .target(name: "CPriceSiteFiles"),
    // A demo shop on this machine with changing prices, for development and tests.
    .target(
      name: "PriceShop",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      resources: [.embedInCode("products.json")]),
    .executableTarget(
      name: "priceshop",
      dependencies: [
        "PriceShop",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(
      name: "prices",
      dependencies: [
        "PageFetcher", "PageReader", "PriceDomain", "PriceService", "PriceStore", "PriceWeb",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "AccountsCommand", package: "Accounts"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "FlowMagicWeb", package: "Web"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Push", package: "Push"),
        .product(name: "PushHTTP", package: "Push"),
      ]),
    // Benchmarks of reading pages.
    .executableTarget(name: "pricebench", dependencies: ["PageReader", "PriceDomain"]),
    // Benchmarks of lists and an update of many products, from an in-process source.
    .executableTarget(
      name: "priceload",
      dependencies: [
        "PageFetcher", "PageReader", "PriceDomain", "PriceService", "PriceStore",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    // What the tests of the service and of the web app share.
    .target(
      name: "PriceTestSupport",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      path: "Tests/PriceTestSupport"),
    .testTarget(name: "PriceDomainTests", dependencies: ["PriceDomain"]),
    .testTarget(
      name: "PriceClientTests",
      dependencies: [
        "PageFetcher", "PageReader", "PriceClient", "PriceDomain", "PriceService", "PriceStore",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "AccountsClient", package: "Accounts"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]),
    .testTarget(
      name: "PriceAppTests",
      dependencies: [
        "PriceApp", "PriceClient", "PriceDomain", "PriceFlows",
        .product(name: "AccountsClient", package: "Accounts"),
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "FlowMagic", package: "FlowMagic"),
        .product(name: "FlowTesting", package: "FlowMagic"),
      ]),
    .testTarget(
      name: "PriceShopTests",
      dependencies: [
        "PageFetcher", "PageReader", "PriceDomain", "PriceShop",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
      ]),
    .testTarget(
      name: "PriceWebTests",
      dependencies: [
        "PageFetcher", "PageReader", "PriceDomain", "PriceService", "PriceStore",
        "PriceTestSupport", "PriceWeb",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "FlowCore", package: "FlowMagic"),
        .product(name: "FlowMagicWeb", package: "Web"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]),
    .testTarget(name: "PageReaderTests", dependencies: ["PageReader", "PriceDomain"]),
    .testTarget(name: "PageFetcherTests", dependencies: ["PageFetcher"]),
    .testTarget(name: "ScraperTests", dependencies: ["scraper"]),
    .testTarget(
      name: "PriceStoreTests",
      dependencies: [
        "PriceDomain", "PriceStore",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "AccountsSQLite", package: "Accounts"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "PriceServiceTests",
      dependencies: [
        "CWorker", "PageFetcher", "PageReader", "PriceDomain", "PriceService", "PriceStore",
        "PriceTestSupport", "prices",
        .product(name: "Accounts", package: "Accounts"),
        .product(name: "AccountsWeb", package: "Accounts"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "Push", package: "Push"),
      ]),
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
