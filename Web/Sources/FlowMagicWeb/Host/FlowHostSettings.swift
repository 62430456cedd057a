public import FlowBlocks
public import FlowCore
public import FlowMagic
public import HTTPTypes
public import Hummingbird
public import Logging

/// The settings of a host; only the keys have no default.
public struct FlowHostSettings: Sendable {
  /// The version of this build of the site, as the FlowMagic server shows it.
  public var version: Name = "1.0"
  /// The number of this build of the site.
  public var buildNumber: Name = "1"
  /// The path prefix of all URLs, such as `/start`; empty for the root of the site.
  public var path = ""
  /// The site's own origin, such as `https://example.com`.
  ///
  /// Set it if a proxy sends another `Host`. By default, the request's host is used. Only the local
  /// machine may be accessed without https.
  public var origin: String?
  /// The keys for sealing states.
  public var keys: SealingKeys
  /// The age after which a page can no longer be continued.
  public var lifetime = Duration.seconds(7 * 24 * 3600)
  /// The maximum time for receiving a form.
  public var bodyTimeout = Duration.seconds(10)
  /// The maximum number of presses per second for one visitor.
  ///
  /// The script's other requests count, too, such as those for new data and for progress.
  public var pressesPerSecond = 10
  /// The time after which a running press shows its progress.
  public var progressDelay = Duration.seconds(1)
  /// The hosts, besides this one, that screens may link to: in `open`, and at the end of a flow.
  public var allowedHosts: [String] = []
  /// The hosts, besides this one, that pictures and videos come from.
  ///
  /// They are requested over https. For development, one on this machine is given as an origin,
  /// such as `http://127.0.0.1:8100`.
  public var mediaHosts: [String] = []
  /// The steps, besides those on a visitor's path, that can be opened by their URL.
  public var linkableSteps = LinkableSteps.none
  /// The store for the document's pictures, which this host then serves.
  ///
  /// A host that follows a FlowMagic server has one by default.
  public var pictures: PictureStore?
  /// Returns the URL of a picture's file on one of the `mediaHosts`, instead of this host; without
  /// spaces or commas.
  public var pictureURL: (@Sendable (PictureAsset.File) -> String)?
  /// Returns the URL of another asset, such as a video, by its name in the document.
  ///
  /// Live data may contain a URL instead of a name; it is also passed to this function, unless it
  /// begins with `https://`.
  public var assetURL: @Sendable (Name) -> String = { "/assets/" + FlowAddress.encoded($0.string) }
  /// The visitor's attributes, used by conditions and splits; called for each request.
  ///
  /// Unless it sets them, `locale` is the language of the page, and `userId` a pseudonym of the
  /// browser, by which splits assign visitors. Set `userId` for signed-in users, so that the
  /// browser's history shows none of their pages to others.
  public var attributes: @Sendable (Request) async throws -> JSONObject = { _ in JSONObject() }
  /// Called once for each press that leaves a screen, before the visitor moves on.
  ///
  /// Only this handler and actions receive secrets, such as a password. If it throws, the visitor
  /// stays and is asked to try again, or sees the message of a ``PressRejection``. Use
  /// ``Submission/reply`` to sign a visitor in or out.
  public var onSubmit: (@Sendable (Submission) async throws -> Void)?
  /// Called once for each press that ends a flow, for example to store the outputs.
  public var onFinish: @Sendable (FinishedFlow) async throws -> FlowEnding = { _ in .standard }
  /// The screens in code, such as `ScreenRegistry.composedScreens` of an app.
  ///
  /// They take precedence over those of the document.
  public var screens: [BlockScreen] = []
  /// The actions that buttons can call, by name.
  public var actions: [Name: WebAction] = [:]
  /// The custom blocks of the app, by name.
  public var customBlocks: [Name: WebBlock] = [:]
  /// The URLs of the app's own style sheets on this site, loaded after the host's in every
  /// page.
  public var styles: [String] = []
  /// The URLs of the app's own scripts on this site, which every page loads as modules.
  ///
  /// Blocks in open pages can be replaced at any time; custom elements are notified of that
  /// automatically.
  public var scripts: [String] = []
  /// The URL of the app's web manifest on this site, with which browsers install it.
  public var webManifest: String?
  /// Whether pages offer the document's other languages; has no effect if `attributes` sets a
  /// `locale`.
  public var offersLanguages = false
  /// The live data that screens show, by name; read for each page and each press, so keep it fast.
  public var data: [Name: @Sendable (DataRequest) async throws -> JSON] = [:]
  /// Returns the products of offers, by their names in the document: objects with `name`, `price`,
  /// `period` and `trial`; nil for a site without offers.
  public var products: (@Sendable (_ locale: String) async throws -> JSONObject)?
  /// Called with each transition of a visitor: its exposures, and the edges of the graph.
  public var onTransition: @Sendable (_ transition: SessionTransition, _ visitor: String) -> Void =
    { _, _ in }
  /// Whether the events of a request are reported to the FlowMagic server that this host follows,
  /// for example only with the visitor's consent; called for each request.
  ///
  /// They show product owners which steps visitors reach, and the results of experiments. They
  /// contain a random id for each session, and neither the pseudonym nor what was entered.
  public var reportsEvents: @Sendable (Request) -> Bool = { _ in true }
  /// The attributes whose values are not reported.
  public var privateAttributes = PrivateAttributes.standard
  /// The store for completed presses and large states; several processes of a site must share one.
  public var store: any VisitStore = MemoryVisitStore()
  /// The logger for errors and warnings, including the errors that handlers throw.
  public var logger = Logger(label: "flowmagic.web")

