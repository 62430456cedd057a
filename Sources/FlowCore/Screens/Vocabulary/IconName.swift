/// The names of the icons of level 1; each renderer has its own symbols for them.
public enum IconName {
  /// All names.
  public static let all: [Name] = Name.list(
    """
    add airplane alarm apple arrowDown arrowEnd arrowStart arrowUp bag bank barcode battery
    bell bike bolt book bookmark box brain briefcase bus cake calculator calendar camera car
    card cart chart chat check checkCircle chevronDown chevronEnd chevronStart chevronUp
    clipboard clock close cloud code coffee coin compass copy crown diamond document download
    edit email error eye eyeOff face filter fingerprint fire flag folder food gear gift globe
    graph hand headphones heart help home hourglass image info key leaf lightbulb link list
    location lock map medal meditation menu microphone minus moon more mountain music mute
    pause people person phone pin play power print receipt refresh ribbon run scale scan search
    send share shield sleep sound sparkles star stop store sun tag target ticket timer train
    trash trophy undo unlock upload video wallet warning watch water wifi yoga
    """)
}
