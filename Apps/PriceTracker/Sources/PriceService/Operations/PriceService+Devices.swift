internal import Accounts
public import PriceDomain
public import PriceStore
internal import Push

extension PriceService {
  /// Registers a device or browser; for a guest, without a user.
  ///
  /// Call it at every start of the app, because push services change the addresses of devices and
  /// let them expire. If `renewing` is the device's ID and a user has removed the device, here or
  /// elsewhere, this throws `device-removed`. A device whose registration ended for another reason,
  /// such as a changed password, is registered again.
  ///
  /// - Returns: The device; its ID is the credential for removing it.
  public func registerDevice(
    _ address: Device.Address, name: String, language: Language, renewing earlier: String? = nil,
    by caller: Caller
  ) async throws -> Device {
    try await checkRateLimit("device", caller, limit: caller.session == nil ? 10 : 60)
    try validate(address)
    var user: String?
    if let session = caller.session { user = try await profile(session).user }
    return try await store(for: caller).register(
      Device(
        id: SecureRandom.base62(43), user: user, address: address,
        name: try DisplayName.checked(name, limit: 60), language: language,
        registered: clock()), renewing: earlier)
  }

  /// Returns the user's devices.
  public func devices(by caller: Caller) async throws -> [Device] {
    try await store.devices(of: try caller.requireSession().user.id)
  }

  /// Removes a device, which then receives no more notifications.
  public func removeDevice(_ id: String, by caller: Caller) async throws {
    if let device = try await store.device(id), device.user != nil,
      device.user != caller.session?.user.id
    {
      throw StoreError(.notFound, "There is no such device. It may have been removed already.")
    }
    try await store(for: caller).removeDevice(id, at: clock())
  }

  /// Signs a user out; the device is detached and gets no more notifications for the user.
  public func signOut(device: String? = nil, by caller: Caller) async throws {
    let session = try caller.requireSession()
    if let device {
      try await store(for: session).detachDevice(device, from: session.user.id)
    }
    try await accounts.sessions.signOut(
      session.session.id, of: session.user.id, client: caller.client)
  }

  /// Sends a test notification to one of the user's devices, or to all.
  ///
  /// - Returns: The number of devices it is sent to.
  public func sendTest(device: String? = nil, by caller: Caller) async throws -> Int {
    let session = try caller.requireSession()
    try await checkRateLimit("test", caller, limit: 10)
    let profile = try await profile(session)
    return try await sendTest(device: device, to: profile, in: store(for: session))
  }

  /// Sends a test notification on behalf of the operator.
  public func sendTest(device: String? = nil, to profile: UserProfile) async throws -> Int {
    try await sendTest(device: device, to: profile, in: store)
  }

  private func sendTest(
    device: String?, to profile: UserProfile, in store: PriceStore
  ) async throws -> Int {
    let (title, body) = Self.testTexts(profile.language)
    return try await store.createTestNotice(
      title: title, body: body, device: device, of: profile.user, at: clock())
  }

  /// Returns the title and the text of test notifications.
  static func testTexts(_ language: Language) -> (title: String, body: String) {
    switch language {
    case .english:
      ("Notifications are working", "This is how you will hear of a price that has fallen.")
    case .german:
      ("Mitteilungen funktionieren", "So erfährst du von einem Preis, der gefallen ist.")
    }
  }

  /// Throws for an invalid device address, before it is stored.
  private func validate(_ address: Device.Address) throws(PriceError) {
    do throws(PushError) {
      switch address {
      case .apns(let token, let isSandbox):
        _ = try APNsDevice(token: token, environment: isSandbox ? .sandbox : .production)
      case .fcm(let id, let isInstallation):
        _ = try FCMDevice(id, kind: isInstallation ? .installation : .token)
      case .web(let endpoint, let p256dh, let auth):
        try WebPushSubscription(endpoint: endpoint, keys: .init(p256dh: p256dh, auth: auth))
          .validate(allowing: settings.pushHosts)
      }
    } catch {
      throw PriceError(.invalidInput, error.message)
    }
  }
}
