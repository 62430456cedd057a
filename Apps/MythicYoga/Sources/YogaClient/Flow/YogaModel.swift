public import FlowMagic
public import Foundation
public import Observation
public import YogaDomain

/// The app: its flow, the user, practice data, downloads and the player.
///
/// Views read it and call its methods; it has no reference to them.
@MainActor @Observable
public final class YogaModel {
  /// The flow.
  public let navigator: Navigator
  /// The user's practice data.
  public let practice: PracticeSync
  /// The videos on this device.
  public let downloads: DownloadModel
  /// The player.
  public let player: PlayerModel
  /// The user; nil for a guest.
  public private(set) var user: Profile?
  /// The profile picture as a file's contents; nil without one, or until it is loaded.
  public private(set) var picture: Data?
  /// A message for the user; nil for none.
  public private(set) var alert: String?
  /// The chosen length of practices, which stays from myth to myth.
  public var lengthFilter = LengthFilter.any
  /// The link from an email that the user has opened and not yet confirmed; nil for none.
  public var emailLink: EmailLink?
  /// Whether an account request is running; presses do nothing meanwhile.
  public private(set) var isWorking = false

  @ObservationIgnored private let api: YogaAPI
  @ObservationIgnored private let now: @Sendable () -> Int
  @ObservationIgnored private let utcOffset: @Sendable () -> Int
  @ObservationIgnored private let today: @Sendable () -> String
  /// The attributes of the device, without those of a user.
  @ObservationIgnored private let deviceAttributes: JSONObject
  @ObservationIgnored private var pressTask: Task<Void, Never>?

  /// What the platform provides.
  public struct Dependencies {
    /// Plays videos.
    public var engine: any PlayerEngine
    /// Downloads videos.
    public var downloader: any MediaDownloader
    /// The folder for the app's files.
    public var folder: URL
    /// The folder that paths of downloads are relative to.
    public var homeFolder: URL
    /// Returns the local date, such as `2026-11-27`.
    public var today: @Sendable () -> String
    /// Returns the UTC offset of the local time, in minutes.
    public var utcOffset: @Sendable () -> Int
    /// Returns the time in milliseconds since 1970.
    public var now: @Sendable () -> Int

    /// Creates the values, with the platform's clock unless another is given.
    public init(
      engine: any PlayerEngine, downloader: any MediaDownloader, folder: URL, homeFolder: URL,
      today: @escaping @Sendable () -> String = { PracticeAttributes.day(of: Date()) },
      utcOffset: @escaping @Sendable () -> Int = { TimeZone.current.secondsFromGMT() / 60 },
      now: @escaping @Sendable () -> Int = PracticeSync.currentMilliseconds
    ) {
      self.engine = engine
      self.downloader = downloader
      self.folder = folder
      self.homeFolder = homeFolder
      self.today = today
      self.utcOffset = utcOffset
      self.now = now
    }
  }

  /// Creates the app.
  ///
  /// - Parameters:
  ///   - navigator: The flow.
  ///   - api: The service.
  ///   - dependencies: What the platform provides.
  public init(navigator: Navigator, api: YogaAPI, dependencies: Dependencies) {
    self.navigator = navigator
    self.api = api
    (now, utcOffset, today) = (dependencies.now, dependencies.utcOffset, dependencies.today)
    deviceAttributes = navigator.context
    let practice = PracticeSync(
      folder: dependencies.folder, now: dependencies.now,
      exchange: { request throws(YogaAPIError) in try await api.sync(request) })
    let downloads = DownloadModel(
      file: dependencies.folder.appending(path: "downloads.json"),
      downloader: dependencies.downloader,
      resolveStream: { video throws(YogaAPIError) in try await api.links(of: video).hls })
    let homeFolder = dependencies.homeFolder
    let language = navigator.context["locale"]?.string ?? "en"
    self.practice = practice
    self.downloads = downloads
    player = PlayerModel(
      engine: dependencies.engine, practice: practice, utcOffset: dependencies.utcOffset
    ) { video throws(YogaAPIError) in
      let url: URL
      if let path = downloads.path(of: video.id) {
        url = homeFolder.appending(path: path)
      } else {
        url = try await api.links(of: video.id).hls
      }
      return PlayerSource(
        url: url, title: video.name.text(in: language),
        subtitle: Catalog.current.myth(video.mythID)?.name ?? "")
    }
    practice.onSignedOut = { [weak self] in await self?.endSession(after: .signedOut) }
    practice.onChange = { [weak self] in self?.practiceChanged() }
    updateContext()
  }

