extension SQLiteSchema {
  /// The screen templates of organizations, their versions, and the pictures of these.
  ///
  /// Foreign keys prevent deleting a picture that a version uses, as for releases.
  static let templateTables = """
    CREATE TABLE screen_template (
      organization TEXT NOT NULL REFERENCES organization (id),
      id TEXT NOT NULL,
      name TEXT NOT NULL,
      revision INTEGER NOT NULL CHECK (revision > 0),
      -- The newest version.
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
