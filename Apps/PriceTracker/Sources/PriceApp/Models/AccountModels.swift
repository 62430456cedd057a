package import Foundation
import Observation
package import PriceClient
import PriceDomain

/// The model for signing in.
@MainActor @Observable
package final class SignInModel {
  package var email = ""
  package var password = ""
  package let operation = UserOperation()
  private let session: AppSession

  package init(_ session: AppSession) { self.session = session }

  package var canSignIn: Bool {
    email.contains("@") && !password.isEmpty && !operation.isRunning
  }

  /// - Returns: Whether the user is signed in.
  package func signIn() async -> Bool {
    guard canSignIn else { return false }
    let (email, password) = (email, password)
    return await perform { () throws(ClientError) in
      try await session.api.signIn(email: email, password: password)
    }
  }

  /// Signs in with a provider's ID token.
  package func signIn(
    with provider: String, idToken: String, nonce: String?, givenName: String?, surname: String?
  ) async -> Bool {
    await perform { () throws(ClientError) in
      try await session.api.signIn(
        with: provider, idToken: idToken, nonce: nonce, givenName: givenName, surname: surname)
    }
  }

  private func perform(_ request: () async throws(ClientError) -> Void) async -> Bool {
    let isDone: Bool? = await operation.run { () throws(ClientError) in
      try await request()
      return true
    }
    guard isDone == true else { return false }
    password = ""
    await session.sessionDidChange()
    return true
  }
}

/// The model for registering an account.
@MainActor @Observable
package final class RegisterModel {
  package var data = RegistrationData()
  package let operation = UserOperation()
  private let api: PriceAPI

  package init(_ api: PriceAPI) { self.api = api }

  package var canRegister: Bool {
    data.email.contains("@") && data.password.count >= 12
      && data.nickname.trimmedOrNil != nil && data.acceptsTerms && !operation.isRunning
  }

  /// - Returns: Whether the service accepted the data; it then sends an email.
  package func register() async -> Bool {
    guard canRegister else { return false }
    let data = data
    let isDone: Bool? = await operation.run { () throws(ClientError) in
      try await api.register(data)
      return true
    }
    if isDone == true { self.data.password = "" }
    return isDone == true
  }
}

/// The model for requesting a link to set a new password.
@MainActor @Observable
package final class ForgotPasswordModel {
  package var email = ""
  package let operation = UserOperation()
  private let api: PriceAPI

  package init(_ api: PriceAPI) { self.api = api }

  package var canSend: Bool { email.contains("@") && !operation.isRunning }

  package func send() async -> Bool {
    guard canSend else { return false }
    let email = email
    let isDone: Bool? = await operation.run { () throws(ClientError) in
      try await api.requestPasswordReset(email: email)
      return true
    }
    return isDone == true
  }
}

/// The model for changing the password.
@MainActor @Observable
package final class PasswordModel {
  package var currentPassword = ""
  package var newPassword = ""
  package let operation = UserOperation()
  private let session: AppSession

  package init(_ session: AppSession) { self.session = session }

  package var canSave: Bool {
    !currentPassword.isEmpty && newPassword.count >= 12 && !operation.isRunning
  }

  package func save() async -> Bool {
    guard canSave else { return false }
    let (current, new) = (currentPassword, newPassword)
    let isDone: Bool? = await operation.run { () throws(ClientError) in
      try await session.api.changePassword(
        current: current, new: new, device: session.settings.deviceID)
      return true
    }
    if isDone == true { (currentPassword, newPassword) = ("", "") }
    return isDone == true
  }
}

/// The model for editing the user's names and picture.
@MainActor @Observable
package final class ProfileModel {
  package var givenName = ""
  package var surname = ""
  package var nickname = ""
  package let profile = Loader<ProfileData>()
  package let operation = UserOperation()
  private let api: PriceAPI

  package init(_ api: PriceAPI) { self.api = api }

  package func load() async {
    await profile.load { () throws(ClientError) in try await api.profile() }
    guard let loaded = profile.value else { return }
    (givenName, surname, nickname) = (loaded.givenName, loaded.surname, loaded.nickname)
  }

  package var canSave: Bool {
    profile.value != nil && nickname.trimmedOrNil != nil && !operation.isRunning
  }

  /// Sets the picture, or removes it if there is no file; names that were entered stay.
  @discardableResult
  package func setPicture(_ file: Data?) async -> Bool {
    let newProfile = await operation.run { () throws(ClientError) in
      if let file { try await api.setPicture(file) } else { try await api.removePicture() }
      return try await api.profile()
    }
    if let newProfile { profile.show(newProfile.value) }
    return newProfile != nil
  }

  package func save() async -> Bool {
    guard canSave else { return false }
    var change = ProfileChangeData()
    (change.givenName, change.surname, change.nickname) = (givenName, surname, nickname)
    let newProfile = await operation.run { () throws(ClientError) in
      try await api.changeProfile(change)
    }
    if let newProfile { profile.show(newProfile) }
    return newProfile != nil
  }
}

