extension SQLiteSchema {
  /// Pictures that documents reference by hash, and the releases that use them.
  ///
  /// Foreign keys prevent deleting an asset that a release uses.
  static let assetTables = """
    CREATE TABLE asset (
      application TEXT NOT NULL REFERENCES application (id),
      digest TEXT NOT NULL,
      type TEXT NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      size INTEGER NOT NULL,
      added INTEGER NOT NULL,
      -- The last time at which it was uploaded, or found in the draft.
      last_used INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (application, digest)
    ) STRICT;
    CREATE TABLE release_asset (
      application TEXT NOT NULL,
      digest TEXT NOT NULL,
      number INTEGER NOT NULL,
      PRIMARY KEY (application, digest, number),
      FOREIGN KEY (application, digest) REFERENCES asset (application, digest),
      FOREIGN KEY (application, number) REFERENCES release (application, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER asset_adds_storage AFTER INSERT ON asset
      BEGIN
        UPDATE storage_volume SET bytes = bytes + length (new.body)
        WHERE application = new.application;
      END;
    CREATE TRIGGER asset_frees_storage AFTER DELETE ON asset
      BEGIN
        UPDATE storage_volume SET bytes = bytes - length (old.body)
        WHERE application = old.application;
      END;
    """
}
