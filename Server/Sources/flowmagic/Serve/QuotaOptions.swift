import ArgumentParser
import Configuration
import FlowStore

/// The options for the quotas of an organization and its applications.
struct QuotaOptions: ParsableArguments {
  @Option(help: "Applications of an organization. (default: 100; 0: no limit)")
  var applicationQuota: String?

  @Option(help: "Environments of an application. (default: 20; 0: no limit)")
  var environmentQuota: String?

  @Option(help: "Active SDK keys of an application. (default: 100; 0: no limit)")
  var sdkKeyQuota: String?

  @Option(help: "Active API tokens of an organization. (default: 500; 0: no limit)")
  var tokenQuota: String?

  @Option(help: "Active API tokens of one user in an organization. (default: 50; 0: no limit)")
  var userTokenQuota: String?

  @Option(help: "Builds of an application with a manifest. (default: 1000; 0: no limit)")
  var buildQuota: String?

  @Option(
    help: "Releases, draft, manifests and pictures of an application. (default: 2GiB; 0: no limit)")
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
