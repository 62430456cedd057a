extension Schema1File {
  static let storeTables = """
    CREATE TABLE organization (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      created INTEGER NOT NULL,
      token_days INTEGER,
      creator TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX organization_of_creator ON organization (creator);

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
      allows_following INTEGER,
      PRIMARY KEY (application, name),
      FOREIGN KEY (application, current) REFERENCES release (application, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE manifest (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      application TEXT NOT NULL REFERENCES application (id),
      platform TEXT NOT NULL,
      version TEXT NOT NULL,
      build TEXT NOT NULL,
      received INTEGER NOT NULL,
      archived INTEGER,
      announced_in TEXT,
      body BLOB NOT NULL,
      UNIQUE (application, platform, version, build)
    ) STRICT;

    CREATE TABLE draft (
      application TEXT NOT NULL PRIMARY KEY REFERENCES application (id),
      revision INTEGER NOT NULL CHECK (revision > 0),
      author TEXT NOT NULL,
      author_kind TEXT NOT NULL,
      author_id TEXT NOT NULL,
      author_user TEXT,
      updated INTEGER NOT NULL,
      body BLOB
    ) STRICT;

    CREATE TABLE release (
      application TEXT NOT NULL REFERENCES application (id),
      number INTEGER NOT NULL CHECK (number > 0),
      environment TEXT NOT NULL,
      note TEXT NOT NULL,
      author TEXT NOT NULL,
      author_kind TEXT NOT NULL,
      author_id TEXT NOT NULL,
      author_user TEXT,
      published INTEGER NOT NULL,
      rollback_of INTEGER,
      digest BLOB NOT NULL CHECK (length (digest) = 32),
      body BLOB NOT NULL,
      PRIMARY KEY (application, number),
      FOREIGN KEY (application, environment) REFERENCES environment (application, name),
      FOREIGN KEY (application, rollback_of) REFERENCES release (application, number)
    ) STRICT;
    CREATE INDEX release_of_environment ON release (application, environment, number);
    CREATE TRIGGER release_no_update BEFORE UPDATE OF application, number, environment, note,
      author_kind, author_id, author_user, published, rollback_of, digest, body ON release
      BEGIN SELECT RAISE (ABORT, 'a release never changes'); END;
    CREATE TRIGGER release_no_delete BEFORE DELETE ON release
      BEGIN SELECT RAISE (ABORT, 'a release is never deleted'); END;

    CREATE TABLE issued_number (
      application TEXT NOT NULL,
      environment TEXT NOT NULL,
      number INTEGER NOT NULL CHECK (number > 0),
      PRIMARY KEY (application, environment)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sdk_key (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
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
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      organization TEXT NOT NULL REFERENCES organization (id),
      name TEXT NOT NULL,
      hash BLOB NOT NULL,
      scopes TEXT NOT NULL,
      created INTEGER NOT NULL,
      expires INTEGER,
      revoked INTEGER,
      user TEXT,
      application TEXT,
      environment TEXT,
      last_used INTEGER
    ) STRICT;
    CREATE INDEX api_token_of_organization ON api_token (organization);
    CREATE INDEX api_token_of_user ON api_token (user);

    CREATE TRIGGER api_token_ends_with_membership AFTER DELETE ON membership
      BEGIN
        UPDATE api_token SET revoked = unixepoch ()
        WHERE organization = old.organization AND user = old.user AND revoked IS NULL;
      END;

    CREATE TRIGGER api_token_ends_with_access AFTER INSERT ON security_event
      WHEN new.action IN ('password.reset', 'account.disabled', 'account.reclaimed')
      BEGIN
        UPDATE api_token SET revoked = new.at WHERE user = new.user AND revoked IS NULL;
      END;

    CREATE TRIGGER invitation_ends_with_token AFTER UPDATE OF revoked ON api_token
      WHEN old.revoked IS NULL AND new.revoked IS NOT NULL
      BEGIN
        UPDATE invitation SET ended = new.revoked, outcome = 'revoked'
        WHERE organization = new.organization AND inviter_kind = 'token' AND inviter_id = new.id
          AND ended IS NULL;
      END;

    CREATE TABLE event_batch (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      application TEXT NOT NULL,
      environment TEXT NOT NULL,
      key TEXT NOT NULL,
      count INTEGER NOT NULL,
      received INTEGER NOT NULL,
      body BLOB NOT NULL,
      UNIQUE (application, environment, key),
      FOREIGN KEY (application, environment) REFERENCES environment (application, name)
    ) STRICT;
    CREATE INDEX event_batch_of_application ON event_batch (application);
    CREATE INDEX event_batch_by_time ON event_batch (received);

    CREATE TABLE event_volume (
      application TEXT PRIMARY KEY REFERENCES application (id),
      batches INTEGER NOT NULL,
      bytes INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

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

    CREATE INDEX build_use_of_day ON build_use (day);

    CREATE TABLE audit (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      actor_kind TEXT NOT NULL,
      actor_id TEXT NOT NULL,
      actor_user TEXT,
      action TEXT NOT NULL,
      organization TEXT NOT NULL,
      application TEXT,
      environment TEXT,
      detail TEXT NOT NULL,
      user TEXT,
      is_personal INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX audit_of_organization ON audit (organization, application);
    CREATE INDEX audit_of_actor ON audit (organization, actor);
    CREATE INDEX audit_of_actor_id ON audit (organization, actor_id);

    CREATE TRIGGER audit_no_replace BEFORE INSERT ON audit
      WHEN EXISTS (SELECT 1 FROM audit WHERE id = new.id)
      BEGIN SELECT RAISE (ABORT, 'the audit log is append-only'); END;
    CREATE TRIGGER audit_append_only AFTER INSERT ON audit
      WHEN new.id < (SELECT max (id) FROM audit)
      BEGIN SELECT RAISE (ABORT, 'the audit log is append-only'); END;
    CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
      BEGIN SELECT RAISE (ABORT, 'the audit log is append-only'); END;
    CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
      WHEN new.id IS NOT old.id OR new.at IS NOT old.at OR new.actor_kind IS NOT old.actor_kind
        OR new.actor_id IS NOT old.actor_id OR new.actor_user IS NOT old.actor_user
        OR new.action IS NOT old.action OR new.organization IS NOT old.organization
        OR new.application IS NOT old.application OR new.environment IS NOT old.environment
        OR new.user IS NOT old.user OR new.is_personal IS NOT old.is_personal
        OR new.actor IS NOT old.actor
          AND NOT (new.actor = 'deleted user' AND old.actor_kind = 'user')
        OR new.detail IS NOT old.detail AND ((SELECT count (*) FROM json_tree (old.detail)) <>
          (SELECT count (*) FROM json_tree (new.detail))
    OR EXISTS (
      SELECT 1 FROM json_tree (old.detail) AS a
      LEFT JOIN json_tree (new.detail) AS b ON b.fullkey = a.fullkey AND b.type = a.type
        AND (b.atom IS a.atom OR b.atom = 'deleted user')
      WHERE b.fullkey IS NULL))
      BEGIN SELECT RAISE (ABORT, 'the audit log is append-only'); END;

    CREATE TRIGGER erase_address_in_store INSTEAD OF INSERT ON erased_address
      BEGIN
        UPDATE audit SET detail = replace (detail, '"' || new.address || '"', '"deleted user"')
        WHERE at <= new.until AND instr (detail, '"' || new.address || '"') > 0;
      END;
    CREATE TRIGGER erase_user_in_store BEFORE DELETE ON user
      BEGIN
        UPDATE audit SET actor = 'deleted user' WHERE actor_id = old.id AND actor_kind = 'user';
        UPDATE draft SET author = 'deleted user'
        WHERE author_id = old.id AND author_kind = 'user';
        UPDATE release SET author = 'deleted user'
        WHERE author_id = old.id AND author_kind = 'user';
        DELETE FROM api_token WHERE user = old.id;
      END;
    CREATE TRIGGER erase_invitation_in_store BEFORE DELETE ON invitation
      BEGIN
        UPDATE audit SET detail = replace (detail, '"' || old.email || '"', '"deleted user"')
        WHERE organization = old.organization
          AND instr (detail, '"invitation":"' || old.id || '"') > 0;
      END;

    CREATE TABLE layout_step (
      application TEXT NOT NULL REFERENCES application (id),
      flow TEXT NOT NULL,
      step TEXT NOT NULL,
      x INTEGER NOT NULL,
      y INTEGER NOT NULL,
      PRIMARY KEY (application, flow, step)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE layout_collapsed_node (
      application TEXT NOT NULL REFERENCES application (id),
      flow TEXT NOT NULL,
      node TEXT NOT NULL,
      PRIMARY KEY (application, flow, node)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE attribute (
      application TEXT NOT NULL,
      environment TEXT NOT NULL,
      name TEXT NOT NULL,
      types TEXT NOT NULL,
      sessions INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      reported_private INTEGER,
      exceeded_value_limit INTEGER,
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

    CREATE TABLE storage_volume (
      application TEXT PRIMARY KEY REFERENCES application (id),
      bytes INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER application_adds_storage AFTER INSERT ON application
      BEGIN INSERT INTO storage_volume VALUES (new.id, 0); END;
    CREATE TRIGGER release_adds_storage AFTER INSERT ON release
      BEGIN
        UPDATE storage_volume SET bytes = bytes + length (new.body)
        WHERE application = new.application;
      END;
    CREATE TRIGGER draft_adds_storage AFTER INSERT ON draft
      BEGIN
        UPDATE storage_volume SET bytes = bytes + coalesce (length (new.body), 0)
        WHERE application = new.application;
      END;
    CREATE TRIGGER draft_changes_storage AFTER UPDATE OF body ON draft
      BEGIN
        UPDATE storage_volume SET bytes = bytes + coalesce (length (new.body), 0)
          - coalesce (length (old.body), 0)
        WHERE application = new.application;
      END;
    CREATE TRIGGER manifest_adds_storage AFTER INSERT ON manifest
      BEGIN
        UPDATE storage_volume SET bytes = bytes + length (new.body)
        WHERE application = new.application;
      END;
    CREATE TRIGGER manifest_frees_storage AFTER DELETE ON manifest
      BEGIN
        UPDATE storage_volume SET bytes = bytes - length (old.body)
        WHERE application = old.application;
      END;
    CREATE TRIGGER snapshot_adds_storage AFTER INSERT ON snapshot
      BEGIN
        UPDATE storage_volume SET bytes = bytes + length (new.body)
        WHERE application = new.application;
      END;
    CREATE TRIGGER snapshot_changes_storage AFTER UPDATE OF body ON snapshot
      BEGIN
        UPDATE storage_volume SET bytes = bytes + length (new.body) - length (old.body)
        WHERE application = new.application;
      END;
    CREATE TRIGGER snapshot_frees_storage AFTER DELETE ON snapshot
      BEGIN
        UPDATE storage_volume SET bytes = bytes - length (old.body)
        WHERE application = old.application;
      END;
    """
}
