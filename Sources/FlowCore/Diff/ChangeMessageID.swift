/// The id of a change's message: its kind, and which of the kind's sentences.
package enum ChangeMessageID: String, Sendable, CaseIterable {
  case applicationNamed = "application-changed.named"
  case applicationUnnamed = "application-changed.unnamed"
  case applicationRenamed = "application-changed"
  case firstFlow = "flow-order-changed.first"
  case flowOrder = "flow-order-changed"
  case flowAdded = "flow-added"
  case flowRemoved = "flow-removed"
  case start = "start-changed"
  case stepAdded = "step-added"
  case stepRemoved = "step-removed"
  case screen = "screen-changed"
  case contentAdded = "content-changed.added"
  case contentRemoved = "content-changed.removed"
  case contentChanged = "content-changed"
  case alwaysShown = "show-when-changed.always"
  case shownWhen = "show-when-changed"
  case portAdded = "port-added"
  case portAddedWithoutRoutes = "port-added.unrouted"
  case portRemoved = "port-removed"
  case routeAdded = "route-added"
  case routeRemoved = "route-removed"
  case routeRemovedElsewhere = "route-removed.elsewhere"
  case conditionRemoved = "condition-changed.removed"
  case conditionAdded = "condition-changed.added"
  case conditionChanged = "condition-changed"
  case destination = "destination-changed"
  case variantDestination = "destination-changed.variant"
  case routeOrder = "route-order-changed"
  case splitExperiment = "split-settings-changed.experiment"
  case splitIdentity = "split-settings-changed.identity"
  case splitSeed = "split-settings-changed.seed"
  case splitCoverage = "split-settings-changed.coverage"
  case splitNamespace = "split-settings-changed.namespace"
  case variantAdded = "split-variants-changed.added"
  case variantRemoved = "split-variants-changed.removed"
  case variantOrder = "split-variants-changed.order"
  case splitShares = "split-shares-changed"
  case sectionAdded = "section-changed.added"
  case sectionRemoved = "section-changed.removed"
  case sectionTitle = "section-changed"
  case sectionGained = "section-changed.gained"
  case sectionLost = "section-changed.lost"
  case drawnScreenAdded = "drawn-screen-changed.added"
  case drawnScreenRemoved = "drawn-screen-changed.removed"
  case drawnScreenChanged = "drawn-screen-changed"
  case languageAdded = "language-changed.added"
  case languageRemoved = "language-changed.removed"
  case defaultLanguageNamed = "language-changed.default-named"
  case defaultLanguageUnnamed = "language-changed.default-unnamed"
  case defaultLanguage = "language-changed.default"
  case languageSupported = "language-changed.supported"
  case languageUnsupported = "language-changed.unsupported"
  case textAdded = "text-added"
  case textRemoved = "text-removed"
  case textChanged = "text-changed"
  case segmentAdded = "segment-changed.added"
  case segmentRemoved = "segment-changed.removed"
  case segmentGained = "segment-changed.gained"
  case segmentLost = "segment-changed.lost"
  case segmentChanged = "segment-changed"
  case attributeAdded = "attribute-changed.added"
  case attributeRemoved = "attribute-changed.removed"
  case attributeType = "attribute-changed"
  case memberAdded = "unknown-changed.added"
  case memberChanged = "unknown-changed"
  case memberRemoved = "unknown-changed.removed"

  /// The kind of the changes with this message.
  package var kind: ChangeKind {
    switch self {
    case .applicationNamed, .applicationUnnamed, .applicationRenamed: .application
    case .firstFlow, .flowOrder: .flowOrder
    case .flowAdded: .flowAdded
    case .flowRemoved: .flowRemoved
    case .start: .start
    case .stepAdded: .stepAdded
    case .stepRemoved: .stepRemoved
    case .screen: .screen
    case .contentAdded, .contentRemoved, .contentChanged: .content
    case .alwaysShown, .shownWhen: .showWhen
    case .portAdded, .portAddedWithoutRoutes: .portAdded
    case .portRemoved: .portRemoved
    case .routeAdded: .routeAdded
    case .routeRemoved, .routeRemovedElsewhere: .routeRemoved
    case .conditionRemoved, .conditionAdded, .conditionChanged: .condition
    case .destination, .variantDestination: .destination
    case .routeOrder: .routeOrder
    case .splitExperiment, .splitIdentity, .splitSeed, .splitCoverage, .splitNamespace:
      .splitSettings
    case .variantAdded, .variantRemoved, .variantOrder: .splitVariants
    case .splitShares: .splitShares
    case .sectionAdded, .sectionRemoved, .sectionTitle, .sectionGained, .sectionLost: .section
    case .drawnScreenAdded, .drawnScreenRemoved, .drawnScreenChanged: .drawnScreen
    case .languageAdded, .languageRemoved, .defaultLanguageNamed, .defaultLanguageUnnamed,
      .defaultLanguage, .languageSupported, .languageUnsupported:
      .language
    case .textAdded: .textAdded
    case .textRemoved: .textRemoved
    case .textChanged: .text
    case .segmentAdded, .segmentRemoved, .segmentGained, .segmentLost, .segmentChanged: .segment
    case .attributeAdded, .attributeRemoved, .attributeType: .attribute
    case .memberAdded, .memberChanged, .memberRemoved: .unknown
    }
  }
}
