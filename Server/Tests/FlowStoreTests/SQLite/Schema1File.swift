import GRDB

/// Writes a file with schema 1, the first release's, with rows in its tables.
///
/// The text is frozen: a released migration never changes, because existing files have run it. A
/// change to the tables adds a migration and, beside this file, one with the previous schema.
enum Schema1File {
  static func write(to path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.inTransaction {
        try database.execute(sql: "PRAGMA application_id = \(0x466C_4D67)")
        try database.execute(sql: userTables + erasure + storeTables)
        try database.execute(sql: rows)
        try database.execute(sql: "PRAGMA user_version = 1")
        return .commit
      }
    }
    try queue.close()
  }

  private static let rows = """
    INSERT INTO organization VALUES ('acme', 'Acme', 100, NULL, NULL);
    INSERT INTO application VALUES ('shop', 'acme', 'Shop', 101);
    INSERT INTO environment VALUES
      ('shop', 'staging', 1, NULL, NULL), ('shop', 'production', 2, NULL, NULL);
    INSERT INTO manifest VALUES
      (1, 'shop', 'ios', '2.3.0', '451', CAST('{}' AS BLOB), 300, NULL, NULL);
    INSERT INTO draft VALUES ('shop', 7, CAST('{"flows":[]}' AS BLOB), 'Ada', 'operator', 'Ada',
      NULL, 700);
    INSERT INTO release VALUES
      ('shop', 1, 'production', CAST('{"schema":1,"number":1}' AS BLOB), 'Number 1', 'Ada',
        'operator', 'Ada', NULL, 1001, NULL),
      ('shop', 2, 'production', CAST('{"schema":1,"number":2}' AS BLOB), 'Number 2', 'Ada',
        'operator', 'Ada', NULL, 1002, 1);
    UPDATE environment SET current = 2 WHERE name = 'production';
    INSERT INTO sdk_key VALUES (1, 'pk_one', 'shop', 'production', 'Phones', 400, NULL),
      (2, 'pk_old', 'shop', 'staging', 'Old phones', 390, 395);
    INSERT INTO api_token VALUES (1, 't1', 'acme', 'CI',
      x'0008101820283038404850586068707880889098a0a8b0b8c0c8d0d8e0e8f0f8',
      'read draft publish', 500, 9000, NULL, NULL, NULL, NULL, NULL);
    INSERT INTO event_batch VALUES (1, 'shop', 'production', 'a', 2, CAST('[]' AS BLOB), 600);
    INSERT INTO event_volume VALUES ('shop', 1, 258);
    INSERT INTO build_use VALUES ('shop', 'production', 20000, 'ios', '2.3.0', '451', 3);
    INSERT INTO audit VALUES (1, 200, 'Ada', 'operator', 'Ada', NULL, 'release.published', 'acme',
      'shop', 'production', '{}', NULL, 0);
    INSERT INTO user VALUES
      ('p_ada0000000000000', 'Ada@example.com', 'ada@example.com', 'Ada', 100, NULL, NULL, 100);
    INSERT INTO membership VALUES ('acme', 'p_ada0000000000000', 'owner', '[]', 100);
    INSERT INTO api_token VALUES (2, 't2', 'acme', 'Laptop',
      x'0707070707070707070707070707070707070707070707070707070707070707', 'read', 500, 9000, NULL,
      'p_ada0000000000000', 'shop', 'staging', 555);
    INSERT INTO layout_step VALUES ('shop', 'main', 'a', 1, 2);
    INSERT INTO attribute VALUES ('shop', 'production', 'country', 'string', 3, 600, NULL, NULL);
    INSERT INTO attribute_value VALUES ('shop', 'production', 'country', '"AT"', 3, 600);
    """
}