  /// The URL of the service.
  public var server: URL { api.server }

  /// The user's language, such as `de-AT`.
  public var language: String { navigator.context["locale"]?.string ?? "en" }

  /// Continues the session of the last launch, and receives what other devices have changed.
  public func start() async {
    await downloads.reconcile()
    if let user = await api.user { beginSession(user) }
    await refresh()
  }

  /// Synchronizes, and reads the profile and the picture again: when the app becomes active, and
  /// when the network is back.
  public func refresh() async {
    guard user != nil else { return }
    await practice.synchronize()
    do {
      let profile = try await api.profile()
      guard user?.id == profile.id else { return }
      user = profile
      updateContext()
      let newPicture = profile.picture == nil ? nil : try await api.picture()
      // Another user may have logged in meanwhile.
      guard user?.id == profile.id else { return }
      picture = newPicture
    } catch {
      await endSession(after: error)
    }
  }

  /// Hides the message.
  public func dismissAlert() { alert = nil }

  /// Shows a message.
  public func show(_ text: ClientText) { alert = text.text(in: language) }

  /// Shows the message of an error.
  func show(_ error: YogaAPIError) { alert = error.text(in: language) }

  // MARK: Presses

  /// Presses a button or a card of a drawn screen.
  ///
  /// If it fires an ``AccountPort``, the request to the service is sent first, and the flow
  /// continues only if it succeeds.
  public func press(_ key: Name, on proxy: DrawnScreenProxy) {
    guard !isWorking else { return }
    guard let press = AccountPress(key, on: proxy) else {
      // The practice counts before the flow continues, because routes depend on finished practices.
      if proxy.finishesPractice(key) { player.finish() }
      return proxy.press(key)
    }
    isWorking = true
    alert = nil
    pressTask = Task {
      await perform(press) {
        // The screen may have been left while the request was on its way.
        if proxy.isCurrent { proxy.fire(Name(press.port.rawValue), output: press.output) }
      }
      isWorking = false
    }
  }

  /// Waits until the request of the last press has ended.
  package func waitForPress() async { await pressTask?.value }

  private func perform(_ press: AccountPress, then proceed: () -> Void) async {
    if let missing = Self.validate(press) {
      alert = missing.text.text(in: language)
      return
    }
    do {
      switch press.port {
      case .logIn:
        let user = try await api.logIn(
          Credentials(email: press["email"], password: press["password"]))
        beginSession(user)
        Task { await refresh() }
      case .createAccount:
        try await api.register(
          Registration(
            email: press["email"], password: press["password"], name: press["name"]))
      case .sendReset: try await api.requestPasswordReset(email: press["email"])
      case .changePassword:
        try await api.changePassword(
          PasswordChange(currentPassword: press["old"], newPassword: press["new"]))
      case .changeEmail:
        try await api.changeEmail(
          Credentials(email: press["email"], password: press["password"]))
      case .deleteAccount:
        try await api.deleteAccount(password: press["password"])
        practice.erase()
        endSession()
      case .logOut:
        // Pending changes are sent now; those that cannot be sent stay on the device.
        if practice.status != .synchronized { await practice.synchronize() }
        await api.logOut()
        endSession()
      }
      proceed()
      if press.port == .logOut || press.port == .deleteAccount { forgetOutputs() }
    } catch {
      await endSession(after: error)
      show(error)
    }
  }

  /// The alert for an empty field; nil if none is empty.
  private static func validate(_ press: AccountPress) -> AccountAlert? {
    switch press.port {
    case .logIn, .createAccount, .changeEmail:
      AccountAlert.validate(email: press["email"], password: press["password"])
    case .sendReset: press["email"].allSatisfy(\.isWhitespace) ? .missingEmail : nil
    case .changePassword:
      press["old"].isEmpty || press["new"].isEmpty ? .missingPassword : nil
    case .deleteAccount: press["password"].isEmpty ? .missingPassword : nil
    case .logOut: nil
    }
  }

