extension SQLiteSchema {
  /// The results counted from apps' events, which are kept longer than the events.
  ///
  /// `day` is the day on which a session's first events arrived or, for a user of an experiment,
  /// that of the first effect; `counted_items`, `units` and `reached_items` are lists of ids, each
  /// of four bytes, little-endian.
  static let resultTables = """
    -- The newest batch of events that is counted.
    CREATE TABLE result_progress (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      batch INTEGER NOT NULL
    ) STRICT;
    INSERT INTO result_progress VALUES (1, 0);

    -- What is counted: a kind and names, separated by U+001F.
    CREATE TABLE result_item (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      application TEXT NOT NULL,
      environment TEXT NOT NULL,
      key TEXT NOT NULL,
      is_declared INTEGER NOT NULL,
      -- The number of an experiment's rows in result_unit, so that a limit needs no counting.
      users INTEGER NOT NULL DEFAULT 0,
      UNIQUE (application, environment, key),
      FOREIGN KEY (application, environment) REFERENCES environment (application, name)
    ) STRICT;

    CREATE TABLE result_count (
      item INTEGER NOT NULL REFERENCES result_item (id),
      day INTEGER NOT NULL,
      sessions INTEGER NOT NULL,
      PRIMARY KEY (item, day)
    ) STRICT, WITHOUT ROWID;

    -- The users of a variant by the day of its first effect.
    CREATE TABLE result_variant (
      variant INTEGER NOT NULL REFERENCES result_item (id),
      day INTEGER NOT NULL,
      users INTEGER NOT NULL,
      multiple_exposure_users INTEGER NOT NULL,
      PRIMARY KEY (variant, day)
    ) STRICT, WITHOUT ROWID;

    -- The users of a variant who reached an item, by the day of the variant's first effect.
    CREATE TABLE result_variant_item (
      variant INTEGER NOT NULL REFERENCES result_item (id),
      item INTEGER NOT NULL REFERENCES result_item (id),
      day INTEGER NOT NULL,
      users INTEGER NOT NULL,
      PRIMARY KEY (variant, item, day)
    ) STRICT, WITHOUT ROWID;
    -- Without this index and `result_unit_by_variant`, removing an item would scan all rows of
    -- these tables.
    CREATE INDEX result_variant_item_by_item ON result_variant_item (item);

    -- What a session has done, so that it counts once. The id is a hash.
    CREATE TABLE result_session (
      id BLOB PRIMARY KEY,
      day INTEGER NOT NULL,
      last_day INTEGER NOT NULL,
      flow TEXT,
      counted_items BLOB NOT NULL,
      units BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX result_session_by_day ON result_session (last_day);

    -- What a user of an experiment has done. The unit is a hash.
    CREATE TABLE result_unit (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      experiment INTEGER NOT NULL REFERENCES result_item (id),
      unit BLOB NOT NULL,
      variant INTEGER NOT NULL REFERENCES result_item (id),
      day INTEGER NOT NULL,
      last_day INTEGER NOT NULL,
      has_multiple_exposures INTEGER NOT NULL,
      reached_items BLOB NOT NULL,
      UNIQUE (experiment, unit)
    ) STRICT;
    CREATE INDEX result_unit_by_day ON result_unit (last_day);
    CREATE INDEX result_unit_by_variant ON result_unit (variant);
    CREATE TRIGGER result_unit_adds_user AFTER INSERT ON result_unit
      BEGIN UPDATE result_item SET users = users + 1 WHERE id = new.experiment; END;
    CREATE TRIGGER result_unit_removes_user AFTER DELETE ON result_unit
      BEGIN UPDATE result_item SET users = users - 1 WHERE id = old.experiment; END;
    """
}
