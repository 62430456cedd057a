import Accounts
import Configuration
import FlowServer

extension SiteSettings {
  /// Reads the settings of the site: its URL, accounts, and for serving email and providers.
  init(
    _ reader: ConfigReader, _ address: ServerAddress, for purpose: ServerSettings.Purpose
  ) throws(ServerSettings.Failure) {
    let isServing = purpose == .serving
    let url = try Self.publicURL(reader.string(forKey: "public-url"), address)
    self.init(
      publicURL: url, registration: try Self.registration(reader),
      requiresSecondFactor: try Self.requiresSecondFactor(reader),
      publishSignInHours: try Self.publishSignIn(reader),
      mail: try isServing ? Self.mail(reader) : nil,
      trustedProxies: try Self.trustedProxies(reader), mode: try Self.mode(reader, url),
      portal: reader.string(forKey: "portal"),
      providers: try isServing ? Self.providers(reader) : [])
    // The server sends what a command puts into the outbox, even if only its environment has the
    // mail server.
    if !isServing { queuesMail = Self.hasMailSettings(reader) }
    packageURL = try Self.packageURL(reader.string(forKey: "package-url"))
    origins = try Self.origins(reader)
    applicationIDs = try Self.applicationIDs(reader, registration)
  }

  private static func publicURL(
    _ text: String?, _ address: ServerAddress
  ) throws(ServerSettings.Failure) -> String {
    guard var url = text else { return "http://\(address.localAddress)" }
    if url.hasSuffix("/") { url.removeLast() }
    let isHTTP = ["http://", "https://"].contains { url.hasPrefix($0) }
    let rest = url.drop { $0 != ":" }.dropFirst(3)
    let isPlain = rest.utf8.allSatisfy { byte in
      byte > 32 && byte < 127 && !#"/?#@\""#.utf8.contains(byte)
    }
    guard isHTTP, isPlain, !rest.isEmpty else {
      throw ServerSettings.Failure(
        description: "--public-url must be an http:// or https:// URL without user and path, "
          + "such as https://flows.example.com.")
    }
    return url.lowercased()
  }

