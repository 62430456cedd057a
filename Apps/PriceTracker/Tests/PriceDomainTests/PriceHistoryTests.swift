import PriceDomain
import Testing

struct PriceTrackTests {
  let start = Timestamp(1_777_777_777)

  func euros(_ cents: Int64) -> Price { Price(cents, .euro) }

  @Test func `failed readings change only their count`() {
    var track = PriceTrack()
    _ = track.record(.price(euros(2000)), at: start)
    let before = track

    for failure in CheckFailure.allCases {
      #expect(track.record(.failed(failure), at: start + 60) == .failed(failure))
    }

    #expect(track.current == before.current)
    #expect(track.lowest == before.lowest)
    #expect(track.stock == .inStock)
    #expect(track.lastSuccess == start)
    #expect(track.failures == CheckFailure.allCases.count)
  }

  @Test func `a price of zero is a failed reading`() {
    var track = PriceTrack()
    _ = track.record(.price(euros(2000)), at: start)
    #expect(track.record(.price(euros(0)), at: start + 60) == .failed(.brokenPage))
    #expect(track.current == euros(2000))
  }

  @Test func `an implausible price is accepted after a second equal reading ten minutes later`() {
    var track = PriceTrack()
    _ = track.record(.price(euros(24_900)), at: start)

    let due = start + 60 + PriceTrack.recheckSeconds
    #expect(
      track.record(.price(euros(1500)), at: start + 60)
        == .recheck(euros(1500), notBefore: due))
    #expect(track.nextCheck(after: start + 60) == due)
    #expect(
      track.record(.price(euros(1500)), at: start + 70)
        == .recheck(euros(1500), notBefore: due))
    #expect(track.current == euros(24_900))
    #expect(
      track.record(.price(euros(1510)), at: due) == .changed(from: euros(24_900), to: euros(1510)))
    #expect(track.lowest?.price == euros(1510))
  }

  @Test func `an implausible price that the second reading does not confirm is discarded`() {
    var track = PriceTrack()
    _ = track.record(.price(euros(24_900)), at: start)
    _ = track.record(.price(euros(1500)), at: start + 60)
    #expect(track.record(.price(euros(24_900)), at: start + 700) == .unchanged)
    #expect(track.suspect == nil)
    #expect(track.lowest?.price == euros(24_900))
  }

  @Test func `a failed second reading leaves an implausible price unconfirmed`() {
    var track = PriceTrack()
    _ = track.record(.price(euros(24_900)), at: start)
    _ = track.record(.price(euros(1500)), at: start + 60)
    _ = track.record(.failed(.blocked), at: start + 700)
    #expect(track.current == euros(24_900))
    #expect(
      track.record(.price(euros(1500)), at: start + 4000)
        == .changed(from: euros(24_900), to: euros(1500)))
  }

  @Test func `another currency is accepted at the second reading and begins a new history`() {
    var track = PriceTrack()
    _ = track.record(.price(euros(2000)), at: start)
    _ = track.record(.price(Price(2100, .dollar)), at: start + 60)
    #expect(track.current == euros(2000))
    _ = track.record(.price(Price(2100, .dollar)), at: start + 700)
    #expect(track.current == Price(2100, .dollar))
    #expect(track.previous == nil)
    #expect(track.lowest?.price == Price(2100, .dollar))
  }

  @Test func `an offer of a used item is ignored when new ones are tracked`() {
    var track = PriceTrack()
    _ = track.record(.price(euros(2000)), at: start)
    #expect(track.record(.price(euros(800), .used), at: start + 60) == .wentOutOfStock)
    #expect(track.current == euros(2000))
    #expect(track.record(.price(euros(1900)), at: start + 120) == .cameBack(euros(1900)))
  }

  @Test func `failed readings are retried with growing delays, up to a day`() {
    var track = PriceTrack()
    var waits: [Int64] = []
    for _ in 0..<8 {
      _ = track.record(.failed(.unreachable), at: start)
      waits.append(track.nextCheck(after: start) - start)
    }
    #expect(waits == [1800, 3600, 7200, 14_400, 28_800, 57_600, 86_400, 86_400])
  }

  @Test func `days are calendar dates`() {
    #expect(Timestamp(0).date() == (1970, 1, 1))
    #expect(Timestamp(951_782_400).date() == (2000, 2, 29))
    #expect(Timestamp(1_777_777_777).date(utcOffset: 7200) == (2026, 5, 3))
    #expect(Timestamp(-1).date() == (1969, 12, 31))
  }
}
