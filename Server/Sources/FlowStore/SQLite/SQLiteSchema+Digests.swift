extension SQLiteSchema {
  /// The SHA-256 hash of each release's document, to detect damage to its bytes: SQLite checks the
  /// structure of a file, not the contents of its rows.
  static let digests = """
    ALTER TABLE release ADD COLUMN digest BLOB CHECK (length (digest) = 32);
    UPDATE release SET digest = sha256 (body);
    DROP TRIGGER release_stays;
    CREATE TRIGGER release_stays BEFORE UPDATE OF application, number, environment, body, note,
      author_kind, author_id, author_user, published, rollback_of, digest ON release
      BEGIN SELECT RAISE (ABORT, 'a release never changes'); END;
    """
}
