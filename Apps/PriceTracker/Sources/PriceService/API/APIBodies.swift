internal import PriceDomain
internal import PriceStore

struct AddBody: Decodable {
  var url: String
  /// The page's HTML, if the app already displays the page to its user.
  var html: String?
}

struct TrackingBody: Decodable {
  /// A rule for this product only.
  var rule: RuleJSON?
  /// Whether to return to the user's default rule.
  var usesDefaultRule: Bool?
  var notifiesOfComments: Bool?
}

struct ExplainBody: Decodable {
  var rule: RuleJSON
  var product: Int64?
}

struct CommentBody: Decodable {
  var text: String
}

struct DeviceBody: Decodable {
  struct Subscription: Decodable {
    struct Keys: Decodable {
      var p256dh: String
      var auth: String
    }
    var endpoint: String
    var keys: Keys
  }

  /// The ID of the earlier registration that this one renews.
  var id: String?
  var name: String?
  var language: Language?
  /// The APNs device token in hexadecimal.
  var apns: String?
  var isSandbox: Bool?
  /// The Firebase registration token.
  var fcm: String?
  /// The Firebase installation ID.
  var installation: String?
  /// A browser's `PushSubscription`.
  var web: Subscription?

  func address() throws(PriceError) -> Device.Address {
    if let apns { return .apns(token: apns, isSandbox: isSandbox ?? false) }
    if let fcm { return .fcm(id: fcm, isInstallation: false) }
    if let installation { return .fcm(id: installation, isInstallation: true) }
    if let web {
      return .web(endpoint: web.endpoint, p256dh: web.keys.p256dh, auth: web.keys.auth)
    }
    throw PriceError(
      .invalidInput, "Send one of \"apns\", \"fcm\", \"installation\" and \"web\".")
  }
}

struct TestBody: Decodable {
  var device: String?
}

struct RegisterBody: Decodable {
  var email: String
  var password: String
  var givenName: String?
  var surname: String?
  var nickname: String
  var acceptsTerms: Bool
}

struct CredentialsBody: Decodable {
  var email: String
  var password: String
  /// The secret by which the device of an earlier sign-in is recognized.
  var deviceSecret: String?
}

struct LinkBody: Decodable {
  var link: String
  var password: String
}

struct EmailBody: Decodable {
  var email: String
}

struct RefreshBody: Decodable {
  var refreshToken: String
}

struct ExternalSignInBody: Decodable {
  var idToken: String
  var nonce: String?
  var name: String?
  var surname: String?
}

struct SignOutBody: Decodable {
  var device: String?
}

struct PasswordBody: Decodable {
  var currentPassword: String
  var newPassword: String
  /// The ID of the only device that keeps receiving notifications; none does without it.
  var device: String?
  /// The secret by which the device of an earlier sign-in is recognized.
  var deviceSecret: String?
}

struct DeletionBody: Decodable {
  var password: String?
}

struct PreferencesBody: Decodable {
  struct QuietHoursBody: Decodable {
    var begin: Int
    var end: Int
  }

  var minimumStepPermille: Int64?
  var settleSeconds: Int64?
  var dailyLimit: Int?
  var quietHours: QuietHoursBody?
  /// Whether to remove the quiet hours.
  var removesQuietHours: Bool?

  func applied(to current: NotificationPreferences) throws(PriceError) -> NotificationPreferences {
    var preferences = current
    if let minimumStepPermille { preferences.minimumStepPermille = minimumStepPermille }
    if let settleSeconds { preferences.settleSeconds = settleSeconds }
    if let dailyLimit { preferences.dailyLimit = dailyLimit }
    if removesQuietHours == true { preferences.quietHours = nil }
    if let quietHours {
      guard let hours = QuietHours(begin: quietHours.begin, end: quietHours.end) else {
        throw PriceError(
          .invalidInput,
          "Quiet hours must begin and end at different minutes of the day, from 0 to 1439.")
      }
      preferences.quietHours = hours
    }
    return preferences
  }
}

struct ProfileBody: Decodable {
  var givenName: String?
  var surname: String?
  var nickname: String?
  var language: Language?
  var timeZone: String?
  var rule: RuleJSON?
  var preferences: PreferencesBody?
  var sendsEmail: Bool?
  var webhook: String?
}
