import PriceDomain
import Testing

struct PriceHistoryTests {
  let start = Timestamp(1_777_777_777)

  func euros(_ cents: Int64) -> Price { Price(cents, .euro) }

  @Test func `failed readings change neither the price nor the stock, and are counted`() {
    var history = PriceHistory()
    _ = history.record(.price(euros(2000)), at: start)
    let initialHistory = history

    for failure in CheckFailure.allCases {
      #expect(history.record(.failed(failure), at: start + 60) == .failed(failure))
    }

    #expect(history.current == initialHistory.current)
    #expect(history.lowest == initialHistory.lowest)
    #expect(history.stock == .inStock)
    #expect(history.lastSuccess == start)
    #expect(history.failures == CheckFailure.allCases.count)
  }

  @Test func `a price of zero is a failed reading`() {
    var history = PriceHistory()
    _ = history.record(.price(euros(2000)), at: start)
    #expect(history.record(.price(euros(0)), at: start + 60) == .failed(.brokenPage))
    #expect(history.current == euros(2000))
  }

  @Test func `an implausible price is accepted after a second similar reading ten minutes later`() {
    var history = PriceHistory()
    _ = history.record(.price(euros(24_900)), at: start)

    let recheckTime = start + 60 + PriceHistory.recheckSeconds
    #expect(
      history.record(.price(euros(1500)), at: start + 60)
        == .recheck(euros(1500), notBefore: recheckTime))
    #expect(history.nextCheck(after: start + 60) == recheckTime)
    #expect(
      history.record(.price(euros(1500)), at: start + 70)
        == .recheck(euros(1500), notBefore: recheckTime))
    #expect(history.current == euros(24_900))
    #expect(history.lastSuccess == start)
    #expect(
      history.record(.price(euros(1510)), at: recheckTime)
        == .changed(from: euros(24_900), to: euros(1510)))
    #expect(history.lastSuccess == recheckTime)
    #expect(history.lowest?.price == euros(1510))
  }

  @Test(
    arguments: [
      (1000, 500, false), (1000, 499, true), (999, 500, false), (999, 499, true),
      (1000, 3000, false), (1000, 3001, true), (1, 3, false), (1, 4, true),
    ] as [(Int64, Int64, Bool)])
  func `a price is implausible below half and above three times the one before`(
    _ before: Int64, _ price: Int64, _ isImplausible: Bool
  ) {
    var history = PriceHistory()
    _ = history.record(.price(euros(before)), at: start)
    _ = history.record(.price(euros(price)), at: start + 60)
    #expect((history.unconfirmedPrice != nil) == isImplausible)
  }

  @Test func `an implausible price that the second reading does not confirm is discarded`() {
    var history = PriceHistory()
    _ = history.record(.price(euros(24_900)), at: start)
    _ = history.record(.price(euros(1500)), at: start + 60)
    #expect(history.record(.price(euros(24_900)), at: start + 700) == .unchanged)
    #expect(history.unconfirmedPrice == nil)
    #expect(history.lowest?.price == euros(24_900))
  }

  @Test func `a failed second reading leaves an implausible price unconfirmed`() {
    var history = PriceHistory()
    _ = history.record(.price(euros(24_900)), at: start)
    _ = history.record(.price(euros(1500)), at: start + 60)
    _ = history.record(.failed(.blocked), at: start + 700)
    #expect(history.current == euros(24_900))
    #expect(
      history.record(.price(euros(1500)), at: start + 4000)
        == .changed(from: euros(24_900), to: euros(1500)))
  }

  @Test func `another currency is accepted at the second reading and begins a new history`() {
    var history = PriceHistory()
    _ = history.record(.price(euros(2000)), at: start)
    _ = history.record(.price(Price(2100, .dollar)), at: start + 60)
    #expect(history.current == euros(2000))
    _ = history.record(.price(Price(2100, .dollar)), at: start + 700)
    #expect(history.current == Price(2100, .dollar))
    #expect(history.previous == nil)
    #expect(history.lowest?.price == Price(2100, .dollar))
  }

  @Test func `an offer of a used item counts as unavailable when new ones are tracked`() {
    var history = PriceHistory()
    _ = history.record(.price(euros(2000)), at: start)
    #expect(history.record(.price(euros(800), .used), at: start + 60) == .wentOutOfStock)
    #expect(history.current == euros(2000))
    #expect(history.record(.price(euros(1900)), at: start + 120) == .backInStock(euros(1900)))
  }

  @Test func `failed readings are retried with growing delays, up to a day`() {
    var history = PriceHistory()
    var waits: [Int64] = []
    for _ in 0..<8 {
      _ = history.record(.failed(.unreachable), at: start)
      waits.append(history.nextCheck(after: start) - start)
    }
    #expect(waits == [1800, 3600, 7200, 14_400, 28_800, 57_600, 86_400, 86_400])
  }

  @Test func `a timestamp is converted to a calendar date`() {
    #expect(Timestamp(0).date() == (1970, 1, 1))
    #expect(Timestamp(951_782_400).date() == (2000, 2, 29))
    #expect(Timestamp(1_777_777_777).date(utcOffset: 7200) == (2026, 5, 3))
    #expect(Timestamp(-1).date() == (1969, 12, 31))
  }
}