/// The model for the settings of notifications: emails, quiet hours, time zone and daily limit.
@MainActor @Observable
package final class NotificationSettingsModel {
  package var sendsEmail = false
  package var hasQuietHours = false
  /// Hours of the day, 0 to 23.
  package var startHour = 22
  package var endHour = 7
  package var timeZone = "UTC"
  /// The maximum number of price notifications in 24 hours, 0 to 100.
  package var dailyLimit = 5
  package let profile = Loader<ProfileData>()
  package let operation = UserOperation()
  private let api: PriceAPI

  package init(_ api: PriceAPI) { self.api = api }

  package func load() async {
    await profile.load { () throws(ClientError) in try await api.profile() }
    guard let loaded = profile.value else { return }
    (timeZone, dailyLimit) = (loaded.timeZone, loaded.preferences.dailyLimit)
    sendsEmail = loaded.sendsEmail
    hasQuietHours = loaded.preferences.quietHours != nil
    if let quiet = loaded.preferences.quietHours {
      (startHour, endHour) = (quiet.begin / 60, quiet.end / 60)
    }
  }

  package var canSave: Bool {
    profile.value != nil && (!hasQuietHours || quietHours != nil) && (0...100).contains(dailyLimit)
      && !operation.isRunning
  }

  /// The chosen quiet hours; nil if they would begin and end at the same time.
  private var quietHours: QuietHours? {
    let savedHours = profile.value?.preferences.quietHours
    return QuietHours(
      from: startHour, until: endHour,
      keepingMinutesOf: savedHours.flatMap { QuietHours(begin: $0.begin, end: $0.end) })
  }

  package func save() async -> Bool {
    guard canSave else { return false }
    var preferences = PreferencesChangeData()
    preferences.dailyLimit = dailyLimit
    if hasQuietHours {
      preferences.quietHours = quietHours.map {
        ProfileData.QuietHours(begin: $0.begin, end: $0.end)
      }
    } else {
      preferences.removesQuietHours = true
    }
    var change = ProfileChangeData()
    change.timeZone = timeZone
    // A link in an email may have turned them off since the profile was loaded.
    if sendsEmail != profile.value?.sendsEmail { change.sendsEmail = sendsEmail }
    change.preferences = preferences
    let newProfile = await operation.run { () throws(ClientError) in
      try await api.changeProfile(change)
    }
    guard let newProfile else { return false }
    profile.show(newProfile)
    sendsEmail = newProfile.sendsEmail
    return true
  }
}

/// The model for deleting the account, which a user without a password confirms with a switch.
@MainActor @Observable
package final class DeleteAccountModel {
  package var password = ""
  package var isConfirmed = false
  package let profile = Loader<ProfileData>()
  package let operation = UserOperation()
  private let session: AppSession

  package init(_ session: AppSession) { self.session = session }

  package func load() async {
    await profile.load { () throws(ClientError) in try await session.api.profile() }
  }

  /// Whether the deletion is confirmed; false until the profile has been loaded.
  package var canDelete: Bool {
    guard let loaded = profile.value, !operation.isRunning else { return false }
    return loaded.hasPassword ? !password.isEmpty : isConfirmed
  }

  /// - Returns: Whether the account was deleted, and the user is signed out.
  package func delete() async -> Bool {
    guard canDelete, let loaded = profile.value else { return false }
    let password = loaded.hasPassword ? password : nil
    let isDone: Bool? = await operation.run { () throws(ClientError) in
      try await session.api.deleteAccount(password: password)
      return true
    }
    guard isDone == true else { return false }
    self.password = ""
    await session.removeUserData()
    return true
  }
}

/// The model for the user's devices and latest notifications.
@MainActor @Observable
package final class DevicesModel {
  package let devices = Loader<[DeviceData]>()
  package let notices = Loader<[NoticeData]>()
  package let operation = UserOperation()
  private let api: PriceAPI

  package init(_ api: PriceAPI) { self.api = api }

  package func load() async {
    await devices.load { () throws(ClientError) in try await api.devices().map(\.items) }
    await notices.load { () throws(ClientError) in try await api.notices().map(\.items) }
  }

  package func sendTest(to device: DeviceData) async {
    _ = await operation.run { () throws(ClientError) in
      try await api.sendTest(device: device.id)
    }
  }

  package func remove(_ device: DeviceData) async {
    let isDone: Bool? = await operation.run { () throws(ClientError) in
      try await api.removeDevice(device.id)
      return true
    }
    guard isDone == true else { return }
    devices.show((devices.value ?? []).filter { $0.id != device.id })
  }
}
