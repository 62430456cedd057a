internal import Accounts
internal import Foundation
internal import PriceDomain
internal import PriceStore

/// A price in JSON.
struct PriceJSON: Codable, Sendable {
  let minorUnits: Int64
  let currency: String
  /// The amount as a decimal, such as `24.99`, with the currency's number of fraction digits.
  let decimal: String

  init?(_ price: Price?) {
    guard let price else { return nil }
    (minorUnits, currency) = (price.minorUnits, price.currency.code)
    decimal = price.decimalText
  }
}

/// A product in JSON; times are seconds since 1970 in UTC.
struct ProductJSON: Encodable, Sendable {
  struct TrackingJSON: Encodable, Sendable {
    let since: Int64
    let rule: RuleJSON
    let hasOwnRule: Bool
    let notifiesOfComments: Bool
    let explanation: [String]
  }

  let id: Int64
  let store: String
  let url: String
  let name: String
  let category: [String]
  let description: String
  let variant: [String]
  let images: [String]
  let price: PriceJSON?
  let previous: PriceJSON?
  let lowest: PriceJSON?
  let highest: PriceJSON?
  let stock: String
  let trackers: Int
  let added: Int64
  let lastSuccess: Int64?
  /// The reason why no price could be read at the last check; nil if it succeeded.
  let lastFailure: String?
  let tracking: TrackingJSON?

  init(_ view: ProductView) {
    let (product, facts, history) = (view.product, view.product.facts, view.product.history)
    id = product.id
    (store, url, name) = (facts.store, facts.url, facts.name)
    (category, description, variant) = (facts.categoryPath, facts.description, facts.variant)
    images = facts.images
    price = PriceJSON(history.current)
    previous = PriceJSON(history.previous)
    lowest = PriceJSON(history.lowest?.price)
    highest = PriceJSON(history.highest?.price)
    stock = history.stock.rawValue
    trackers = product.trackers
    added = product.added.seconds
    lastSuccess = history.lastSuccess?.seconds
    lastFailure = history.lastFailure?.rawValue
    tracking = view.tracking.map {
      TrackingJSON(
        since: $0.since.seconds, rule: RuleJSON($0.ruleState.rule), hasOwnRule: $0.hasOwnRule,
        notifiesOfComments: $0.notifiesOfComments, explanation: view.explanation)
    }
  }
}

struct AddedJSON: Encodable, Sendable {
  let isNew: Bool
  let product: ProductJSON
}

struct SummaryJSON: Encodable, Sendable {
  let id: Int64
  let name: String
  let category: String
  let image: String?
  let price: PriceJSON?
  let previous: PriceJSON?
  let lowest: PriceJSON?
  let highest: PriceJSON?
  let stock: String
  let trackers: Int

  init(_ summary: ProductSummary) {
    (id, name, category, image) = (summary.id, summary.name, summary.category, summary.image)
    price = PriceJSON(summary.price)
    previous = PriceJSON(summary.previous)
    lowest = PriceJSON(summary.lowest)
    highest = PriceJSON(summary.highest)
    (stock, trackers) = (summary.stock.rawValue, summary.trackers)
  }
}

struct PageJSON<Item: Encodable & Sendable>: Encodable, Sendable {
  let items: [Item]
  let next: String?

  init<Value>(_ page: Page<Value>, _ item: (Value) -> Item) {
    items = page.values.map(item)
    next = page.next
  }
}

struct PeriodJSON: Encodable, Sendable {
  let firstSeen: Int64
  let lastSeen: Int64
  let price: PriceJSON?

  init(_ period: PricePeriod) {
    (firstSeen, lastSeen) = (period.firstSeen.seconds, period.lastSeen.seconds)
    price = PriceJSON(period.price)
  }
}

/// A rule in JSON: `{"kind": "percentage", "percent": 20}`.
struct RuleJSON: Codable, Sendable {
  enum Kind: String, Codable, Sendable {
    case never, always, everyChange, percentage, value
  }

  var kind: Kind
  var percent: Int?
  var minorUnits: Int64?
  var currency: String?
  var notifiesAtLowest: Bool?
  var notifiesBackInStock: Bool?

  init(_ rule: PriceRule) {
    switch rule.trigger {
    case .never: kind = .never
    case .always: kind = .always
    case .everyChange: kind = .everyChange
    case .percentage(let percent):
      kind = .percentage
      self.percent = percent
    case .value(let target):
      kind = .value
      minorUnits = target.minorUnits
      currency = target.currency.code
    }
    notifiesAtLowest = rule.notifiesAtLowest
    notifiesBackInStock = rule.notifiesBackInStock
  }

  /// Returns the rule, or throws an error that describes what is wrong with it.
  func rule() throws(PriceError) -> PriceRule {
    let trigger: PriceRule.Trigger
    switch kind {
    case .never: trigger = .never
    case .always: trigger = .always
    case .everyChange: trigger = .everyChange
    case .percentage: trigger = .percentage(percent ?? 0)
    case .value:
      guard let currency = currency.flatMap(Currency.init) else {
        throw PriceError(.invalidInput, "A target price must have a \"currency\", such as EUR.")
      }
      trigger = .value(Price(minorUnits ?? 0, currency))
    }
    do throws(PriceRule.ValidationError) {
      return try PriceRule(
        trigger, notifiesAtLowest: notifiesAtLowest ?? false,
        notifiesBackInStock: notifiesBackInStock ?? false)
    } catch {
      throw PriceError(
        .invalidInput,
        error == .percentageOutOfRange
          ? "A percentage must be from 1 to 99." : "A target price must be more than zero.")
    }
  }
}

