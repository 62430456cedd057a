import FlowCore

extension Navigator {
  /// The state that the last launch saved; a file that cannot be read is reported.
  func lastState(_ reducer: inout NavigatorReducer) -> JSON? {
    guard let restoration else { return nil }
    do throws(FlowMagicError) {
      return try restoration.read()
    } catch {
      reducer.report(error)
      return nil
    }
  }

  /// Starts writing the state, without waiting.
  func saveState() {
    guard let restoration, state.session != nil else { return }
    if state.outcome != nil { restoration.stopKeeping() }
    stateNumber += 1
    let (state, number) = (state, stateNumber)
    Task { await writeState(state, number) }
  }

  /// Waits until the newest state is written, for an app that may be terminated.
  func finishSavingState() async {
    guard restoration != nil, state.session != nil else { return }
    stateNumber += 1
    await writeState(state, stateNumber)
  }

  private func writeState(_ state: NavigatorState, _ number: Int) async {
    do {
      try await restoration?.write(state, number: number)
    } catch {
      // NB: not `report`, which would change the state and so cause another write.
      hooks.onError?(error)
    }
  }
}
