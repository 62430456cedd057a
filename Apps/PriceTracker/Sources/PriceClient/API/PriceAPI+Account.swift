package import Foundation
package import PriceDomain

extension PriceAPI {
  // MARK: Accounts

  package func register(_ data: RegistrationData) async throws(ClientError) {
    try await perform(.post, "/accounts", data)
  }

  package func signIn(email: String, password: String) async throws(ClientError) {
    var body = ["email": email, "password": password]
    body["deviceSecret"] = await session.deviceSecret
    try await store(try await send(.post, "/sessions", body))
  }

  /// Signs in with the ID token of `apple`, `google` or `facebook`.
  ///
  /// The nonce is the one that the token was requested with. Apple sends the user's names only the
  /// first time.
  package func signIn(
    with provider: String, idToken: String, nonce: String?, givenName: String? = nil,
    surname: String? = nil
  ) async throws(ClientError) {
    struct Body: Encodable, Sendable {
      let idToken: String
      let nonce: String?
      let name: String?
      let surname: String?
    }
    try await store(
      try await send(
        .post, "/sessions/with/\(Self.escaped(provider))",
        Body(idToken: idToken, nonce: nonce, name: givenName, surname: surname)))
  }

  /// Ends the session here and at the service, and clears the offline cache.
  ///
  /// Without a connection the session ends only here; at the service, it ends when it expires.
  package func signOut(device: String?) async {
    try? await perform(.post, "/sessions/end", device.map { ["device": $0] } ?? [:])
    await session.signOut()
    await cache.removeAll()
  }

  package func requestPasswordReset(email: String) async throws(ClientError) {
    try await perform(.post, "/accounts/password-reset", ["email": email])
  }

  /// Changes the password; of the user's devices, only the given one still gets notifications.
  package func changePassword(
    current: String, new: String, device: String? = nil
  ) async throws(ClientError) {
    var body = ["currentPassword": current, "newPassword": new]
    body["device"] = device
    body["deviceSecret"] = await session.deviceSecret
    do throws(ClientError) {
      try await renewSession(.put, "/me/password", body)
    } catch {
      throw error.forPasswordConfirmation
    }
  }

  /// Deletes the account and all its data, and clears what this device has stored of it.
  ///
  /// - Parameter password: The password; nil for an account without one.
  /// - Throws: ``ClientError``: `.wrongPassword`, or `not-recent` for an account without a password
  ///   whose user has to log in again.
  package func deleteAccount(password: String?) async throws(ClientError) {
    do throws(ClientError) {
      try await perform(.post, "/me/deletion", password.map { ["password": $0] } ?? [:])
    } catch {
      throw error.forPasswordConfirmation
    }
    await session.signOut()
    await session.forgetDevice()
    await cache.removeAll()
  }

  private func store(_ tokens: TokensData) async throws(ClientError) {
    await cache.removeAll()
    // If the tokens could not be stored, the session would silently end with this process.
    do { try await session.signIn(tokens) } catch { throw .invalidResponse(status: 0) }
  }

  // MARK: Profile

  package func profile() async throws(ClientError) -> CachedValue<ProfileData> {
    try await read("/me")
  }

  package func changeProfile(
    _ change: ProfileChangeData
  ) async throws(ClientError) -> ProfileData {
    try await send(.patch, "/me", change)
  }

  /// Sets the picture beside the user's comments.
  ///
  /// - Parameter file: A JPEG, PNG or WebP file, at most 6 MB.
  /// - Throws: ``ClientError``.
  package func setPicture(_ file: Data) async throws(ClientError) {
    let _: [String: String] = try await send(.put, "/me/picture", ["picture": file])
  }

  /// Removes the picture beside the user's comments.
  package func removePicture() async throws(ClientError) {
    try await perform(.delete, "/me/picture")
  }

  package func notices() async throws(ClientError) -> CachedValue<PageData<NoticeData>> {
    try await read("/me/notices", query: [("limit", "20")])
  }

  // MARK: Devices

  /// Registers this device's APNs token for notifications; for a guest, without a user.
  package func registerDevice(
    token: [UInt8], isSandbox: Bool, name: String, language: Language
  ) async throws(ClientError) -> DeviceData {
    struct Body: Encodable, Sendable {
      let apns: String
      let isSandbox: Bool
      let name: String
      let language: Language
    }
    return try await send(
      .post, "/devices",
      Body(
        apns: DeviceToken.hexadecimal(token), isSandbox: isSandbox, name: name,
        language: language))
  }

  package func devices() async throws(ClientError) -> CachedValue<PageData<DeviceData>> {
    try await read("/me/devices")
  }

  package func removeDevice(_ id: String) async throws(ClientError) {
    try await perform(.delete, "/devices/\(Self.escaped(id))")
  }

  /// Sends a test notification to one of the user's devices, or to all.
  package func sendTest(device: String?) async throws(ClientError) -> Int {
    struct Response: Decodable, Sendable { let devices: Int }
    let response: Response = try await send(
      .post, "/me/test-notification", device.map { ["device": $0] } ?? [:])
    return response.devices
  }

  // MARK: Webhook

  package func webhook() async throws(ClientError) -> CachedValue<WebhookData> {
    try await read("/me/webhook")
  }

  /// Sends a test notification to the webhook.
  package func sendWebhookTest() async throws(ClientError) {
    try await perform(.post, "/me/webhook/test-notification")
  }
}

/// APNs device tokens as text.
package enum DeviceToken {
  /// Returns the bytes in hexadecimal, as the service stores them.
  package static func hexadecimal(_ token: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    var text = ""
    for byte in token {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }
}
