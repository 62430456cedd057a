extension Navigator {
  /// Copies changes of the state to the observed properties.
  ///
  /// NB: setting a property reevaluates all views that read it, so only changed properties are set.
  /// The whole `state` is set each time, because comparing it costs more.
  func updateObservedProperties() {
    let state = reducer.state
    let path = state.shownPath
    let isWorking = stepRunner.map { !$0.isWaiting } ?? reducer.isWorking
    let canGoBack = stepRunner.map { $0.canGoBack } ?? reducer.canGoBack
    self.state = state
    if self.path != path {
      self.path = path
      let layers = ScreenLayer.layers(of: path.filter { screens.hasInterface($0.screen) })
      if self.layers != layers { self.layers = layers }
    }
    if drawnScreens != state.drawnScreens { drawnScreens = state.drawnScreens }
    if lastChange != state.lastChange { lastChange = state.lastChange }
    if outcome != state.outcome { outcome = state.outcome }
    if self.isWorking != isWorking { self.isWorking = isWorking }
    if self.canGoBack != canGoBack { self.canGoBack = canGoBack }
  }
}
