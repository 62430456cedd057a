extension SQLiteSchema {
  /// Adds what apps tell of people's attributes, and what screens look like.
  ///
  /// Values are kept as their JSON text. A time in `private` or `crowded` says since when an
  /// attribute's values are not kept; a picture's bytes stand last, so that lists do not read them.
  static let following = """
    CREATE TABLE attribute (
      application TEXT NOT NULL,
      environment TEXT NOT NULL,
      name TEXT NOT NULL,
      types TEXT NOT NULL,
      sessions INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      private INTEGER,
      crowded INTEGER,
      PRIMARY KEY (application, environment, name),
      FOREIGN KEY (application, environment) REFERENCES environment (application, name)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE attribute_value (
      application TEXT NOT NULL,
      environment TEXT NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      sessions INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      PRIMARY KEY (application, environment, name, value)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE snapshot (
      application TEXT NOT NULL REFERENCES application (id),
      screen TEXT NOT NULL,
      type TEXT NOT NULL,
      tag TEXT NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      at INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (application, screen)
    ) STRICT;
    """
}