  /// Creates settings.
  public init(keys: SealingKeys) { self.keys = keys }

  /// The clock; replaced in tests.
  package var clock: @Sendable () -> Int = { WallClock.seconds() }
}

/// The steps that can be opened by their URL.
///
/// A visitor can type any URL. Steps behind a payment must not be opened that way, so by
/// default none can.
public enum LinkableSteps: Sendable {
  /// None: the URL of any other step leads to the visitor's current one.
  case none
  /// These steps of the started flow, if the outputs that they need have been entered.
  case steps([Name])
}

/// A request for the live data of a screen that is about to be shown.
public struct DataRequest: Sendable {
  /// The screen.
  ///
  /// Data that it does not show can be null.
  public let screen: Name
  /// What was entered so far, without secrets, such as which element of a list was chosen.
  public let outputs: JSONObject
  /// The content that the step passes to its screen.
  public let content: JSON
  /// The visitor's attributes.
  public let attributes: JSONObject
  /// The pseudonym of the visitor's browser.
  public let visitor: String
  /// The language of the page.
  public let language: String
}

/// The values entered on a screen that is being left.
public struct Submission: Sendable {
  /// The flow that was started.
  public let flow: Name
  /// The step.
  public let step: Name
  /// The port through which it is left.
  public let port: Name
  /// The output of the screen, secrets included; nil if the press writes none.
  public let output: JSON?
  /// The outputs of the visit before this press, without secrets.
  public let outputs: JSONObject
  /// The pseudonym of the visitor's browser.
  public let visitor: String
  /// The id of the press, the same for each retry: an idempotency key.
  public let press: String
  /// The language of the page.
  public let language: String
  /// The headers of the request, for example to identify a signed-in user.
  public let headers: HTTPFields
  /// Additions to the response, such as a cookie.
  public let reply: PressReply
}

/// A flow that has ended.
public struct FinishedFlow: Sendable {
  /// The flow.
  public let flow: Name
  /// The outcome.
  public let outcome: Name
  /// All outputs, without secrets.
  public let outputs: JSONObject
  /// The pseudonym of the visitor's browser.
  public let visitor: String
  /// The id of the press, the same for each retry: an idempotency key.
  public let press: String
}

/// The page after the end of a flow.
public enum FlowEnding: Sendable {
  /// A standard page that says that the flow is complete.
  case standard
  /// A page with these texts.
  case page(title: String, text: String)
  /// Another page: a path of this site, or an https URL of an allowed host.
  case redirect(String)
}
