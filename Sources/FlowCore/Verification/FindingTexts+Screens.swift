#if !hasFeature(Embedded)
  extension FindingTexts {
    /// Findings about drawn screens.
    static let drawnScreens: [FindingMessageID: MessageTemplate] = [
      .duplicateScreen: MessageTemplate(
        "defines screen {screen} twice; only the first is ever shown.",
        fix: "Give one of the two another name."),
      .drawnScreenInCode: MessageTemplate(
        "defines screen {screen}, but {builds:builds} has a screen of this name in its code, which "
          + "its users see instead.",
        fix: "Give the drawn screen another name, or remove it."),
      .unknownBlock: MessageTemplate(
        "defines screen {screen} with a block of type {name} at {at:code}, which does not exist.",
        fix: "Choose a type that exists, or give the block a fallback in “else”."),
      .unknownProperty: MessageTemplate(
        "defines screen {screen} with a property {name} at {at:code}, which is ignored: no "
          + "property has this name there.",
        fix: "Correct the name, or remove the property."),
      .missingProperty: MessageTemplate(
        "defines screen {screen} with something at {at:code} that is not shown, because it lacks "
          + "{name}.",
        fix: "Add {name}."),
      .invalidProperty: MessageTemplate(
        "has a value at {at:code}[[ of drawn screen {screen}]] that should be "
          + "{expected:expected}[[: {values:or}]].",
        fix: "Correct the value."),
      .screenTooLarge: MessageTemplate(
        "defines screen {screen} with more than {limit} {what:expected}.",
        fix: "Divide the screen into several."),
      .misplacedBlock: MessageTemplate(
        "defines screen {screen} with a block at {at:code} that cannot be there: {why:expected}.",
        fix: "Move the block, or remove it."),
      .unknownBinding: MessageTemplate(
        "defines screen {screen} with {name} at {at:code}, which does not exist.",
        fix: "Correct the name, or declare it: as state, as a parameter or as an asset."),
      .duplicateBlock: MessageTemplate(
        "defines screen {screen} with {name} twice, the second time at {at:code}.",
        fix: "Give one of the two another name."),
      .blockIsOptional: MessageTemplate(
        "defines screen {screen} with a block at {at:code} that {builds:builds} "
          + "cannot show[[ ({share:share} of the last 30 days' sessions)]]; users there do not see "
          + "it.",
        fix: "Publish if these users can do without the block, or give it a fallback in “else”."),
      .blockIsNeeded: MessageTemplate(
        "defines screen {screen} with a block at {at:code} that {builds:builds} "
          + "cannot show[[ ({share:share} of the last 30 days' sessions)]]; without it users there "
          + "cannot answer or continue.",
        fix: "Give the block a fallback in “else”."),
      .noExitInBuild: MessageTemplate(
        "defines screen {screen}, which has no exit in {builds:builds}"
          + "[[ ({share:share} of the last 30 days' sessions)]].",
        fix: "Add a button that fires a port to the “else” that these builds show."),
      .lowContrast: MessageTemplate(
        "has a theme in which {text} on {background} has a contrast of {ratio:ratio} in "
          + "{appearance:expected}; below 4.5 many people cannot read it.",
        fix: "Make one of the two colors lighter or darker."),
    ]
  }

  extension EnglishFormat {
    /// Returns the phrase for an expected value, an exceeded limit, or the reason why a block is
    /// not allowed in its place.
    static func expected(_ code: String) -> String {
      phrases[Name(code)] ?? "something else"
    }

    private static let phrases: [Name: String] = [
      "object": "an object",
      "state": "a type and a default",
      "boolean": "true or false",
      "number": "a number that the property can have",
      "enum": "one of the allowed values",
      "name": "a name",
      "text": "a text, or a key of a text",
      "value": "a value of its type",
      "path": "a path such as “output.email”",
      "condition": "a condition",
      "actions": "a list of at most four actions",
      "action": "an action: fire, back, set, open or call",
      "last": "the last action, because it leaves the screen",
      "block": "a block with a type",
      "list": "a list that is not too long",
      "date": "a day such as “2026-12-31” or “today+14d”",
      "pattern": "a pattern that is matched in linear time",
      "color": "a color such as “#1F57D6”",
      "bytes": "bytes",
      "blocks": "blocks",
      "levels": "levels of nested blocks",
      "fields": "fields",
      "fieldInList": "a list would repeat the name of a field",
      "carousel": "a carousel has either children, or from and item",
      "footer": "a footer is the last block of a screen whose first block is a column",
      "light": "the light appearance",
      "dark": "the dark appearance",
    ]

    /// Hundredths, such as 312, as a decimal number.
    static func ratio(_ value: JSON) -> String {
      let hundredths = Int(value.number?.int ?? 0)
      let fraction = hundredths % 100
      return (hundredths / 100).description + (fraction < 10 ? ".0" : ".") + fraction.description
    }
  }
#endif