  /// Validates a URL that Swift Package Manager can clone; without a password, because all users
  /// see it.
  private static func packageURL(_ text: String?) throws(ServerSettings.Failure) -> String? {
    guard let url = text, !url.isEmpty else { return nil }
    let isPlain =
      url.utf8.count <= 500
      && url.utf8.allSatisfy { $0 > 32 && $0 < 127 && !#""'\<>`"#.utf8.contains($0) }
    let isHTTP = ["https://", "http://"].contains { url.hasPrefix($0) } && !url.contains("@")
    let isSSH = url.hasPrefix("ssh://") || (url.hasPrefix("git@") && url.contains(":"))
    guard isPlain, isHTTP || isSSH else {
      throw ServerSettings.Failure(
        description: "--package-url must be the URL of a Git repository without a password, such "
          + "as https://git.example.com/mobile/flowmagic or git@git.example.com:mobile/flowmagic.")
    }
    return url
  }

  private static func registration(
    _ reader: ConfigReader
  ) throws(ServerSettings.Failure) -> AccountSettings.Registration {
    let text = reader.string(forKey: "registration", default: "invited")
    guard let registration = AccountSettings.Registration(rawValue: text) else {
      throw ServerSettings.Failure(
        description: "--registration must be open or invited, not \"\(text)\".")
    }
    return registration
  }

  private static func requiresSecondFactor(
    _ reader: ConfigReader
  ) throws(ServerSettings.Failure) -> Bool {
    switch reader.string(forKey: "second-factor", default: "optional") {
    case "optional": return false
    case "required": return true
    case let text:
      throw ServerSettings.Failure(
        description: "--second-factor must be optional or required, not \"\(text)\".")
    }
  }

  private static func publishSignIn(
    _ reader: ConfigReader
  ) throws(ServerSettings.Failure) -> Int {
    let text = reader.string(forKey: "publish-sign-in", default: "12")
    guard let hours = Int(text), (1...720).contains(hours) else {
      throw ServerSettings.Failure(
        description: "--publish-sign-in must be a number of hours from 1 to 720, not \"\(text)\".")
    }
    return hours
  }

  /// NB: error messages do not contain the URL, because it includes a password.
  private static func mail(
    _ reader: ConfigReader
  ) throws(ServerSettings.Failure) -> SMTPSettings? {
    let from = reader.string(forKey: "mail-from")
    let caFile = reader.string(forKey: "mail-ca-file")
    guard let url = reader.string(forKey: "mail-server", isSecret: true), !url.isEmpty else {
      if from == nil, caFile == nil { return nil }
      throw ServerSettings.Failure(
        description: "--mail-\(from == nil ? "ca-file" : "from") requires --mail-server.")
    }
    guard let from else {
      throw ServerSettings.Failure(
        description: "--mail-server requires --mail-from, the sender address.")
    }
    if let caFile { try requireCertificates(in: caFile) }
    do throws(AccountError) {
      return try SMTPSettings(url: url, from: from, fromName: "FlowMagic", caFile: caFile)
    } catch {
      throw ServerSettings.Failure(description: "--mail-server: \(error.message)")
    }
  }

  private static func requireCertificates(in file: String) throws(ServerSettings.Failure) {
    do throws(InputProblem) {
      var reader = InputReader()
      let text = String(decoding: try reader.readBytes(file), as: UTF8.self)
      if text.contains("-----BEGIN CERTIFICATE-----") { return }
    } catch {
      throw ServerSettings.Failure(description: "--mail-ca-file: \(error.message)")
    }
    throw ServerSettings.Failure(
      description: "--mail-ca-file: \(file) has no certificate in PEM format.")
  }

  /// Whether the server probably sends email: its environment may have the setting that is missing
  /// here.
  private static func hasMailSettings(_ reader: ConfigReader) -> Bool {
    [reader.string(forKey: "mail-server", isSecret: true), reader.string(forKey: "mail-from")]
      .contains { $0?.isEmpty == false }
  }

  private static func providers(
    _ reader: ConfigReader
  ) throws(ServerSettings.Failure) -> [IdentityProvider] {
    guard let path = reader.string(forKey: "providers") else { return [] }
    return try ProvidersFile(path).providers
  }

  private static func origins(
    _ reader: ConfigReader
  ) throws(ServerSettings.Failure) -> AllowedOrigins {
    let text = reader.string(forKey: "cors-origin", default: "*")
    do throws(AllowedOrigins.Failure) {
      return try AllowedOrigins(text)
    } catch {
      throw ServerSettings.Failure(description: "--cors-origin: \(error.message)")
    }
  }

  private static func applicationIDs(
    _ reader: ConfigReader, _ registration: AccountSettings.Registration
  ) throws(ServerSettings.Failure) -> ApplicationIDPolicy {
    guard let text = reader.string(forKey: "application-ids") else {
      return registration == .open ? .random : .chosen
    }
    guard let ids = ApplicationIDPolicy(rawValue: text) else {
      throw ServerSettings.Failure(
        description: "--application-ids must be chosen or random, not \"\(text)\".")
    }
    return ids
  }

  private static func trustedProxies(
    _ reader: ConfigReader
  ) throws(ServerSettings.Failure) -> Int {
    let text = reader.string(forKey: "trusted-proxies", default: "0")
    guard let count = Int(text), (0...16).contains(count) else {
      throw ServerSettings.Failure(
        description: "--trusted-proxies must be a number from 0 to 16, not \"\(text)\".")
    }
    return count
  }

  private static func mode(
    _ reader: ConfigReader, _ url: String
  ) throws(ServerSettings.Failure) -> Mode {
    guard let text = reader.string(forKey: "mode") else {
      return url.hasPrefix("https:") ? .production : .development
    }
    guard let mode = Mode(rawValue: text) else {
      throw ServerSettings.Failure(
        description: "--mode must be production or development, not \"\(text)\".")
    }
    return mode
  }
}

extension ServerAddress {
  /// The address for clients on the same machine.
  fileprivate var localAddress: ServerAddress {
    ServerAddress(
      host: ["0.0.0.0", "::"].contains(host) ? "127.0.0.1" : host, port: port)
  }
}
