/// The properties of each type of block: the vocabulary of level 1.
///
/// The parser, the verifier, the resolver and the portal's inspector all use these rules.
public enum BlockVocabulary {
  /// The level of the vocabulary that this engine knows.
  public static let level = 1
  /// The maximum number of blocks of a screen.
  public static let maximumBlocks = 200
  /// The maximum nesting of blocks.
  public static let maximumDepth = 12
  /// The maximum size of a screen, in bytes of canonical JSON.
  public static let maximumBytes = 32 * 1024
  /// The maximum number of fields of a screen.
  public static let maximumFields = 40
  /// The maximum number of elements that a list shows.
  public static let maximumListItems = 100
  /// The maximum number of actions for one press.
  public static let maximumActions = 4

  /// The properties that every block has.
  public static let common: [BlockRule] = table.rules("common")

  /// The properties that a type of block has in addition to ``common``.
  public static func rules(_ type: BlockType) -> [BlockRule] { byType[Int(type.rawValue)] }

  /// The rule of a property; nil if the type has no such property.
  public static func rule(_ key: BlockKey, of type: BlockType) -> BlockRule? {
    rules(type).first { $0.key == key } ?? common.first { $0.key == key }
  }

  /// The properties of an option of a `choice`.
  static let option: [BlockRule] = table.rules("option")

  private static let byType: [[BlockRule]] = BlockType.allCases.map { table.rules($0.name) }

  private static let table = BlockRuleTable(
    """
    a11y label=text hidden=boolean
    common id=name showIf=condition width=fill|fit|narrow pad=0-6 surface=roles \
    corner=none|small|large|full a11y=object:a11y else=block

    column gap=0-6 align=start|center|end|fill children!=blocks:200
    row gap=0-6 align=top|center|bottom|baseline spread=start|center|end|between \
    stackWhen=compact|largeText|never wrap=boolean children!=blocks:200
    grid min!=small|medium|large gap=0-6 children!=blocks:200
    overlay align=topStart|top|topEnd|start|center|end|bottomStart|bottom|bottomEnd \
    children!=blocks:4
    card do=actions selected=value:boolean children!=blocks:200
    footer children!=blocks:200
    spacer size=1-6 grow=boolean
    divider

    text text!=shownText style=display|title|headline|body|small|caption|code \
    role=heading1|heading2|heading3 tone=normal|muted|accent|good|warning|danger \
    align=start|center|end inline=boolean
    image image!=asset alt!=alternative fit=fit|fill ratio=1:1|4:3|16:9|3:4|natural
    icon name!=icons alt!=alternative tone=normal|muted|accent|good|warning|danger
    video video!=asset poster!=asset captions!=captions play=controls|loopMuted resume=stateKey \
    ended=actions
    badge text!=text tone=normal|muted|accent|good|warning|danger
    bullet title!=text text=text icon=icons
    bullets style=dot|check|number|timeline items!=objects:20:bullet
    fact name!=text value!=shownText
    facts items!=objects:20:fact
    progress value!=value:number total!=value:number style=bar|ring|dots alt!=text
    chart from!=path x!=path y!=path kind!=line|bar summary!=text empty=block
    countdown until!=value:date units=dhms|dhm|hms|ms ended!=block
    disclosure title!=text open=boolean children!=blocks:200

    button title!=text style=primary|secondary|plain|danger icon=icons do!=actions submits=boolean
    link title!=text to!=target

    field name!=name label!=text hint=text required=booleanOrCondition message=text
    input +field kind!=inputs min=0-2000 max=1-2000 pattern=pattern same=name secret=boolean
    number +field min=number max=number step=number unit=text
    date +field min=date max=date time=boolean
    toggle +field default=boolean mustBe=boolean
    slider +field min!=number max!=number step!=number default!=number unit=text
    option value!=json title!=text text=text image=asset icon=icons
    choice +field many=boolean style=list|cards|chips|menu options!=options:250 default=json \
    min=0-250 max=1-250 do=actions

    list from!=path key!=path item!=block empty!=block limit=1-100
    carousel from=path item=block children=blocks:12 dots=boolean state=stateKey
    tab title!=text children!=blocks:200
    tabs tabs!=objects:6:tab state=stateKey

    offer name!=name products!=names:6 default!=name style=list|cards title!=text price!=text \
    badge=json
    custom name!=name props=json children=blocks:200
    """)
}
