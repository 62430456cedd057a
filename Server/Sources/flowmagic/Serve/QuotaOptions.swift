import ArgumentParser
import Configuration
import FlowStore

/// The options for the quotas of an organization and its applications.
struct QuotaOptions: ParsableArguments {
  @Option(help: "Maximum applications per organization. (default: 100; 0: no limit)")
  var applicationQuota: String?

  @Option(help: "Maximum environments per application. (default: 20; 0: no limit)")
  var environmentQuota: String?

  @Option(help: "Maximum active SDK keys per application. (default: 100; 0: no limit)")
  var sdkKeyQuota: String?

  @Option(help: "Maximum active API tokens per organization. (default: 500; 0: no limit)")
  var tokenQuota: String?

  @Option(help: "Maximum active API tokens per user in an organization. (default: 50; 0: no limit)")
  var userTokenQuota: String?

  @Option(help: "Maximum builds with a manifest per application. (default: 1000; 0: no limit)")
  var buildQuota: String?

  @Option(
    help: """
      Maximum size of an application's releases, draft, manifests and pictures. (default: 2GiB; \
      0: no limit)
      """)
  var storageQuota: String?

  /// The options from the command line, by name.
  var values: [String: String] {
    [
      "application-quota": applicationQuota, "environment-quota": environmentQuota,
      "sdk-key-quota": sdkKeyQuota, "token-quota": tokenQuota, "user-token-quota": userTokenQuota,
      "build-quota": buildQuota, "storage-quota": storageQuota,
    ].compactMapValues { $0 }
  }

  static let names = Set(Quotas.Kind.allCases.map(\.setting))
}

extension Quotas {
  /// Reads the quotas; 0 means no limit.
  init(_ reader: ConfigReader) throws(ServerSettings.Failure) {
    self = .standard
    for kind in Kind.allCases {
      let limit =
        kind == .storage
        ? try reader.byteSize(kind.setting) : try reader.wholeNumber(kind.setting)
      if let limit { self[kind] = limit == 0 ? nil : limit }
    }
  }

  /// The settings to log at startup.
  var loggedSettings: [(String, String)] {
    Kind.allCases.map { ($0.setting, self[$0].map { "\($0)" } ?? "none") }
  }
}
