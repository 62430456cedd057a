extension Schema1File {
  static let assetTables = """
    CREATE TABLE asset (
      application TEXT NOT NULL REFERENCES application (id),
      digest TEXT NOT NULL,
      type TEXT NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      size INTEGER NOT NULL,
      added INTEGER NOT NULL,
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

  static let templateTables = """
    CREATE TABLE screen_template (
      organization TEXT NOT NULL REFERENCES organization (id),
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      revision INTEGER NOT NULL CHECK (revision > 0),
      version INTEGER NOT NULL CHECK (version > 0),
      PRIMARY KEY (organization, id),
      UNIQUE (organization, name)
    ) STRICT;
    CREATE TABLE screen_template_version (
      organization TEXT NOT NULL,
      template TEXT NOT NULL,
      version INTEGER NOT NULL,
      author TEXT NOT NULL,
      author_kind TEXT NOT NULL,
      author_id TEXT NOT NULL,
      author_user TEXT,
      updated INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (organization, template, version),
      FOREIGN KEY (organization, template) REFERENCES screen_template (organization, id)
    ) STRICT;
    CREATE TABLE screen_template_asset (
      application TEXT NOT NULL,
      digest TEXT NOT NULL,
      organization TEXT NOT NULL,
      template TEXT NOT NULL,
      version INTEGER NOT NULL,
      PRIMARY KEY (application, digest, organization, template, version),
      FOREIGN KEY (application, digest) REFERENCES asset (application, digest),
      FOREIGN KEY (organization, template, version)
        REFERENCES screen_template_version (organization, template, version)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX screen_template_asset_of_version
      ON screen_template_asset (organization, template, version);
    CREATE TRIGGER erase_template_author BEFORE DELETE ON user
      BEGIN
        UPDATE screen_template_version SET author = 'deleted user'
        WHERE author_id = old.id AND author_kind = 'user';
      END;
    """
}