  /// Removes what a user has entered and chosen, wherever the flow leads after logging out.
  private func forgetOutputs() {
    guard let current = navigator.current else { return }
    navigator.open(current.step, of: current.flow, keepsOutputs: false)
  }

  // MARK: Links in emails

  /// Opens a link from an email.
  ///
  /// Nothing changes before the user has confirmed it.
  ///
  /// - Parameter url: The URL that the system opens.
  /// - Returns: Whether it is such a link of the service.
  @discardableResult
  public func open(_ url: URL) -> Bool {
    guard let link = EmailLink(url, from: server) else { return false }
    emailLink = link
    return true
  }

  /// Performs the action of an opened link.
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - password: The account's password, or the new one; ignored for a changed address.
  /// - Returns: Whether the service has accepted it; if not, an alert gives the reason.
  @discardableResult
  public func confirm(_ link: EmailLink, password: String = "") async -> Bool {
    guard !isWorking else { return false }
    guard !link.asksForPassword || !password.isEmpty else {
      alert = AccountAlert.missingPassword.text.text(in: language)
      return false
    }
    isWorking = true
    defer { isWorking = false }
    do {
      let message = TokenMessage(token: link.token, password: password)
      switch link.purpose {
      case .verify:
        let profile = try await api.verifyEmail(message)
        // Another user of the device is logged out.
        if user != nil { endSession() }
        beginSession(profile)
        navigator.open("menu")
        Task { await refresh() }
      case .reset:
        try await api.resetPassword(message)
        // The service has ended the sessions of the link's user; this ends that of another user.
        await api.logOut()
        endSession()
        alert = ClientText.passwordChanged.text(in: language)
      case .address:
        try await api.confirmAddress(message)
        await refresh()
        alert = ClientText.addressChanged.text(in: language)
      }
      emailLink = nil
      return true
    } catch {
      await endSession(after: error)
      show(error)
      return false
    }
  }

  // MARK: The session

  private func beginSession(_ user: Profile) {
    self.user = user
    downloads.open(user.id)
    practice.open(user.id)
    updateContext()
  }

  /// Ends the session after an error, if the service has ended it; errors of an earlier session's
  /// requests have no effect.
  private func endSession(after error: YogaAPIError) async {
    if error == .signedOut, await api.user == nil { endSession() }
  }

  /// Removes the user's data from the device, except changes that were not sent.
  private func endSession() {
    guard user != nil else { return }
    player.close()
    user = nil
    picture = nil
    practice.close()
    downloads.removeAll()
    updateContext()
  }

  private func practiceChanged() {
    updateContext()
    if player.video != nil { player.applySettings() }
  }

  private func updateContext() {
    var context = deviceAttributes
    let attributes = PracticeAttributes.attributes(of: user, practice.state, today: today())
    for member in attributes.members { context[member.key] = member.value }
    if context != navigator.context { navigator.context = context }
  }

  /// The streak; nil if the user has turned it off.
  public var streak: Streak? { practice.state.streak(now: now(), utcOffset: utcOffset()) }

  // MARK: Pictures and data

  /// Sends a profile picture, and shows it.
  ///
  /// - Returns: Whether the service has accepted it.
  public func setPicture(_ picture: Data) async -> Bool {
    do {
      let profile = try await api.setPicture(picture)
      let storedPicture = try await api.picture()
      guard user?.id == profile.id else { return false }
      user = profile
      self.picture = storedPicture
      updateContext()
      return true
    } catch {
      await endSession(after: error)
      show(error)
      return false
    }
  }

  /// Writes the user's data into a temporary file, to be saved or shared.
  ///
  /// - Parameter folder: The folder for the file.
  /// - Returns: The file; nil if it could not be loaded or written, which an alert explains.
  public func exportFile(
    into folder: URL = FileManager.default.temporaryDirectory
  ) async -> URL? {
    do {
      let file = folder.appending(path: "mythic-yoga.json")
      let data = try await api.export()
      guard (try? data.write(to: file, options: .atomic)) != nil else {
        alert = ClientText.fileFailed.text(in: language)
        return nil
      }
      return file
    } catch {
      await endSession(after: error)
      show(error)
      return nil
    }
  }
}
