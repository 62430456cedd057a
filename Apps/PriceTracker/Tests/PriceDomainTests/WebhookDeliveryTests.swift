import PriceDomain
import Testing

@Suite struct WebhookDeliveryTests {
  private func text(
    _ state: WebhookDelivery.State, _ problem: WebhookDelivery.Problem? = nil, status: Int? = nil,
    in language: Language = .english
  ) -> String {
    WebhookDelivery(at: 1, state: state, problem: problem, status: status)
      .text(in: language, time: "NOON")
  }

  @Test func `the text states whether the last notification was delivered, and if not, why`() {
    #expect(text(.delivered) == "It works: the notification sent at NOON has been delivered.")
    #expect(
      text(.failed, .status, status: 404)
        == "The notification sent at NOON was not delivered."
        + " The address answered with the HTTP status 404.")
    #expect(
      text(.retrying, .noResponse)
        == "The notification sent at NOON has not been delivered yet and will be retried."
        + " The address did not respond.")
    #expect(
      text(.failed, .addressNotAllowed)
        == "The notification sent at NOON was not delivered."
        + " The address is not allowed, so nothing is sent to it.")
    #expect(
      text(.failed, .privateAddress, in: .german)
        == "Die Mitteilung vom NOON ist nicht angekommen."
        + " Die Adresse liegt in einem privaten Netz; dorthin wird nichts gesendet.")
    // A failure without a known reason.
    #expect(text(.failed) == "The notification sent at NOON was not delivered.")
  }

  @Test func `retrying and failed deliveries count as failing`() {
    let failing = WebhookDelivery.State.allCases.filter {
      WebhookDelivery(at: 1, state: $0).isFailing
    }
    #expect(failing == [.retrying, .failed])
  }
}
