import FlowBlocks
public import FlowCore

import Foundation

/// The task of a running call of an action.
struct CallTask {
  let step: ShownStep.ID
  let number: Int
  let task: Task<Void, Never>
}

extension Navigator {
  /// The drawn screen of a step on the path.
  ///
  /// - Parameter step: The step.
  /// - Returns: Access to the screen; nil if the step's screen is not made of blocks, or the step
  ///   is no longer on the path.
  public func drawnScreen(_ step: ShownStep) -> DrawnScreenProxy? {
    DrawnScreenProxy(step, in: self)
  }

  /// The drawn screen of the current step; nil if its screen is not made of blocks.
  public var drawnScreen: DrawnScreenProxy? { current.flatMap { drawnScreen($0) } }

  /// Sets live data; drawn screens that show it update at once.
  ///
  /// - Parameters:
  ///   - data: The data, which the registry's `blocks` declare.
  ///   - value: The new value. A value that JSON cannot represent is reported, and the old one
  ///     stays.
  public func set<Value>(_ data: LiveData<Value>, to value: Value) {
    do {
      let json = try JSON(encoding: value)
      change { $0.setData(data.name, to: json) }
    } catch {
      report(error)
    }
  }

  /// Sets the products that offers show; offers leave out products that are missing.
  ///
  /// - Parameter products: The products by the references that documents use, such as `yearly`.
  public func setProducts(_ products: [Name: OfferedProduct]) {
    do {
      let members = try products.sorted { $0.key < $1.key }.map {
        JSONObject.Member(key: $0.key, value: try JSON(encoding: $0.value))
      }
      change { $0.setProducts(JSONObject(members)) }
    } catch {
      report(error)
    }
  }

  /// Today's date in the user's time zone and the Gregorian calendar, as `yyyy-MM-dd`.
  @Sendable nonisolated static func today() -> String? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    let parts = calendar.dateComponents([.year, .month, .day], from: Date())
    guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

extension Navigator {
  /// Changes the values entered on a drawn screen.
  ///
  /// NB: the state is not saved on each keystroke, but when a field loses focus, on each press, and
  /// when the app enters the background.
  func edit(_ id: ShownStep.ID, _ body: (inout ScreenModel) -> Void) {
    reducer.edit(id, body)
    updateObservedProperties()
    notifyListeners()
  }

  /// Performs a press or selection on a drawn screen, and its effects.
  func interact(with id: ShownStep.ID, _ body: (inout ScreenModel) -> [ScreenEffect]) {
    perform(change { $0.interact(with: id, body) }, of: id)
  }

  private func perform(_ effects: [ScreenEffect], of id: ShownStep.ID) {
    for effect in effects {
      switch effect {
      case .fire(let port, let output): fire(port, output: output, from: id)
      case .back: back()
      case .open(let url, let inBrowser): open(url, inBrowser: inBrowser)
      case .step(let step): open(step, of: current?.flow)
      case .call: startCall(of: id)
      case .reject: break
      }
    }
    // Buttons also go back or open a step, so that a double tap presses a screen that is gone.
    if !effects.isEmpty, reducer.state.current?.id != id { reducer.recordPress(nil, of: id) }
  }

  /// Opens a URL, if the app allows its host.
  private func open(_ text: String, inBrowser: Bool) {
    guard let url = URL(string: text), url.scheme?.lowercased() == "https",
      let host = url.host()?.lowercased(), url.user() == nil, let open = hooks.onOpen,
      hooks.allowedHosts.contains(where: { Navigator.isHost(host, allowedBy: $0.lowercased()) })
    else {
      return report(
        FlowMagicError(
          .rejectedURL,
          "A drawn screen opens \(text.prefix(200)), which the app does not allow. Add its host "
            + "to `Navigator.onOpen(hosts:_:)`."))
    }
    open(url, inBrowser)
  }

  private static func isHost(_ host: String, allowedBy pattern: String) -> Bool {
    pattern.hasPrefix("*.") ? host.hasSuffix(pattern.dropFirst()) : host == pattern
  }

  // MARK: Calls

  private func startCall(of id: ShownStep.ID) {
    guard let running = reducer.state.drawnScreens[id]?.call else { return }
    guard let action = screens.blocks?.action(running.screenCall.name) else {
      return endCall(
        running.number, of: id,
        .failure(
          FlowMagicError(
            .invalidCall,
            "A drawn screen calls \(running.screenCall.name), which this build does not have.")))
    }
    let task = Task { [weak self] in
      let result: Result<(outcome: Name, outputs: JSONObject), any Error>
      do {
        result = .success(try await action.perform(running.screenCall.arguments))
      } catch {
        result = .failure(error)
      }
      self?.endCall(running.number, of: id, result)
    }
    callTask = CallTask(step: id, number: running.number, task: task)
  }

  private func endCall(
    _ number: Int, of id: ShownStep.ID,
    _ result: Result<(outcome: Name, outputs: JSONObject), any Error>
  ) {
    if callTask?.number == number { callTask = nil }
    perform(change { $0.finishCall(number, of: id, result) }, of: id)
  }

  /// Cancels the running action if its screen has been left.
  func cancelCallIfLeft() {
    guard let callTask, reducer.state.drawnScreens[callTask.step]?.call?.number != callTask.number
    else { return }
    callTask.task.cancel()
    self.callTask = nil
  }
}
