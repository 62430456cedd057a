/// Knows the devices in which users have signed in before, so that strangers who guess passwords
/// delay no one there (OWASP: "device cookies").
///
/// A device has a few attempts of its own; then its secret is void and it is a stranger.
struct KnownDevices: Sendable {
  let clock: @Sendable () -> Int

  /// The number of wrong passwords after which a device is no longer known.
  static let maximumFailures = 10
  /// The seconds after which a device in which its user has not signed in is forgotten.
  static let lifetime = 365 * 86_400
  /// The maximum number of a user's known devices; the one unused for longest is forgotten.
  static let maximumDevices = 50
  /// The maximum number of users' secrets that one browser keeps.
  static let maximumSecrets = 4

  /// The device of this user that a request comes from, if it is known.
  func device(
    of user: User, at client: Client, in reader: any AccountReader
  ) throws -> KnownDevice? {
    for secret in client.devices.prefix(Self.maximumSecrets) {
      if let found = try reader.knownDevice(secret.hash), found.user == user.id,
        found.failures < Self.maximumFailures, isFresh(found)
      {
        return found
      }
    }
    return nil
  }

  /// Counts an attempt of a device before the password is looked at.
  func count(_ device: KnownDevice, in writer: any AccountWriter) throws {
    var device = device
    device.failures += 1
    try writer.put(device)
  }

  /// Removes one counted attempt, which was never made.
  func rollBack(_ hash: [UInt8], in writer: any AccountWriter) throws {
    guard var device = try writer.knownDevice(hash), device.failures > 0 else { return }
    device.failures -= 1
    try writer.put(device)
  }

  /// Forgets what was counted, because the user was here.
  func reset(_ hash: [UInt8], in writer: any AccountWriter) throws {
    guard var device = try writer.knownDevice(hash) else { return }
    device.failures = 0
    try writer.put(device)
  }

  /// Makes a device a stranger that has sent too many wrong passwords.
  func fail(_ hash: [UInt8], in writer: any AccountWriter) throws {
    guard let device = try writer.knownDevice(hash), device.failures >= Self.maximumFailures else {
      return
    }
    _ = try writer.removeKnownDevice(hash)
  }

  /// Gives the device of a user who has signed in a new secret in place of the old one.
  ///
  /// - Returns: The secrets that the client keeps from now on, the user's first; those of others
  ///   who use the same browser stay.
  func know(
    _ client: Client, of user: User, as secret: SecretToken, in writer: any AccountWriter
  ) throws -> [SecretToken] {
    var others: [SecretToken] = []
    for old in client.devices.prefix(Self.maximumSecrets) {
      guard let found = try writer.knownDevice(old.hash) else { continue }
      if found.user == user.id {
        _ = try writer.removeKnownDevice(old.hash)
      } else {
        others.append(old)
      }
    }
    for old in try writer.knownDevices(of: user.id).dropFirst(Self.maximumDevices - 1) {
      _ = try writer.removeKnownDevice(old.hash)
    }
    try writer.put(KnownDevice(hash: secret.hash, user: user.id, created: clock()))
    return [secret] + others.prefix(Self.maximumSecrets - 1)
  }

  private func isFresh(_ device: KnownDevice) -> Bool {
    clock() - device.created < Self.lifetime
  }
}

extension AccountWriter {
  /// Forgets a user's devices, because what was kept on one may be in other hands; but not the one
  /// that the request comes from, where that is given.
  func forgetDevices(of user: String, except client: Client? = nil) throws {
    let kept = client?.devices.map(\.hash) ?? []
    for device in try knownDevices(of: user) where !kept.contains(device.hash) {
      _ = try removeKnownDevice(device.hash)
    }
  }
}
