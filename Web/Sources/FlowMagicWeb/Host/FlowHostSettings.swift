public import FlowCore
public import Hummingbird
public import Logging

/// The parameters of a host; only the keys have no default.
public struct FlowHostSettings: Sendable {
  /// The path that all addresses begin with, such as `/start`; empty for the root of the site.
  public var path = ""
  /// The site's own address, such as `https://example.com`.
  ///
  /// Set it where a proxy sends another `Host`. Without it, the request's host counts. Only this
  /// machine itself may be reached without https.
  public var origin: String?
  /// The keys that states are sealed with.
  public var keys: SealingKeys
  /// The age at which a page can no longer be continued from.
  public var lifetime = Duration.seconds(7 * 24 * 3600)
  /// The longest time in which a form must have arrived.
  public var bodyTimeout = Duration.seconds(10)
  /// The most presses of one visitor in a second.
  public var eventsPerSecond = 10
  /// The time after which a press that is still being worked on shows its progress.
  public var progressAfter = Duration.seconds(1)
  /// The hosts, besides this one, that screens may lead to: those of `open`, and of endings.
  public var allowedHosts: [String] = []
  /// The hosts, besides this one, that pictures and videos come from.
  public var mediaHosts: [String] = []
  /// The steps, besides those of a visitor's own path, that can be opened by their address.
  public var linkable = LinkableSteps.none
  /// The address of an asset, by its name in the document.
  public var assets: @Sendable (Name) -> String = { "/assets/" + FlowAddress.encoded($0.string) }
  /// The visitor's attributes, by which routes are chosen: called for each request.
  ///
  /// Where it sets none, `locale` is what the browser asks for, and `userId` a pseudonym of the
  /// browser, by which splits divide visitors.
  public var attributes: @Sendable (Request) async throws -> JSONObject = { _ in JSONObject() }
  /// Called once for each press that leaves a screen, before the visitor moves on.
  ///
  /// The only place where secrets, such as a password, are handed over. When it throws, the visitor
  /// stays and is asked to try again.
  public var submitted: (@Sendable (Submission) async throws -> Void)?
  /// Called once for each press that ends a flow: the place to store what was entered.
  public var finished: @Sendable (FinishedFlow) async throws -> FlowEnding = { _ in .standard }
  /// The screens that are in code, such as `ScreenRegistry.composed` of an app.
  ///
  /// They go before those of the document.
  public var screens: [BlockScreen] = []
  /// What buttons may call, by name.
  public var actions: [Name: WebAction] = [:]
  /// The blocks of the app's own, by name.
  public var custom: [Name: WebBlock] = [:]
  /// Whether pages offer the document's other languages; not where `attributes` has a `locale`.
  public var offersLanguages = false
  /// The live data that screens show, by name: read for each page and each press, so cheaply.
  public var data: [Name: @Sendable (_ visitor: String) async throws -> JSON] = [:]
  /// The products of offers by reference: objects with `name`, `price`, `period` and `trial`; nil
  /// for a site that sells nothing.
  public var products: (@Sendable (_ locale: String) async throws -> JSONObject)?
  /// Called with each move of a visitor: the experiments that they met, and the edges of the graph.
  public var moved: @Sendable (_ transition: SessionTransition, _ visitor: String) -> Void = {
    _, _ in
  }
  /// The store of used presses and large states; shared by all processes of a site.
  public var store: any VisitStore = MemoryVisitStore()
  /// The log of what goes wrong; never with what visitors enter.
  public var logger = Logger(label: "flowmagic.web")

  /// Makes settings.
  public init(keys: SealingKeys) { self.keys = keys }

  /// Reads the time; tests set it.
  package var clock: @Sendable () -> Int = { WallClock.seconds() }
}

/// The steps that can be opened by their address.
///
/// A visitor can type any address. A step behind a payment must not be one of them, which is why
/// none is, unless the host names it.
public enum LinkableSteps: Sendable {
  /// None: an address of another step leads to where the visitor is.
  case none
  /// These steps of the flow that is started, if the outputs that they need are there.
  case steps([Name])
}

/// What was entered on a screen that is being left.
public struct Submission: Sendable {
  /// The flow that was started.
  public let flow: Name
  /// The step.
  public let step: Name
  /// The port that it is left by.
  public let port: Name
  /// The output of the screen, secrets included; nil if the press writes none.
  public let output: JSON?
  /// The pseudonym of the visitor's browser.
  public let visitor: String
  /// The id of the press, the same if it is tried again: a key for idempotent requests.
  public let press: String
}

/// A flow that has come to its end.
public struct FinishedFlow: Sendable {
  /// The flow.
  public let flow: Name
  /// How it ended.
  public let outcome: Name
  /// Everything entered, without secrets.
  public let outputs: JSONObject
  /// The pseudonym of the visitor's browser.
  public let visitor: String
  /// The id of the press, the same if it is tried again: a key for idempotent requests.
  public let press: String
}

/// The page after the end of a flow.
public enum FlowEnding: Sendable {
  /// A page that says that this is the end.
  case standard
  /// A page with these texts.
  case page(title: String, text: String)
  /// Another page: a path of this site, or an https address of an allowed host.
  case redirect(String)
}
