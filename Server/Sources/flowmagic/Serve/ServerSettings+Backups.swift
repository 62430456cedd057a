import Configuration
import FlowServer

extension BackupSchedule {
  /// Reads the settings of backups; nil if none are scheduled.
  init?(_ reader: ConfigReader) throws(ServerSettings.Failure) {
    let interval = reader.string(forKey: "backup-every", default: "24h")
    let keep = reader.string(forKey: "backup-keep", default: "7")
    guard let period = Self.seconds(interval), period >= 60 else {
      throw ServerSettings.Failure(
        description: "--backup-every must be a time such as 30m, 24h or 7d, not \"\(interval)\".")
    }
    guard let count = Int(keep), (1...10_000).contains(count) else {
      throw ServerSettings.Failure(
        description: "--backup-keep must be a number from 1 to 10000, not \"\(keep)\".")
    }
    guard let folder = reader.string(forKey: "backup-to"), !folder.isEmpty else {
      try Self.requireNoSettings(reader)
      return nil
    }
    guard System.isDirectory(folder) else {
      throw ServerSettings.Failure(
        description: "--backup-to: there is no directory \(folder). Create it: "
          + "`install -d -m 700 \(folder)`.")
    }
    var passphrase: String?
    if let file = reader.string(forKey: "backup-passphrase-file") {
      passphrase = try Passphrase.read(file)
    } else if let text = System.nonEmptyEnvironment(Passphrase.variable) {
      passphrase = try Passphrase.checked(text)
    }
    self.init(folder: folder, period: period, keepCount: count, passphrase: passphrase)
  }

  /// Throws if there are settings of backups but no directory for them.
  private static func requireNoSettings(
    _ reader: ConfigReader
  ) throws(ServerSettings.Failure) {
    let setting = [
      ("backup-every", reader.string(forKey: "backup-every")),
      ("backup-keep", reader.string(forKey: "backup-keep")),
      ("backup-passphrase-file", reader.string(forKey: "backup-passphrase-file")),
    ].first { $0.1 != nil }
    guard let setting else { return }
    throw ServerSettings.Failure(
      description: "--\(setting.0) requires --backup-to, the directory of the backups: without it, "
        + "none would be made.")
  }

  /// The settings to log, without the passphrase.
  var logDescription: String {
    "\(folder), every \(period) s, the newest \(keepCount)\(passphrase == nil ? "" : ", encrypted")"
  }

  /// Parses a duration such as `30m`, `24h` or `7d`, in seconds.
  private static func seconds(_ text: String) -> Int? {
    let units: [Character: Int] = ["m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
      (1...10_000).contains(count)
    else { return nil }
    return count * unit
  }
}
