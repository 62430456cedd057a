public import FlowMagic

/// The custom blocks of the app's screens, with the properties that a document sets.
///
/// The web app has the same blocks. What differs from user to user is not in the document: views
/// read it from the models.
public enum YogaBlocks {
  /// `{"myth": "agni"}`: the header of a screen about a myth, by default the step's.
  public struct MythHeader: CustomBlock {
    /// The properties.
    public struct Properties: Codable, Sendable {
      /// The myth's id; nil for that of the step.
      public var myth: String?
    }
  }

  /// `{"myth": "agni"}`: the art and the name of a myth, inside a card that can be pressed.
  public struct MythCard: CustomBlock {
    /// The properties.
    public struct Properties: Codable, Sendable {
      /// The myth's id.
      public var myth: String
      /// Whether the myth is shown as locked.
      public var locked: Bool?
    }
  }

  /// `{"index": 0}`: a video of the step's myth or of `myth`, inside a card that can be pressed.
  public struct VideoCard: CustomBlock {
    /// The properties.
    public struct Properties: Codable, Sendable {
      /// The myth's id; nil for that of the step.
      public var myth: String?
      /// The index in the myth, from 0 to 5.
      public var index: Int?
      /// The video's id; nil for the one at ``index``.
      public var video: String?
    }
  }

  /// A choice of lengths; the screen's practices of other lengths are hidden.
  public struct LengthFilter: CustomBlock {
    /// The properties.
    public struct Properties: Codable, Sendable {}
  }

  /// The glossary by group, which can be searched.
  public struct Glossary: CustomBlock {
    /// The properties.
    public struct Properties: Codable, Sendable {}
  }

  /// `{"onEnd": "done"}`: the player of the chosen video, with the six videos of its
  /// myth as a playlist.
  public struct Player: CustomBlock {
    /// The properties.
    public struct Properties: Codable, Sendable {
      /// The key of a button that is pressed when the chosen video ends; empty or nil for none.
      public var onEnd: String?
      /// The video's id; nil for the one that was chosen.
      public var video: String?
    }
  }

  /// `{"icon": "camera", "titles": {"en": …, "de": …}}`: a large labeled action, inside a card
  /// that can be pressed.
  public struct Action: CustomBlock {
    /// The properties.
    public struct Properties: Codable, Sendable {
      /// `myths`, `path`, `camera`, `gallery`, `history`, `glossary`, `downloads`, `account` or
      /// `log-out`.
      public var icon: String?
      /// The title by language.
      public var titles: [String: String]?
      /// The title in all languages.
      public var title: String?
      /// A sentence below the title.
      public var text: String?
    }
  }

  /// `{"source": "camera"}`: a profile picture from the camera or the photo library.
  public struct Camera: CustomBlock {
    /// The properties.
    public struct Properties: Codable, Sendable {
      /// `camera` or `gallery`.
      public var source: String?
      /// The path that the web app returns to; not used here.
      public var back: String?
    }
  }

  /// `{"myth": "agni"}`: the downloads of a myth, by default the step's; all on the device if
  /// neither is set.
  public struct Downloads: CustomBlock {
    /// The properties.
    public struct Properties: Codable, Sendable {
      /// The myth's id.
      public var myth: String?
    }
  }

  /// The profile picture; nothing without one.
  public struct Avatar: CustomBlock {
    /// The properties.
    public struct Properties: Codable, Sendable {}
  }

  /// Settings for bells, captions and the streak.
  public struct PracticeSettings: CustomBlock {
    /// The properties.
    public struct Properties: Codable, Sendable {}
  }

  /// The streak, and the history of finished practices.
  public struct Streak: CustomBlock {
    /// The properties.
    public struct Properties: Codable, Sendable {}
  }

  /// Whether everything has been sent to the service.
  public struct SyncStatus: CustomBlock {
    /// The properties.
    public struct Properties: Codable, Sendable {}
  }

  /// Empty: in the web app, it removes the last user's data when the start screen is shown; in this
  /// app, logging out does so.
  public struct SignedOut: CustomBlock {
    /// The properties.
    public struct Properties: Codable, Sendable {}
  }

  /// A button that saves or shares the user's data.
  public struct ExportLink: CustomBlock {
    /// The properties.
    public struct Properties: Codable, Sendable {}
  }
}
