extension SQLiteAccounts {
  /// The SQL of the migration that creates the tables, views and triggers.
  ///
  /// Existing files have applied it, so a schema that has been released is never edited: changes to
  /// the tables are further migrations.
  ///
  /// Times are seconds since 1970. `sequence` is the order of insertion, for rows of the same
  /// second. Ids of organizations and applications refer to records of the server.
  public static let schema =
    userSchema + sessionSchema + organizationSchema + logSchema + erasureSchema

  private static let userSchema = """
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


    """

  private static let sessionSchema = """
    -- The hash is NULL for an app's session that was never renewed.
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


    """

  private static let organizationSchema = """
    -- Grants are a JSON array: they are read and written with their membership only.
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

    -- The recipient is a keyed hash of the address, so that the reports name no one.
    CREATE TABLE invitation_report (
      organization TEXT NOT NULL,
      recipient TEXT NOT NULL,
      invitation TEXT NOT NULL,
      at INTEGER NOT NULL,
      dismissed INTEGER,
      PRIMARY KEY (organization, recipient)
    ) STRICT, WITHOUT ROWID;


    """

  private static let logSchema = """
    CREATE TABLE mail (
      sequence INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      recipient TEXT NOT NULL,
      -- Whose account it is about, where that does not follow from the recipient.
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

    -- No foreign keys: an event about others is kept when its actor's account is deleted.
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

  /// The triggers that delete an account's data, and that protect everything else in the event log.
  ///
  /// Addresses are compared with their quotation marks in JSON, because `da@example.com` is also
  /// part of `ada@example.com`.
  private static let erasureSchema = """
    -- Events about members have further spellings: registering an unverified address again may
    -- change its spelling without an event `account.address-changed`.
    -- NB: with `PRAGMA trusted_schema = OFF`, a view must not use `json_extract`.
    CREATE VIEW address_of_user (user, address, until) AS
      SELECT id, email, 9223372036854775807 FROM user
      UNION ALL
      SELECT user, member.value, at FROM security_event, json_each (detail) AS member
      WHERE action = 'account.address-changed' AND member.key = 'from'
        OR action IN ('member.added', 'member.changed', 'member.removed') AND member.key = 'email'
          AND lower (member.value) = (SELECT email_key FROM user WHERE id = security_event.user);

    -- Inserting an address erases it everywhere: the trigger runs for each inserted row, and SQLite
    -- has no other loop. Records newer than `until` belong to the current owner of the address.
    CREATE VIEW erased_address (address, until) AS SELECT NULL, NULL WHERE FALSE;
    CREATE TRIGGER erase_address INSTEAD OF INSERT ON erased_address
      BEGIN
        DELETE FROM mail WHERE lower (recipient) = lower (new.address) AND created <= new.until;
        DELETE FROM invitation
        WHERE email_key = lower (new.address) AND created <= new.until;
        UPDATE security_event
        SET detail = replace (detail, '"' || new.address || '"', '"deleted user"')
        WHERE at <= new.until AND instr (detail, '"' || new.address || '"') > 0;
      END;

    -- Deletes everything about a user, and their name from records of their actions on others.
    -- An invitation that they accepted may have been sent to an address that they never had.
    -- NB: each address once, because erasing one reads all emails and events.
    CREATE TRIGGER erase_user BEFORE DELETE ON user
      BEGIN
        DELETE FROM invitation WHERE id IN (
          SELECT member.value FROM security_event, json_each (detail) AS member
          WHERE user = old.id AND action = 'invitation.accepted' AND member.key = 'invitation');
        INSERT INTO erased_address
        SELECT address, iif (
          EXISTS (
            SELECT 1 FROM user AS other
            WHERE other.email_key = lower (address) AND other.id <> old.id),
          max (until), 9223372036854775807)
        FROM address_of_user WHERE user = old.id GROUP BY address;
        DELETE FROM mail WHERE user = old.id;
        UPDATE security_event SET actor = 'deleted user', address = '', user_agent = ''
        WHERE actor_id = old.id AND actor_kind = 'user';
        UPDATE invitation SET inviter = 'deleted user'
        WHERE inviter_user = old.id AND inviter_kind = 'user';
      END;
    CREATE TRIGGER erase_events_of_user AFTER DELETE ON user
      BEGIN
        DELETE FROM security_event WHERE user = old.id;
      END;
    CREATE TRIGGER erase_invitation BEFORE DELETE ON invitation
      BEGIN
        UPDATE security_event
        SET detail = replace (detail, '"' || old.email || '"', '"deleted user"')
        WHERE instr (detail, '"invitation":"' || old.id || '"') > 0;
      END;

    -- Events are only added, and deleted with the user whom they are about; one about no user may
    -- be deleted after 30 days. NB: `INSERT OR REPLACE` would not run the trigger for deletions.
    CREATE TRIGGER security_event_no_replace BEFORE INSERT ON security_event
      WHEN EXISTS (SELECT 1 FROM security_event WHERE id = new.id)
      BEGIN SELECT RAISE (ABORT, 'a security event never changes'); END;
    CREATE TRIGGER security_event_no_delete BEFORE DELETE ON security_event
      WHEN iif (
        old.user IS NULL,
        old.at + 2592000 > (
          SELECT at FROM security_event WHERE id = (SELECT max (id) FROM security_event)),
        EXISTS (SELECT 1 FROM user WHERE id = old.user))
      BEGIN SELECT RAISE (ABORT, 'a security event goes with its user, or after 30 days'); END;
    CREATE TRIGGER security_event_no_update BEFORE UPDATE ON security_event
      WHEN new.id IS NOT old.id OR new.at IS NOT old.at OR new.action IS NOT old.action
        OR new.user IS NOT old.user OR new.organization IS NOT old.organization
        OR new.actor_kind IS NOT old.actor_kind OR new.actor_id IS NOT old.actor_id
        OR new.actor_user IS NOT old.actor_user
        OR new.actor IS NOT old.actor
          AND NOT (new.actor = 'deleted user' AND old.actor_kind = 'user')
        OR (new.address IS NOT old.address OR new.user_agent IS NOT old.user_agent)
          AND NOT (
            new.actor = 'deleted user' AND new.address = '' AND new.user_agent = '')
        OR new.detail IS NOT old.detail AND (\(changesMoreThanErasure))
      BEGIN SELECT RAISE (ABORT, 'a security event never changes'); END;
    """

  /// A condition for triggers before an update: true if the column `detail`, a JSON object, changes
  /// in any way other than texts becoming `deleted user`.
  public static let changesMoreThanErasure = """
    (SELECT count (*) FROM json_tree (old.detail)) <> (SELECT count (*) FROM json_tree (new.detail))
    OR EXISTS (
      SELECT 1 FROM json_tree (old.detail) AS a
      LEFT JOIN json_tree (new.detail) AS b ON b.fullkey = a.fullkey AND b.type = a.type
        AND (b.atom IS a.atom OR b.atom = 'deleted user')
      WHERE b.fullkey IS NULL)
    """
}
