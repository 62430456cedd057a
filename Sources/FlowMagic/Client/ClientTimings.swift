/// How long a client waits for what; the defaults suit apps that people hold in their hands.
public struct ClientTimings: Sendable, Equatable {
  /// How long the first screen waits for the network; zero starts with what is on the device.
  public var startLimit: Duration = .seconds(1)
  /// How long a request may take while nothing arrives.
  public var requestLimit: Duration = .seconds(30)
  /// How long a new stream may say nothing at all before it counts as blocked.
  public var openingSilence: Duration = .seconds(15)
  /// How long a stream may say nothing; the server's heart beats every 15 seconds.
  public var silence: Duration = .seconds(45)
  /// How long a stream must have lived for its end to count as an accident and not as a failure.
  public var settled: Duration = .seconds(20)
  /// Waits after failures; a stream's `retry` takes the place of the base.
  public var backOff = BackOff(base: .seconds(1), cap: .seconds(60))
  /// The wait after the server has refused the key or knows no such release, halved at random.
  public var refusedDelay: Duration = .seconds(300)
  /// How often to ask where streams do not get through, give or take a quarter.
  public var pollInterval: Duration = .seconds(60)
  /// How many streams in a row must fail for that.
  public var blockedStreams = 3
  /// How many polls come before a stream is tried again.
  public var pollsBeforeStream = 10
  /// The longest wait that a server can ask for.
  public var longestWait: Duration = .seconds(600)

  /// The defaults.
  public init() {}
}
