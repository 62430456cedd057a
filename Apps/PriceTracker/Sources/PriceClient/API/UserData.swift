package import PriceDomain

/// A rule in the JSON of the API.
package struct RuleData: Codable, Sendable, Hashable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case never, always, everyChange, percentage, value
  }

  package var kind: Kind
  package var percent: Int?
  package var minorUnits: Int64?
  package var currency: String?
  package var notifiesAtLowest: Bool?
  package var notifiesBackInStock: Bool?

  package init(_ kind: Kind) { self.kind = kind }
}

/// A comment, whose text is plain text.
///
/// Times are in seconds since 1970.
package struct CommentData: Codable, Sendable, Identifiable, Hashable {
  package var id: Int64
  package var author: String
  /// The path of the author's picture on the service.
  package var picture: String?
  package var text: String
  package var written: Int64
  package var edited: Int64?
  package var isOwn: Bool
}

/// The user's names and preferences.
package struct ProfileData: Codable, Sendable, Hashable {
  package struct QuietHours: Codable, Sendable, Hashable {
    /// The minutes of the day when they begin and end.
    package var begin: Int
    package var end: Int

    package init(begin: Int, end: Int) { (self.begin, self.end) = (begin, end) }
  }

  package struct Preferences: Codable, Sendable, Hashable {
    package var minimumStepPermille: Int64
    package var settleSeconds: Int64
    package var dailyLimit: Int
    package var quietHours: QuietHours?
  }

  package var email: String
  package var givenName: String
  package var surname: String
  package var nickname: String
  package var language: String
  package var timeZone: String
  package var rule: RuleData
  package var preferences: Preferences
  package var sendsEmail: Bool
  /// The path of the user's picture on the service.
  package var picture: String?
  /// Whether the user can log in with a password, and confirms changes of the account with it.
  package var hasPassword: Bool
}

/// A change of the profile; nil values stay unchanged.
package struct ProfileChangeData: Codable, Sendable, Hashable {
  package var givenName: String?
  package var surname: String?
  package var nickname: String?
  package var language: Language?
  package var timeZone: String?
  package var rule: RuleData?
  package var preferences: PreferencesChangeData?
  package var sendsEmail: Bool?
  /// The URL of the webhook; an empty text removes the webhook.
  package var webhook: String?

  package init() {}
}

/// The user's webhook; all members are nil if there is none.
package struct WebhookData: Codable, Sendable, Hashable {
  package var url: String?
  /// The key with which its requests are signed.
  package var secret: String?
  /// The outcome of the last notification to it.
  package var lastDelivery: WebhookDelivery?

  package init() {}

  /// Returns a sentence about the last delivery, or that there was none.
  package func state(in texts: ProductTexts) -> String {
    guard let lastDelivery else { return WebhookDelivery.unused(in: texts.language) }
    return lastDelivery.text(
      in: texts.language, time: texts.time(Timestamp(lastDelivery.at)))
  }
}

/// A change of the notification preferences; nil values stay unchanged.
package struct PreferencesChangeData: Codable, Sendable, Hashable {
  package var dailyLimit: Int?
  package var quietHours: ProfileData.QuietHours?
  /// Whether to remove the quiet hours.
  package var removesQuietHours: Bool?

  package init() {}
}

/// A registered device; `registered` is in seconds since 1970.
package struct DeviceData: Codable, Sendable, Identifiable, Hashable {
  package var id: String
  package var kind: String
  package var name: String
  package var language: String
  package var registered: Int64
}

/// A notification to the user, even if it could not be sent; `at` is in seconds since 1970.
package struct NoticeData: Codable, Sendable, Identifiable, Hashable {
  package var id: String
  package var kind: String
  package var product: Int64?
  package var title: String
  package var text: String
  package var at: Int64
}

/// The data of a registration.
package struct RegistrationData: Codable, Sendable, Hashable {
  package var email = ""
  package var password = ""
  package var givenName = ""
  package var surname = ""
  package var nickname = ""
  package var acceptsTerms = false

  package init() {}
}

/// The tokens of a session.
package struct TokensData: Codable, Sendable, Hashable {
  package var accessToken: String
  /// The lifetime of the access token in seconds.
  package var expiresIn: Int
  /// The refresh token, which can be used once.
  package var refreshToken: String
  /// The secret by which the service recognizes this device at the next sign-in; nil after a
  /// refresh.
  package var deviceSecret: String?

  package init(
    accessToken: String, expiresIn: Int, refreshToken: String, deviceSecret: String? = nil
  ) {
    self.accessToken = accessToken
    self.expiresIn = expiresIn
    self.refreshToken = refreshToken
    self.deviceSecret = deviceSecret
  }
}
