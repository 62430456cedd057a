#if !hasFeature(Embedded)
  /// The English sentence of each change.
  enum ChangeTexts {
    /// The text for an id.
    static func template(_ id: ChangeMessageID) -> MessageTemplate {
      MessageTemplate(all[id] ?? "")
    }

    private static let all: [ChangeMessageID: String] =
      [structure, ports, splits, sections, outsideFlows].reduce(into: [:]) {
        $0.merge($1) { first, _ in first }
      }

    private static let structure: [ChangeMessageID: String] = [
      .applicationNamed:
        "The application is now {application}.",
      .applicationUnnamed:
        "The application is no longer named.",
      .applicationRenamed:
        "The application is now {application} instead of {before}.",
      .firstFlow:
        "The application now starts with flow {flow} instead of {before}.",
      .flowOrder:
        "The flows are in another order.",
      .flowAdded:
        "Flow {flow} is new, with {steps|# step|# steps}.",
      .flowRemoved:
        "Flow {flow} was removed.",
      .start:
        "Flow {flow} now starts at {start} instead of {before}.",
      .stepAdded:
        "Step {step} is new; it shows screen {screen}[[ and is in section {section}]].",
      .stepRemoved:
        "Step {step} was removed.",
      .screen:
        "{step} now shows screen {screen} instead of {before}.",
      .contentAdded:
        "On {step}, the content is new.",
      .contentRemoved:
        "On {step}, the content was removed.",
      .contentChanged:
        "On {step}, the content changed: {differences:differences}.",
      .alwaysShown:
        "{step} is now always shown; before, only when {before:condition}.",
      .shownWhen:
        "{step} is now shown only when {condition:condition}[[; before, when "
        + "{before:condition}]].",
    ]

    private static let ports: [ChangeMessageID: String] = [
      .portAdded:
        "On {step}, port {port} is new: it {routes:routes}.",
      .portAddedWithoutRoutes:
        "On {step}, port {port} is new.",
      .portRemoved:
        "On {step}, port {port} was removed.",
      .routeAdded:
        "On {step}, {port} now {route:route}.",
      .routeRemoved:
        "On {step}, {port} no longer {route:route}.",
      .routeRemovedElsewhere:
        "On {step}, {port} lost a route that {route:past}; another one still does.",
      .conditionRemoved:
        "On {step}, {port} now {target:route} whenever no earlier route applies; before, when "
        + "{before:condition}.",
      .conditionAdded:
        "On {step}, {port} now {target:route} when {condition:condition}; before, always.",
      .conditionChanged:
        "On {step}, {port} now {target:route} when {condition:condition}; before, when "
        + "{before:condition}.",
      .destination:
        "On {step}, {port} now {route:route}; before, it {before:past}.",
      .variantDestination:
        "On {step}, {port} runs experiment {experiment}, which now sends {variant} elsewhere: "
        + "it {destination:route}; before, it {before:past}.",
      .routeOrder:
        "On {step}, {port} now tries its routes in another order: {routes:targets}.",
    ]

    private static let splits: [ChangeMessageID: String] = [
      .splitExperiment:
        "On {step}, {port} now runs experiment {experiment} instead of {before}.",
      .splitIdentity:
        "On {step}, {port} runs experiment {experiment}, which now identifies users by "
        + "{by:identity} instead of {before:identity}.",
      .splitSeed:
        "On {step}, {port} runs experiment {experiment}, which now reassigns its users; "
        + "they may get another variant.",
      .splitCoverage:
        "On {step}, {port} runs experiment {experiment}, which now includes {coverage:percent} "
        + "of the users instead of {before:percent}.",
      .splitNamespace:
        "On {step}, {port} runs experiment {experiment}, which now runs {namespace:namespace}; "
        + "before, {before:namespace}.",
      .variantAdded:
        "On {step}, {port} runs experiment {experiment}, which now also has {variant}: it "
        + "{destination:route}.",
      .variantRemoved:
        "On {step}, {port} runs experiment {experiment}, which no longer has {variant}.",
      .variantOrder:
        "On {step}, {port} runs experiment {experiment}, which now has its variants in another "
        + "order: {variants}; users may get another variant.",
      .splitShares:
        "On {step}, {port} runs experiment {experiment}, which now gives {variants:shares}; "
        + "before, {before:shares}.",
    ]

    private static let sections: [ChangeMessageID: String] = [
      .sectionAdded:
        "Section {section} is new[[, with {steps:values}]].",
      .sectionRemoved:
        "Section {section} was removed.",
      .sectionTitle:
        "Section {before} is now called {section}.",
      .sectionGained:
        "Section {section} now has {steps:values}[[, from section {before}]].",
      .sectionLost:
        "Section {section} no longer has {steps:values}.",
    ]

    private static let outsideFlows: [ChangeMessageID: String] = [
      .drawnScreenAdded:
        "Drawn screen {screen} is new.",
      .drawnScreenRemoved:
        "Drawn screen {screen} was removed.",
      .drawnScreenChanged:
        "On drawn screen {screen}, {differences:differences}.",
      .languageAdded:
        "{locale} is a new language with {texts|# text|# texts}.",
      .languageRemoved:
        "The texts in {locale} were removed.",
      .defaultLanguageNamed:
        "The default language is now {locale}.",
      .defaultLanguageUnnamed:
        "There is no default language any more.",
      .defaultLanguage:
        "The default language is now {locale} instead of {before}.",
      .languageSupported:
        "The application now supports the language {locale}.",
      .languageUnsupported:
        "The application no longer supports the language {locale}.",
      .textAdded:
        "In {locale}, text {key} is new: {text}.",
      .textRemoved:
        "In {locale}, text {key} was removed.",
      .textChanged:
        "In {locale}, text {key} now reads {text} instead of {before}.",
      .segmentAdded:
        "Segment {segment} is new, with {values|# value|# values}.",
      .segmentRemoved:
        "Segment {segment} was removed.",
      .segmentGained:
        "Segment {segment} now has {added:values}.",
      .segmentLost:
        "Segment {segment} no longer has {removed:values}.",
      .segmentChanged:
        "Segment {segment} now has {added:values} and no longer has {removed:values}.",
      .attributeAdded:
        "Attribute {attribute} is new; its type is {type:raw}.",
      .attributeRemoved:
        "Attribute {attribute} was removed.",
      .attributeType:
        "Attribute {attribute} is now of type {type:raw} instead of {before:raw}.",
      .memberAdded:
        "The additional member {member} of {owner:owner} is new.",
      .memberChanged:
        "The additional member {member} of {owner:owner} changed.",
      .memberRemoved:
        "The additional member {member} of {owner:owner} was removed.",
    ]
  }

  extension ChangeMessageID {
    /// The names of the arguments, in the order of their first use; `?` follows an optional one.
    package var argumentNames: [String] { ChangeTexts.template(self).argumentNames }
  }
#endif