extension Schema1File {
  private static let userTables = """
    CREATE TABLE user (
      id TEXT PRIMARY KEY,
      email TEXT NOT NULL,
      email_key TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      verified INTEGER,
      unproven INTEGER,
      disabled INTEGER,
      created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE password (
      user TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
      hash TEXT NOT NULL,
      changed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE external_identity (
      arrival INTEGER PRIMARY KEY,
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      user TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      email TEXT NOT NULL,
      created INTEGER NOT NULL,
      UNIQUE (issuer, subject)
    ) STRICT;
    CREATE INDEX external_identity_of_user ON external_identity (user);

    CREATE TABLE one_time_token (
      arrival INTEGER PRIMARY KEY,
      hash BLOB NOT NULL UNIQUE,
      purpose TEXT NOT NULL,
      user TEXT REFERENCES user (id) ON DELETE CASCADE,
      payload TEXT NOT NULL,
      created INTEGER NOT NULL,
      expires INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX one_time_token_of_user ON one_time_token (user, purpose);
    CREATE INDEX one_time_token_for_purpose ON one_time_token (purpose, created);
    CREATE INDEX one_time_token_by_expiry ON one_time_token (expires);

    CREATE TABLE session (
      arrival INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      hash BLOB UNIQUE,
      kind TEXT NOT NULL,
      user TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      created INTEGER NOT NULL,
      last_used INTEGER NOT NULL,
      expires INTEGER NOT NULL,
      authenticated INTEGER NOT NULL,
      has_second_factor INTEGER NOT NULL,
      address TEXT NOT NULL,
      user_agent TEXT NOT NULL,
      failed_reauthentications INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX session_of_user ON session (user, last_used);
    CREATE INDEX session_by_expiry ON session (expires);
    CREATE INDEX session_by_use ON session (last_used);

    CREATE TABLE refresh_token (
      arrival INTEGER PRIMARY KEY,
      hash BLOB NOT NULL UNIQUE,
      session TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      created INTEGER NOT NULL,
      used INTEGER
    ) STRICT;
    CREATE INDEX refresh_token_of_session ON refresh_token (session, created);

    CREATE TABLE totp (
      user TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
      sealed_secret BLOB NOT NULL,
      confirmed INTEGER,
      last_step INTEGER NOT NULL,
      created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE recovery_code (
      arrival INTEGER PRIMARY KEY,
      user TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      hash BLOB NOT NULL,
      used INTEGER,
      UNIQUE (user, hash)
    ) STRICT;

    CREATE TABLE passkey (
      arrival INTEGER PRIMARY KEY,
      credential BLOB NOT NULL UNIQUE,
      user TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      public_key BLOB NOT NULL,
      signature_count INTEGER NOT NULL,
      name TEXT NOT NULL,
      is_backup_eligible INTEGER NOT NULL,
      created INTEGER NOT NULL,
      last_used INTEGER
    ) STRICT;
    CREATE INDEX passkey_of_user ON passkey (user, created);

    CREATE TABLE known_device (
      arrival INTEGER PRIMARY KEY,
      hash BLOB NOT NULL UNIQUE,
      user TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      created INTEGER NOT NULL,
      failures INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX known_device_of_user ON known_device (user, created);
    CREATE INDEX known_device_by_age ON known_device (created);

    CREATE TABLE throttle (
      key TEXT PRIMARY KEY,
      failures INTEGER NOT NULL,
      last INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX throttle_by_time ON throttle (last);

    CREATE TABLE membership (
      organization TEXT NOT NULL,
      user TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      role TEXT NOT NULL,
      grants TEXT NOT NULL,
      since INTEGER NOT NULL,
      PRIMARY KEY (organization, user)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX membership_of_user ON membership (user);

    CREATE TABLE invitation (
      arrival INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      hash BLOB NOT NULL UNIQUE,
      organization TEXT NOT NULL,
      email TEXT NOT NULL,
      email_key TEXT NOT NULL,
      role TEXT NOT NULL,
      grants TEXT NOT NULL,
      inviter TEXT NOT NULL,
      inviter_kind TEXT NOT NULL,
      inviter_id TEXT NOT NULL,
      inviter_user TEXT,
      created INTEGER NOT NULL,
      expires INTEGER NOT NULL,
      is_link_shown INTEGER NOT NULL,
      ended INTEGER
    ) STRICT;
    CREATE INDEX invitation_of_organization ON invitation (organization, created);
    CREATE INDEX invitation_of_inviter ON invitation (inviter_user, created);
    CREATE INDEX invitation_of_recipient ON invitation (email_key, created);

    CREATE TABLE invitation_report (
      organization TEXT NOT NULL,
      recipient TEXT NOT NULL,
      invitation TEXT NOT NULL,
      at INTEGER NOT NULL,
      lifted INTEGER,
      PRIMARY KEY (organization, recipient)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE mail (
      arrival INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      recipient TEXT NOT NULL,
      -- Whose account it is about, where that does not follow from the recipient.
      user TEXT,
      subject TEXT NOT NULL,
      text TEXT NOT NULL,
      html TEXT NOT NULL,
      created INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      next INTEGER NOT NULL,
      state TEXT NOT NULL,
      error TEXT NOT NULL
    ) STRICT;
    CREATE INDEX mail_waiting ON mail (created) WHERE state = 'waiting';
    CREATE INDEX mail_settled ON mail (next) WHERE state <> 'waiting';

    CREATE TABLE security_event (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      action TEXT NOT NULL,
      user TEXT,
      organization TEXT,
      actor TEXT NOT NULL,
      actor_kind TEXT NOT NULL,
      actor_id TEXT NOT NULL,
      actor_user TEXT,
      address TEXT NOT NULL,
      user_agent TEXT NOT NULL,
      detail TEXT NOT NULL
    ) STRICT;
    CREATE INDEX security_event_of_user ON security_event (user);


    """
}
