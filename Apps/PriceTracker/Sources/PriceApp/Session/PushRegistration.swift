package import PriceClient
package import PriceDomain

/// Registers this device with the service for push notifications.
package struct PushRegistration: Sendable {
  private let api: PriceAPI
  private let settings: AppSettings
  private let isSandbox: Bool

  /// Creates a registration; `isSandbox` for a build with the development APNs entitlement.
  package init(_ api: PriceAPI, settings: AppSettings, isSandbox: Bool) {
    (self.api, self.settings, self.isSandbox) = (api, settings, isSandbox)
  }

  /// Sends the token that the system has assigned to this device.
  ///
  /// The system reports it at every launch; it is sent when the token, the user or the language has
  /// changed, and after a login. A device without a user is registered, too, and becomes the user's
  /// at the next login.
  ///
  /// `user` identifies the user; nil for a guest. Returns whether something was sent.
  @discardableResult
  package func register(
    token: [UInt8], name: String, language: Language, user: String?
  ) async throws(ClientError) -> Bool {
    let tokenText = DeviceToken.hexadecimal(token)
    let registration = [
      tokenText, language.rawValue, user ?? "", isSandbox ? "sandbox" : "production",
    ]
    .joined(separator: "|")
    guard settings.registration != registration || settings.deviceID == nil else { return false }
    let device = try await api.registerDevice(
      token: token, isSandbox: isSandbox, name: name, language: language)
    settings.deviceID = device.id
    settings.registration = registration
    return true
  }

  /// Removes the device, so that it no longer gets notifications.
  package func remove() async throws(ClientError) {
    guard let id = settings.deviceID else { return }
    try await api.removeDevice(id)
    forget()
  }

  /// Forces the next registration to be sent even if nothing has changed.
  ///
  /// The service may have removed the device since an earlier session, for example because the
  /// password was changed elsewhere.
  package func invalidate() { settings.registration = nil }

  /// Deletes the local registration, which is no longer valid.
  ///
  /// The service has removed the device, or unlinked it from its user when the session ended.
  package func forget() {
    settings.deviceID = nil
    settings.registration = nil
  }
}
