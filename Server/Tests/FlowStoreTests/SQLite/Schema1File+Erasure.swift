extension Schema1File {
  /// The views and triggers that allow deleting exactly the data of an account and no other
  /// events.
  static let erasure = """
    CREATE VIEW address_of_user (user, address, until) AS
      SELECT id, email, 9223372036854775807 FROM user
      UNION ALL
      SELECT user, member.value, at FROM security_event, json_each (detail) AS member
      WHERE action = 'account.address-changed' AND member.key = 'from'
        OR action IN ('member.added', 'member.changed', 'member.removed') AND member.key = 'email'
          AND lower (member.value) = (SELECT email_key FROM user WHERE id = security_event.user);

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
        OR new.detail IS NOT old.detail AND ((SELECT count (*) FROM json_tree (old.detail)) <>
          (SELECT count (*) FROM json_tree (new.detail))
    OR EXISTS (
      SELECT 1 FROM json_tree (old.detail) AS a
      LEFT JOIN json_tree (new.detail) AS b ON b.fullkey = a.fullkey AND b.type = a.type
        AND (b.atom IS a.atom OR b.atom = 'deleted user')
      WHERE b.fullkey IS NULL))
      BEGIN SELECT RAISE (ABORT, 'a security event never changes'); END;
    """
}
