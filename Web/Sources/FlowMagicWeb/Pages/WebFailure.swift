/// The reason why the response to a request is not a screen; each has a page that explains it.
struct WebFailure: Error {
  enum Kind: CaseIterable {
    case notFound, crossOrigin, noCookie, damaged, expired, flowChanged, tooLarge, tooSlow, tooFast
    case working, internalError
  }

  /// The next action offered on the page.
  enum NextAction { case goOn, startAgain, none }

  let kind: Kind
  /// Details for the log.
  let cause: String

  init(_ kind: Kind, _ cause: String = "") {
    self.kind = kind
    self.cause = cause
  }

  var status: Int {
    switch kind {
    case .notFound: 404
    case .crossOrigin: 403
    case .noCookie, .damaged: 400
    case .expired: 410
    case .flowChanged: 409
    case .tooLarge: 413
    case .tooSlow: 408
    case .tooFast: 429
    case .working: 202
    case .internalError: 500
    }
  }

  /// The heading and the text of the page.
  var texts: (title: WebText, text: WebText) {
    switch kind {
    case .notFound: (.notFoundTitle, .notFoundText)
    case .crossOrigin: (.crossOriginTitle, .crossOriginText)
    case .noCookie: (.noCookieTitle, .noCookieText)
    case .damaged: (.damagedTitle, .damagedText)
    case .expired: (.expiredTitle, .expiredText)
    case .flowChanged: (.changedTitle, .changedText)
    case .tooLarge: (.tooLargeTitle, .tooLargeText)
    case .tooSlow: (.tooSlowTitle, .tooSlowText)
    case .tooFast: (.tooFastTitle, .tooFastText)
    case .working: (.workingTitle, .workingText)
    case .internalError: (.brokenTitle, .brokenText)
    }
  }

  var nextAction: NextAction {
    switch kind {
    case .notFound: .none
    case .crossOrigin, .tooLarge, .tooSlow, .tooFast, .working, .internalError: .goOn
    case .noCookie, .damaged, .expired, .flowChanged: .startAgain
    }
  }
}