struct CommentJSON: Encodable, Sendable {
  let id: Int64
  let author: String
  let picture: String?
  let text: String
  let written: Int64
  let edited: Int64?
  let isOwn: Bool

  init(_ comment: Comment, _ caller: Caller) {
    (id, author, text) = (comment.id, comment.author, comment.text)
    picture = comment.picture.map(PriceService.path(ofPicture:))
    (written, edited) = (comment.written.seconds, comment.edited?.seconds)
    isOwn = comment.user == caller.session?.user.id
  }
}

struct DeviceJSON: Encodable, Sendable {
  let id: String
  let kind: String
  let name: String
  let language: String
  let registered: Int64

  init(_ device: Device) {
    (id, name) = (device.id, device.name)
    language = device.language.rawValue
    registered = device.registered.seconds
    kind =
      switch device.address {
      case .apns: "apns"
      case .fcm: "fcm"
      case .web: "web"
      }
  }
}

struct NoticeJSON: Encodable, Sendable {
  let id: String
  let kind: String
  let product: Int64?
  let title: String
  let text: String
  let at: Int64

  init(_ notice: StoredNotice) {
    (id, kind, product) = (notice.id, notice.kind.rawValue, notice.product)
    (title, text, at) = (notice.title, notice.body, notice.at.seconds)
  }
}

struct ProfileJSON: Encodable, Sendable {
  let email: String
  let givenName: String
  let surname: String
  let nickname: String
  let language: String
  let timeZone: String
  let rule: RuleJSON
  let preferences: NotificationPreferences
  let sendsEmail: Bool
  let webhook: String?
  let webhookSecret: String?
  let picture: String?
  let hasPassword: Bool

  /// - `hasPassword`: Whether the user has a password, not only an identity provider.
  /// - `showsSecret`: Whether the webhook's secret is shown, because the request has set it.
  init(
    _ user: User, _ profile: UserProfile, picture: String?, hasPassword: Bool,
    showsSecret: Bool = false
  ) {
    email = user.email
    (givenName, surname, nickname) = (profile.givenName, profile.surname, profile.nickname)
    (language, timeZone) = (profile.language.rawValue, profile.timeZone)
    rule = RuleJSON(profile.rule)
    (preferences, sendsEmail) = (profile.preferences, profile.sendsEmail)
    webhook = profile.webhook
    webhookSecret = showsSecret ? profile.webhookSecret : nil
    self.picture = picture.map(PriceService.path(ofPicture:))
    self.hasPassword = hasPassword
  }
}

/// A webhook in JSON; an empty object if there is none.
struct WebhookJSON: Encodable, Sendable {
  let url: String?
  let secret: String?
  let since: Int64?
  let lastDelivery: WebhookDelivery?

  init(_ webhook: Webhook?) {
    (url, secret) = (webhook?.url, webhook?.secret)
    (since, lastDelivery) = (webhook?.since.seconds, webhook?.lastDelivery)
  }
}

struct TokensJSON: Encodable, Sendable {
  let accessToken: String
  let expiresIn: Int
  let refreshToken: String
  let deviceSecret: String?

  init(_ tokens: AppTokens, device: SecretToken? = nil) {
    (accessToken, expiresIn) = (tokens.accessToken, tokens.accessTokenLifetime)
    (refreshToken, deviceSecret) = (tokens.refreshToken, device?.string)
  }
}

struct ExportJSON: Encodable, Sendable {
  struct TrackedJSON: Encodable, Sendable {
    let name: String
    let url: String
    let since: Int64
    let rule: RuleJSON
  }

  struct SentPageJSON: Encodable, Sendable {
    let url: String
    let name: String
    let category: [String]
    let description: String
    let variant: [String]
    let images: [String]
    let periods: [PeriodJSON]
  }

  let profile: ProfileJSON?
  /// The picture as WebP, in base64.
  let picture: Data?
  let registered: Int
  let tracked: [TrackedJSON]
  let sentPages: [SentPageJSON]
  let comments: [CommentJSON]
  let devices: [DeviceJSON]
  let notices: [NoticeJSON]

  init(_ user: User, _ data: UserExport, hasPassword: Bool, _ caller: Caller) {
    profile = data.profile.map {
      ProfileJSON(user, $0, picture: data.picture?.id, hasPassword: hasPassword)
    }
    picture = data.picture.map { Data($0.large) }
    registered = user.created
    tracked = data.tracked.map {
      TrackedJSON(
        name: $0.name, url: $0.url, since: $0.tracking.since.seconds,
        rule: RuleJSON($0.tracking.ruleState.rule))
    }
    sentPages = data.sentPages.map {
      SentPageJSON(
        url: $0.facts.url, name: $0.facts.name, category: $0.facts.categoryPath,
        description: $0.facts.description, variant: $0.facts.variant, images: $0.facts.images,
        periods: $0.periods.map(PeriodJSON.init))
    }
    comments = data.comments.map { CommentJSON($0, caller) }
    devices = data.devices.map(DeviceJSON.init)
    notices = data.notices.map(NoticeJSON.init)
  }
}
