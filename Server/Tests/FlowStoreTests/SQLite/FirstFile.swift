import GRDB

/// Writes a file as the first release wrote it, with something in each table.
///
/// The text is that release's own and stays as it is, whatever becomes of the schema: files like
/// this are out there.
enum FirstFile {
  static func write(to path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.inTransaction {
        try database.execute(sql: "PRAGMA application_id = \(0x466C_4D67)")
        try database.execute(sql: tables)
        try database.execute(sql: rows)
        try database.execute(sql: "PRAGMA user_version = 1")
        return .commit
      }
    }
    try queue.close()
  }

  private static let rows = """
    INSERT INTO organization VALUES ('acme', 'Acme', 100);
    INSERT INTO application VALUES ('shop', 'acme', 'Shop', 101);
    INSERT INTO environment VALUES ('shop', 'staging', 1, NULL), ('shop', 'production', 2, NULL);
    INSERT INTO manifest VALUES (1, 'shop', 'ios', '2.3.0', '451', CAST('{}' AS BLOB), 300);
    INSERT INTO draft VALUES ('shop', 7, CAST('{"flows":[]}' AS BLOB), 'Ada', 700);
    INSERT INTO release VALUES
      ('shop', 1, 'production', CAST('{"schema":1,"number":1}' AS BLOB), 'Number 1', 'Ada', 1001,
        NULL),
      ('shop', 2, 'production', CAST('{"schema":1,"number":2}' AS BLOB), 'Number 2', 'Ada', 1002,
        1);
    UPDATE environment SET current = 2 WHERE name = 'production';
    INSERT INTO sdk_key VALUES (1, 'pk_one', 'shop', 'production', 'Phones', 400, NULL),
      (2, 'pk_old', 'shop', 'staging', 'Old phones', 390, 395);
    INSERT INTO api_token VALUES (1, 't1', 'acme', 'CI',
      x'0008101820283038404850586068707880889098a0a8b0b8c0c8d0d8e0e8f0f8',
      'read draft publish', 500, 9000, NULL);
    INSERT INTO event_batch VALUES (1, 'shop', 'production', 'a', 2, CAST('[]' AS BLOB), 600);
    INSERT INTO build_use VALUES ('shop', 'production', 20000, 'ios', '2.3.0', '451', 3);
    INSERT INTO audit VALUES (1, 200, 'Ada', 'release.published', 'acme', 'shop', 'production',
      '{}');
    INSERT INTO probe VALUES (1, x'00');
    """

  private static let tables = """
    CREATE TABLE organization (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE application (
      id TEXT PRIMARY KEY,
      organization TEXT NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL,
      created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX application_of_organization ON application (organization);

    CREATE TABLE environment (
      application TEXT NOT NULL REFERENCES application (id),
      name TEXT NOT NULL,
      position INTEGER NOT NULL,
      current INTEGER,
      PRIMARY KEY (application, name),
      FOREIGN KEY (application, current) REFERENCES release (application, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE manifest (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT,
      application TEXT NOT NULL REFERENCES application (id),
      platform TEXT NOT NULL,
      version TEXT NOT NULL,
      build TEXT NOT NULL,
      body BLOB NOT NULL,
      received INTEGER NOT NULL,
      UNIQUE (application, platform, version, build)
    ) STRICT;

    -- A draft that was taken away keeps its revision, so that no revision ever means two drafts.
    CREATE TABLE draft (
      application TEXT NOT NULL PRIMARY KEY REFERENCES application (id),
      revision INTEGER NOT NULL CHECK (revision > 0),
      body BLOB,
      author TEXT NOT NULL,
      updated INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE release (
      application TEXT NOT NULL REFERENCES application (id),
      number INTEGER NOT NULL CHECK (number > 0),
      environment TEXT NOT NULL,
      body BLOB NOT NULL,
      note TEXT NOT NULL,
      author TEXT NOT NULL,
      published INTEGER NOT NULL,
      rollback_of INTEGER,
      PRIMARY KEY (application, number),
      FOREIGN KEY (application, environment) REFERENCES environment (application, name),
      FOREIGN KEY (application, rollback_of) REFERENCES release (application, number)
    ) STRICT;
    CREATE INDEX release_of_environment ON release (application, environment, number);
    CREATE TRIGGER release_stays BEFORE UPDATE ON release
      BEGIN SELECT RAISE (ABORT, 'a release never changes'); END;
    CREATE TRIGGER release_is_kept BEFORE DELETE ON release
      BEGIN SELECT RAISE (ABORT, 'a release is never deleted'); END;

    CREATE TABLE sdk_key (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      application TEXT NOT NULL,
      environment TEXT NOT NULL,
      name TEXT NOT NULL,
      created INTEGER NOT NULL,
      revoked INTEGER,
      FOREIGN KEY (application, environment) REFERENCES environment (application, name)
    ) STRICT;
    CREATE INDEX sdk_key_of_environment ON sdk_key (application, environment);

    CREATE TABLE api_token (
      arrival INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      organization TEXT NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL,
      hash BLOB NOT NULL,
      scopes TEXT NOT NULL,
      created INTEGER NOT NULL,
      expires INTEGER,
      revoked INTEGER
    ) STRICT;
    CREATE INDEX api_token_of_organization ON api_token (organization);

    CREATE TABLE event_batch (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      application TEXT NOT NULL,
      environment TEXT NOT NULL,
      key TEXT NOT NULL,
      count INTEGER NOT NULL,
      body BLOB NOT NULL,
      received INTEGER NOT NULL,
      UNIQUE (application, environment, key),
      FOREIGN KEY (application, environment) REFERENCES environment (application, name)
    ) STRICT;
    CREATE INDEX event_batch_of_application ON event_batch (application);

    CREATE TABLE build_use (
      application TEXT NOT NULL,
      environment TEXT NOT NULL,
      day INTEGER NOT NULL,
      platform TEXT NOT NULL,
      version TEXT NOT NULL,
      build TEXT NOT NULL,
      sessions INTEGER NOT NULL,
      PRIMARY KEY (application, environment, day, platform, version, build),
      FOREIGN KEY (application, environment) REFERENCES environment (application, name)
    ) STRICT, WITHOUT ROWID;

    -- No foreign keys: what happened stays written down whatever becomes of the things.
    CREATE TABLE audit (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      action TEXT NOT NULL,
      organization TEXT NOT NULL,
      application TEXT,
      environment TEXT,
      detail TEXT NOT NULL
    ) STRICT;
    CREATE INDEX audit_of_organization ON audit (organization, application);

    CREATE TABLE probe (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      value BLOB NOT NULL
    ) STRICT;
    """
}
