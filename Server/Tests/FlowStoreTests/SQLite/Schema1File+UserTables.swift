extension Schema1File {
  static let userTables = """
    CREATE TABLE user (
      id TEXT PRIMARY KEY,
      email TEXT NOT NULL,
      email_key TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      verified INTEGER,
      ownership_unverified_since INTEGER,
      language TEXT,
      disabled INTEGER,
      created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE password (
      user TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
      hash TEXT NOT NULL,
      changed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE external_identity (
      sequence INTEGER PRIMARY KEY,
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      user TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      email TEXT NOT NULL,
      created INTEGER NOT NULL,
      UNIQUE (issuer, subject)
    ) STRICT;
    CREATE INDEX external_identity_of_user ON external_identity (user);

    CREATE TABLE one_time_token (
      sequence INTEGER PRIMARY KEY,
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
      sequence INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      hash BLOB UNIQUE,
      kind TEXT NOT NULL,
      user TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      created INTEGER NOT NULL,
      last_used INTEGER NOT NULL,
      expires INTEGER NOT NULL,
      last_authenticated INTEGER NOT NULL,
      has_second_factor INTEGER NOT NULL,
      address TEXT NOT NULL,
      user_agent TEXT NOT NULL,
      failed_reauthentications INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX session_of_user ON session (user, last_used);
    CREATE INDEX session_by_expiry ON session (expires);
    CREATE INDEX session_by_use ON session (last_used);

    CREATE TABLE refresh_token (
      sequence INTEGER PRIMARY KEY,
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
      sequence INTEGER PRIMARY KEY,
      user TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      hash BLOB NOT NULL,
      used INTEGER,
      UNIQUE (user, hash)
    ) STRICT;

    CREATE TABLE passkey (
      sequence INTEGER PRIMARY KEY,
      credential_id BLOB NOT NULL UNIQUE,
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
      sequence INTEGER PRIMARY KEY,
      hash BLOB NOT NULL UNIQUE,
      user TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      created INTEGER NOT NULL,
      failures INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX known_device_of_user ON known_device (user, created);
    CREATE INDEX known_device_by_creation ON known_device (created);

    CREATE TABLE throttle (
      key TEXT PRIMARY KEY,
      failures INTEGER NOT NULL,
      last_failure INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX throttle_by_last_failure ON throttle (last_failure);

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
      sequence INTEGER PRIMARY KEY,
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
      ended INTEGER,
      outcome TEXT CHECK ((outcome IS NULL) = (ended IS NULL))
    ) STRICT;
    CREATE INDEX invitation_of_organization ON invitation (organization, created);
    CREATE INDEX invitation_of_inviter ON invitation (inviter_user, created);
    CREATE INDEX invitation_of_recipient ON invitation (email_key, created);

    CREATE TABLE invitation_report (
      organization TEXT NOT NULL,
      recipient TEXT NOT NULL,
      invitation TEXT NOT NULL,
      at INTEGER NOT NULL,
      dismissed INTEGER,
      PRIMARY KEY (organization, recipient)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE mail (
      sequence INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      recipient TEXT NOT NULL,
      user TEXT,
      subject TEXT NOT NULL,
      text TEXT NOT NULL,
      html TEXT NOT NULL,
      created INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      next_attempt INTEGER NOT NULL,
      finished INTEGER,
      state TEXT NOT NULL,
      error TEXT NOT NULL
    ) STRICT;
    CREATE INDEX mail_queued ON mail (created) WHERE state = 'queued';
    CREATE INDEX mail_finished ON mail (finished) WHERE finished IS NOT NULL;

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
