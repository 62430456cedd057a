#if canImport(UIKit) && !os(watchOS)
  public import FlowMagic
  import Observation
  public import UIKit

  /// Shows a navigator's flow with UIKit: in a navigation controller, with sheets and covers above
  /// it.
  ///
  /// ```swift
  /// let flow = FlowNavigation(navigator, in: navigationController) {
  ///   For(Home.self, make: HomeViewController.init) { $0.show($1.content) }
  ///   For(Email.self) { email in EmailView(email: email) }  // a SwiftUI view in the same flow
  /// }
  /// await navigator.start()
  /// ```
  ///
  /// Keep a reference to it while the flow is shown. It becomes the delegate of the navigation
  /// controller, so that back gestures go back in the flow.
  @MainActor
  public final class FlowNavigation: NSObject {
    let navigator: Navigator
    private let host: ScreenHost<UIViewController>
    private var stacks: [UINavigationController]
    /// The layers that are on the screen.
    private var shownLayers: [ScreenLayer] = []
    private var controllers: [ShownStep.ID: UIViewController] = [:]
    private let spinner = UIActivityIndicatorView(style: .large)
    /// Whether a presentation or dismissal is in progress; UIKit does not allow two at once.
    private var isTransitioning = false
    /// Retries a presentation that nothing notifies of.
    private var retryTask: Task<Void, Never>?
    /// Retries a presentation when its stack enters a window, or a view of the app leaves it.
    private let windowObserver = WindowObserver()
    private let phases: PhaseObserver

    /// Shows a flow in a navigation controller, whose view controllers it replaces.
    ///
    /// If a registered screen has no `For` or has two, a debug build stops with an assertion
    /// failure; a release build reports it to the navigator's `onError`, and shows nothing for a
    /// screen without one.
    ///
    /// - Parameters:
    ///   - navigator: The navigator; call its `start()` afterwards.
    ///   - controller: The navigation controller of the base layer.
    ///   - screens: A `For` for each screen with a view, and a `ForDrawn` if the registry shows
    ///     drawn screens.
    public init(
      _ navigator: Navigator, in controller: UINavigationController,
      @FlowNavigationBuilder screens: () -> [AnyFor<UIViewController>]
    ) {
      self.navigator = navigator
      host = ScreenHost(reportingErrorsTo: navigator, screens())
      stacks = [controller]
      phases = PhaseObserver(navigator)
      super.init()
      controller.delegate = self
      windowObserver.onMove = { [weak self] in self?.updateAfterCallback() }
      observe()
    }

    private func observe() {
      withObservationTracking {
        _ = (navigator.layers, navigator.isWorking)
      } onChange: { [weak self] in
        // NB: this is called before the property changes, so the new value is read in a task.
        Task { @MainActor in self?.observe() }
      }
      update()
    }

    /// Shows the navigator's layers; a presentation or dismissal ends the update, which continues
    /// once it has finished.
    ///
    /// A layer that UIKit cannot present yet is left out, as are those above it.
    private func update() {
      showSpinner()
      guard !isTransitioning else { return }
      let target = navigator.layers
      let changes = LayerDifference(from: shownLayers, to: target).changes
      for change in changes {
        switch change {
        case .dismiss(let layers):
          let presenter = stacks[stacks.count - layers.count - 1]
          let dismissed = stacks[stacks.count - layers.count]
          stacks.removeLast(layers.count)
          shownLayers.removeLast(layers.count)
          // The app may have dismissed it; UIKit would then dismiss something else, or not call the
          // completion.
          guard presenter.presentedViewController === dismissed else { return update() }
          performTransition { presenter.dismiss(animated: self.isAnimated, completion: $0) }
          return
        case .present(let layer):
          let top = stacks[stacks.count - 1]
          guard canPresent(above: top) else {
            retryLater(above: top)
            continue
          }
          let stack = makeStack(layer)
          stacks.append(stack)
          shownLayers.append(layer)
          performTransition { top.present(stack, animated: self.isAnimated, completion: $0) }
          return
        case .remove(_, let id), .pop(_, let id), .push(_, let id), .replace(_, _, let id),
          .root(_, let id):
          arrange(id, target)
        case .update(let step):
          if let controller = controllers[step.id] { host.update(controller, for: step) }
        }
      }
      shownLayers = Array(target.prefix(stacks.count))
      let ids = Set(target.flatMap(\.steps).map(\.id))
      controllers = controllers.filter { ids.contains($0.key) }
      moveAccessibilityFocus(changes)
    }

    private var isAnimated: Bool {
      navigator.lastChange != .restored && navigator.lastChange != .adopted
    }

    private func performTransition(_ transition: (@escaping @MainActor () -> Void) -> Void) {
      isTransitioning = true
      transition { [weak self] in
        self?.isTransitioning = false
        self?.updateAfterCallback()
      }
    }

    /// Updates once the callback of UIKit that is running has returned.
    private func updateAfterCallback() {
      Task { @MainActor [weak self] in self?.update() }
    }

    /// Whether UIKit can present a layer now; otherwise it would not call the completion.
    private func canPresent(above top: UINavigationController) -> Bool {
      top.viewIfLoaded?.window != nil && top.transitionCoordinator == nil
        && top.presentedViewController == nil
    }

    /// Updates again once a layer can be presented: the stack is in a window, no transition is in
    /// progress, and the app presents no view controller of its own, such as an alert.
    private func retryLater(above top: UINavigationController) {
      if let transition = top.transitionCoordinator {
        let isQueued = transition.animate(alongsideTransition: nil) { [weak self] _ in
          self?.updateAfterCallback()
        }
        if isQueued { return }
      } else if let view = viewToObserve(above: top) {
        if windowObserver.superview !== view { view.addSubview(windowObserver) }
        return
      }
      // NB: UIKit does not notify when it begins a presentation of the app.
      guard retryTask == nil else { return }
      retryTask = Task { [weak self] in
        try? await Task.sleep(for: .milliseconds(200))
        self?.retryTask = nil
        self?.update()
      }
    }

    /// The view that enters or leaves a window before a layer can be presented; nil if there is
    /// none yet.
    private func viewToObserve(above top: UINavigationController) -> UIView? {
      guard let presented = top.presentedViewController else { return top.view }
      // NB: not the view of the presented controller: that of an alert is private.
      let container = presented.presentationController?.containerView
      return container?.window == nil ? nil : container
    }

    /// Sets the view controllers of a stack; UIKit decides whether that is a push or a pop.
    private func arrange(_ id: ScreenLayer.ID, _ target: [ScreenLayer]) {
      guard let index = target.firstIndex(where: { $0.id == id }), index < stacks.count else {
        return
      }
      let isVisible = index == stacks.count - 1
      stacks[index].setViewControllers(
        target[index].steps.map { controller(of: $0) }, animated: isVisible && isAnimated)
      if index < shownLayers.count {
        shownLayers[index] = target[index]
      } else {
        shownLayers.append(target[index])
      }
    }

    private func makeStack(_ layer: ScreenLayer) -> UINavigationController {
      let stack = UINavigationController()
      stack.modalPresentationStyle = layer.style == .cover ? .fullScreen : .automatic
      stack.delegate = self
      stack.presentationController?.delegate = self
      stack.setViewControllers(layer.steps.map { controller(of: $0) }, animated: false)
      return stack
    }

    private func controller(of step: ShownStep) -> UIViewController {
      if let controller = controllers[step.id] { return controller }
      let controller = host.view(for: step) ?? UIViewController()
      controllers[step.id] = controller
      return controller
    }

    private func moveAccessibilityFocus(_ changes: [LayerDifference.Change]) {
      let movesFocus = changes.contains {
        switch $0 {
        case .replace, .root: true
        default: false
        }
      }
      guard movesFocus else { return }
      UIAccessibility.post(
        notification: .screenChanged, argument: stacks[stacks.count - 1].topViewController?.view)
    }

    private func showSpinner() {
      guard navigator.isWorking, let view = stacks[stacks.count - 1].view else {
        spinner.stopAnimating()
        spinner.removeFromSuperview()
        return
      }
      guard spinner.superview !== view else { return }
      view.addSubview(spinner)
      spinner.center = view.center
      spinner.startAnimating()
    }
  }

  /// An invisible view that notifies when it enters or leaves a window.
  private final class WindowObserver: UIView {
    var onMove: (@MainActor () -> Void)?

    override func didMoveToWindow() {
      super.didMoveToWindow()
      onMove?()
    }
  }

  extension FlowNavigation: UINavigationControllerDelegate {
    /// Goes back in the flow when the user has gone back with the back button, its long press or
    /// the edge swipe.
    public func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController,
      animated: Bool
    ) {
      guard let index = stacks.firstIndex(where: { $0 === navigationController }),
        index < shownLayers.count,
        let step = shownLayers[index].steps.last(where: { controllers[$0.id] === viewController }),
        step.id != shownLayers[index].steps.last?.id
      else { return }
      let end = shownLayers[index].steps.firstIndex { $0.id == step.id } ?? 0
      shownLayers[index] = shownLayers[index].keeping(end + 1)
      if !navigator.back(to: step.id) { update() }
    }
  }

  extension FlowNavigation: UIAdaptivePresentationControllerDelegate {
    /// Goes back in the flow when the user has swiped a sheet away.
    public func presentationControllerDidDismiss(_ controller: UIPresentationController) {
      guard
        let index = stacks.firstIndex(where: { $0 === controller.presentedViewController }),
        index > 0, index < shownLayers.count, let step = shownLayers[index - 1].steps.last
      else { return }
      stacks.removeLast(stacks.count - index)
      shownLayers.removeLast(shownLayers.count - index)
      if !navigator.back(to: step.id) { update() }
    }
  }
#endif
