extension Navigator {
  /// Takes over what has changed into the observed properties.
  ///
  /// NB: setting a property evaluates all views that read it. Only the state, which is everything,
  /// is set at each change; to compare it costs more.
  func publish() {
    let state = reducer.state
    let path = state.path + presented
    let isBusy = stepRunner.map { !$0.isWaiting } ?? false
    let canGoBack = stepRunner?.isWaiting ?? reducer.canGoBack
    self.state = state
    if self.path != path {
      self.path = path
      let layers = ScreenLayer.layers(of: path.filter { !screens.isWork($0.screen) })
      if self.layers != layers { self.layers = layers }
    }
    if lastChange != state.lastChange { lastChange = state.lastChange }
    if outcome != state.outcome { outcome = state.outcome }
    if isWorking != (isBusy || reducer.isWorking) { isWorking.toggle() }
    if self.canGoBack != canGoBack { self.canGoBack = canGoBack }
  }
}
