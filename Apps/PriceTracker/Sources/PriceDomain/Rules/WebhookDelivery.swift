/// The outcome of a notification to a user's webhook.
public struct WebhookDelivery: Hashable, Sendable, Codable {
  /// The state of the delivery.
  public enum State: String, Sendable, Codable, CaseIterable {
    /// The first attempt has not ended yet.
    case pending
    /// The webhook has accepted it.
    case delivered
    /// An attempt failed, and another one follows.
    case retrying
    /// It is not sent again.
    case failed
  }

  /// The reason why the last attempt failed.
  public enum Problem: String, Sendable, Codable, CaseIterable {
    /// The response was not a success; `status` is its HTTP status.
    case status
    /// There was no response.
    case noResponse
    /// The URL is rejected, for example because its port is not that of https.
    case addressNotAllowed
    /// The URL's host is in a private network.
    case privateAddress
  }

  /// When the notification was created, in seconds since 1970.
  public let at: Int64
  /// The state of the delivery.
  public let state: State
  /// The reason why the last attempt failed; nil if none has, or if it is not known.
  public let problem: Problem?
  /// The HTTP status of the response to the last attempt, if that is the problem.
  public let status: Int?

  /// The outcome of a notification.
  public init(at: Int64, state: State, problem: Problem? = nil, status: Int? = nil) {
    (self.at, self.state) = (at, state)
    (self.problem, self.status) = (problem, status)
  }

  /// Whether the last attempt failed.
  public var isFailing: Bool { state == .retrying || state == .failed }

  /// The sentence for a user; `time` is ``at`` as text.
  public func text(in language: Language, time: String) -> String {
    switch (language, state) {
    case (.english, .pending): "The notification sent at \(time) is being delivered."
    case (.english, .delivered): "It works: the notification sent at \(time) has been delivered."
    case (.english, .retrying):
      "The notification sent at \(time) has not been delivered yet and will be retried."
        + reason(language)
    case (.english, .failed):
      "The notification sent at \(time) was not delivered.\(reason(language))"
    case (.german, .pending): "Die Mitteilung vom \(time) wird gerade gesendet."
    case (.german, .delivered): "Er funktioniert: Die Mitteilung vom \(time) ist angekommen."
    case (.german, .retrying):
      "Die Mitteilung vom \(time) ist noch nicht angekommen und wird noch einmal gesendet."
        + reason(language)
    case (.german, .failed): "Die Mitteilung vom \(time) ist nicht angekommen.\(reason(language))"
    }
  }

  /// The sentence for a webhook to which nothing has been sent.
  public static func unused(in language: Language) -> String {
    switch language {
    case .english: "Nothing has been sent to it yet."
    case .german: "Noch wurde nichts dorthin gesendet."
    }
  }

  /// A sentence with a space before it; empty without a problem.
  private func reason(_ language: Language) -> String {
    let status = status.map { " \($0)" } ?? ""
    switch (language, problem) {
    case (_, nil): return ""
    case (.english, .status?): return " The address answered with the HTTP status\(status)."
    case (.english, .noResponse?): return " The address did not respond."
    case (.english, .addressNotAllowed?):
      return " The address is not allowed, so nothing is sent to it."
    case (.english, .privateAddress?):
      return " The address is in a private network, to which nothing is sent."
    case (.german, .status?): return " Die Adresse hat mit dem HTTP-Status\(status) geantwortet."
    case (.german, .noResponse?): return " Die Adresse hat nicht geantwortet."
    case (.german, .addressNotAllowed?):
      return " Die Adresse ist nicht erlaubt; dorthin wird nichts gesendet."
    case (.german, .privateAddress?):
      return " Die Adresse liegt in einem privaten Netz; dorthin wird nichts gesendet."
    }
  }
}
