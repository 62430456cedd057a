/// Recognizes the devices on which users have signed in before, so that strangers who guess
/// passwords do not delay sign-in there (OWASP: "device cookies").
///
/// Attempts on a known device are counted separately; after `maximumFailures` of them its secret is
/// revoked, and it is no longer known.
struct KnownDevices: Sendable {
  let clock: @Sendable () -> Int

  /// The number of wrong passwords after which a device is no longer known.
  static let maximumFailures = 10
  /// The time without a sign-in after which a device is forgotten, in seconds.
  static let lifetime = 365 * 86_400
  /// The maximum number of a user's known devices; the one unused for longest is forgotten.
  static let maximumDevices = 50
  /// The maximum number of users whose secrets one browser keeps.
  static let maximumSecrets = 4

  /// The known device of this user that a request comes from, if any.
  func device(
    of user: User, at client: Client, in reader: any AccountReader
  ) throws -> KnownDevice? {
    for secret in client.deviceSecrets.prefix(Self.maximumSecrets) {
      if let device = try reader.knownDevice(secret.hash), device.user == user.id,
        device.failures < Self.maximumFailures, isFresh(device)
      {
        return device
      }
    }
    return nil
  }

  /// Counts an attempt of a device before the password is checked.
  func countAttempt(of device: KnownDevice, in writer: any AccountWriter) throws {
    var device = device
    device.failures += 1
    try writer.put(device)
  }

  /// Subtracts one counted attempt that was never made.
  func rollBack(_ hash: [UInt8], in writer: any AccountWriter) throws {
    guard var device = try writer.knownDevice(hash), device.failures > 0 else { return }
    device.failures -= 1
    try writer.put(device)
  }

  /// Resets the count after the user has authenticated.
  func reset(_ hash: [UInt8], in writer: any AccountWriter) throws {
    guard var device = try writer.knownDevice(hash) else { return }
    device.failures = 0
    try writer.put(device)
  }

  /// Forgets a device that has sent too many wrong passwords.
  func forgetIfExhausted(_ hash: [UInt8], in writer: any AccountWriter) throws {
    guard let device = try writer.knownDevice(hash), device.failures >= Self.maximumFailures else {
      return
    }
    _ = try writer.removeKnownDevice(hash)
  }

  /// Replaces the secret of the device on which a user has signed in.
  ///
  /// - Returns: The secrets that the client keeps from now on, the user's first; those of other
  ///   users of the same browser are kept.
  func remember(
    _ client: Client, of user: User, as secret: SecretToken, in writer: any AccountWriter
  ) throws -> [SecretToken] {
    var others: [SecretToken] = []
    for old in client.deviceSecrets.prefix(Self.maximumSecrets) {
      guard let device = try writer.knownDevice(old.hash) else { continue }
      if device.user == user.id {
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
    let now = clock()
    return !RecordedTime.isAhead(device.created, of: now) && now - device.created < Self.lifetime
  }
}

extension AccountWriter {
  /// Forgets a user's devices, because a secret on one of them may be compromised, except the one
  /// that the request comes from, if given.
  func forgetDevices(of user: String, except client: Client? = nil) throws {
    let exceptions = client?.deviceSecrets.map(\.hash) ?? []
    for device in try knownDevices(of: user) where !exceptions.contains(device.hash) {
      _ = try removeKnownDevice(device.hash)
    }
  }
}
