internal import AccountsSQLite
internal import GRDB

extension PriceDatabase {
  /// The schema migrations.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(
        sql: SQLiteAccounts.schema + catalog + lists + users + notices + jobs)
    }
    migrator.registerMigration("sent facts") { try $0.execute(sql: sentFacts) }
    migrator.registerMigration("untracked") { try $0.execute(sql: untracked) }
    migrator.registerMigration("agreed facts") { try $0.execute(sql: agreedFacts) }
    migrator.registerMigration("profile") {
      try $0.execute(sql: "ALTER TABLE person RENAME TO profile")
    }
    migrator.registerMigration("picture") { try $0.execute(sql: picture) }
    migrator.registerMigration("webhook since") {
      try $0.execute(sql: "ALTER TABLE profile ADD COLUMN webhook_since INTEGER")
    }
    migrator.registerMigration("password reset") { try $0.execute(sql: passwordReset) }
    migrator.registerMigration("registrations") { try $0.execute(sql: registrations) }
    migrator.registerMigration("password change") { try $0.execute(sql: passwordChange) }
    migrator.registerMigration("registration keys") { try $0.execute(sql: registrationKeys) }
    migrator.registerMigration("history and rule state") { try $0.execute(sql: states) }
    return migrator
  }

  /// The names of the columns with a product's `PriceHistory` and a tracking's `RuleState` as JSON.
  private static let states = """
    ALTER TABLE product RENAME COLUMN track TO history;
    ALTER TABLE tracking RENAME COLUMN watch TO rule_state;
    """

  /// Ends all notifications with a password reset, in its transaction: whoever had the old password
  /// may have added a device or a webhook of their own.
  private static let passwordReset = """
    CREATE TRIGGER password_reset_ends_notifications AFTER INSERT ON security_event
    WHEN new.action = 'password.reset' BEGIN
      DELETE FROM device WHERE user = new.user;
      UPDATE profile SET webhook = NULL, webhook_secret = NULL, webhook_since = NULL
        WHERE user = new.user;
    END;
    """

  /// Ends all notifications with a change of the password, in its transaction: whoever had another
  /// session, or a copy of the user's, may have added a device or a webhook, or knows its key.
  ///
  /// NB: the service registers the device of the change again.
  private static let passwordChange = """
    CREATE TRIGGER password_change_ends_notifications AFTER INSERT ON security_event
    WHEN new.action = 'password.changed' BEGIN
      DELETE FROM device WHERE user = new.user;
      UPDATE profile SET webhook = NULL, webhook_secret = NULL, webhook_since = NULL
        WHERE user = new.user;
    END;
    """

  /// The names of registrations, by the key of each.
  ///
  /// The previous rows are dropped: strangers may have registered with the same nickname, so it is
  /// unknown whose names they are.
  private static let registrationKeys = """
    DROP TABLE registration;
    CREATE TABLE registration (
      arrival INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      user TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      given_name TEXT NOT NULL,
      surname TEXT NOT NULL
    ) STRICT;
    CREATE INDEX registration_of_user ON registration (user);
    """

  /// The names of several registrations of one address, by nickname.
  private static let registrations = """
    ALTER TABLE registration RENAME TO last_registration;
    CREATE TABLE registration (
      arrival INTEGER PRIMARY KEY,
      user TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      nickname TEXT NOT NULL,
      given_name TEXT NOT NULL,
      surname TEXT NOT NULL,
      UNIQUE (user, nickname)
    ) STRICT;
    INSERT INTO registration (user, nickname, given_name, surname)
      SELECT user, nickname, given_name, surname FROM last_registration;
    DROP TABLE last_registration;
    """

  /// The pictures on comments.
  private static let picture = """
    CREATE TABLE picture (
      user TEXT NOT NULL UNIQUE REFERENCES profile (user) ON DELETE CASCADE,
      id TEXT NOT NULL UNIQUE,
      large BLOB NOT NULL,
      small BLOB NOT NULL
    ) STRICT;
    """

  /// Whether public facts are those on which users' pages agree, instead of the service's reading.
  private static let agreedFacts = """
    ALTER TABLE product ADD COLUMN is_agreed INTEGER NOT NULL DEFAULT 0;
    UPDATE product SET is_agreed = 1 WHERE is_confirmed AND fetched IS NULL;
    CREATE INDEX sent_facts_named ON sent_facts (product, name);
    """

  /// The time since which a product has had no trackers.
  ///
  /// NB: it is set by the job that removes such products, not by the trigger that counts trackers,
  /// because the triggers do not know the service's clock.
  private static let untracked = """
    ALTER TABLE product ADD COLUMN untracked INTEGER;
    CREATE INDEX product_untracked ON product (untracked) WHERE trackers = 0;
    DROP TRIGGER trackers_gain;
    CREATE TRIGGER trackers_gain AFTER INSERT ON tracking BEGIN
      UPDATE product SET trackers = trackers + 1, untracked = NULL WHERE id = new.product;
    END;
    """

  /// Data sent by users is stored separately from public data.
  ///
  /// NB: `is_confirmed` is 0 while a product has no public facts; `fetched` is when the service
  /// last read the page itself.
  private static let sentFacts = """
    ALTER TABLE product ADD COLUMN is_confirmed INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE product ADD COLUMN digest TEXT NOT NULL DEFAULT '';
    ALTER TABLE product ADD COLUMN fetched INTEGER;
    CREATE TABLE sent_facts (
      product INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
      user TEXT NOT NULL REFERENCES person (user) ON DELETE CASCADE,
      name TEXT NOT NULL,
      words TEXT NOT NULL,
      path TEXT NOT NULL,
      description TEXT NOT NULL,
      variant TEXT NOT NULL,
      images TEXT NOT NULL,
      PRIMARY KEY (product, user)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sent_facts_of_user ON sent_facts (user);

    CREATE TABLE registration (
      user TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
      nickname TEXT NOT NULL,
      given_name TEXT NOT NULL,
      surname TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    DELETE FROM person WHERE user IN (SELECT id FROM user WHERE verified IS NULL);

    DROP INDEX delivery_waiting;
    CREATE INDEX delivery_waiting ON delivery (channel, next) WHERE state = 'waiting';
    CREATE INDEX rate_begun ON rate (begun);
    CREATE INDEX device_of_nobody ON device (registered) WHERE user IS NULL;
    CREATE INDEX notice_at ON notice (at);
    """

  /// Products, their images and their prices.
  ///
  /// NB: `last_drop` and `range_drop` are thousandths of the currency's unit, so that amounts in
  /// yen and euros compare as users see them; the shares are ten-thousandths. They are written with
  /// the price, in one transaction, and are zero while the product is out of stock.
  private static let catalog = """
    CREATE TABLE product (
      id INTEGER PRIMARY KEY,
      store TEXT NOT NULL,
      host TEXT NOT NULL,
      store_id TEXT NOT NULL,
      address TEXT NOT NULL,
      name TEXT NOT NULL,
      words TEXT NOT NULL,
      category TEXT NOT NULL,
      path TEXT NOT NULL,
      description TEXT NOT NULL,
      variant TEXT NOT NULL,
      added INTEGER NOT NULL,
      track TEXT NOT NULL,
      stock TEXT NOT NULL,
      currency TEXT,
      current INTEGER,
      previous INTEGER,
      lowest INTEGER,
      highest INTEGER,
      last_drop INTEGER NOT NULL DEFAULT 0,
      last_share INTEGER NOT NULL DEFAULT 0,
      range_drop INTEGER NOT NULL DEFAULT 0,
      range_share INTEGER NOT NULL DEFAULT 0,
      trackers INTEGER NOT NULL DEFAULT 0,
      next_check INTEGER NOT NULL,
      entity_tag TEXT,
      last_modified TEXT,
      UNIQUE (host, store_id)
    ) STRICT;
    CREATE INDEX product_due ON product (host, next_check);

    CREATE TABLE image (
      product INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      address TEXT NOT NULL,
      PRIMARY KEY (product, place)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE price (
      product INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      amount INTEGER,
      currency TEXT,
      PRIMARY KEY (product, place)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE category (
      name TEXT PRIMARY KEY,
      products INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER category_gains AFTER INSERT ON product BEGIN
      INSERT INTO category VALUES (new.category, 1)
        ON CONFLICT DO UPDATE SET products = products + 1;
    END;
    CREATE TRIGGER category_loses AFTER DELETE ON product BEGIN
      UPDATE category SET products = products - 1 WHERE name = old.category;
      DELETE FROM category WHERE name = old.category AND products = 0;
    END;
    CREATE TRIGGER category_changes AFTER UPDATE OF category ON product
    WHEN old.category <> new.category BEGIN
      UPDATE category SET products = products - 1 WHERE name = old.category;
      DELETE FROM category WHERE name = old.category AND products = 0;
      INSERT INTO category VALUES (new.category, 1)
        ON CONFLICT DO UPDATE SET products = products + 1;
    END;

    CREATE VIRTUAL TABLE product_words USING fts5 (
      words, content = 'product', content_rowid = 'id', tokenize = 'ascii', prefix = '2 3');

    """

  /// The indexes of the five lists, each for all products and by category.
  private static var lists: String {
    var text = ""
    for list in ProductList.allCases {
      let (column, condition) = (list.column, list.condition)
      text += """
        CREATE INDEX list_\(column) ON product (\(column), id) WHERE \(condition);
        CREATE INDEX list_\(column)_category ON product (category, \(column), id)
          WHERE \(condition);

        """
    }
    return text
  }

  /// Users, their tracked products, comments and devices.
  private static let users = """
    CREATE TABLE person (
      user TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
      given_name TEXT NOT NULL,
      surname TEXT NOT NULL,
      nickname TEXT NOT NULL,
      language TEXT NOT NULL,
      time_zone TEXT NOT NULL,
      rule TEXT NOT NULL,
      preferences TEXT NOT NULL,
      budget TEXT NOT NULL,
      sends_email INTEGER NOT NULL,
      webhook TEXT,
      webhook_secret TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE tracking (
      id INTEGER PRIMARY KEY,
      user TEXT NOT NULL REFERENCES person (user) ON DELETE CASCADE,
      product INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
      since INTEGER NOT NULL,
      has_own_rule INTEGER NOT NULL,
      notifies_of_comments INTEGER NOT NULL,
      watch TEXT NOT NULL,
      due INTEGER,
      UNIQUE (user, product)
    ) STRICT;
    CREATE INDEX tracking_of_product ON tracking (product, id);
    CREATE INDEX tracking_of_user ON tracking (user, id);
    CREATE INDEX tracking_due ON tracking (due) WHERE due IS NOT NULL;
    CREATE TRIGGER trackers_gain AFTER INSERT ON tracking BEGIN
      UPDATE product SET trackers = trackers + 1 WHERE id = new.product;
    END;
    CREATE TRIGGER trackers_lose AFTER DELETE ON tracking BEGIN
      UPDATE product SET trackers = trackers - 1 WHERE id = old.product;
    END;

    CREATE TABLE comment (
      id INTEGER PRIMARY KEY,
      product INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
      user TEXT NOT NULL REFERENCES person (user) ON DELETE CASCADE,
      text TEXT NOT NULL,
      written INTEGER NOT NULL,
      edited INTEGER
    ) STRICT;
    CREATE INDEX comment_of_product ON comment (product, id);
    CREATE INDEX comment_of_user ON comment (user);

    CREATE TABLE device (
      id TEXT PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      user TEXT REFERENCES person (user) ON DELETE CASCADE,
      address TEXT NOT NULL,
      name TEXT NOT NULL,
      language TEXT NOT NULL,
      registered INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX device_of_user ON device (user);

    """

  /// Notices and their deliveries.
  private static let notices = """
    CREATE TABLE notice (
      arrival INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      user TEXT REFERENCES person (user) ON DELETE CASCADE,
      product INTEGER REFERENCES product (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      title TEXT NOT NULL,
      body TEXT NOT NULL,
      at INTEGER NOT NULL,
      expires INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX notice_of_user ON notice (user, arrival);
    CREATE INDEX notice_of_product ON notice (user, product, kind, at);

    CREATE TABLE delivery (
      id INTEGER PRIMARY KEY,
      notice INTEGER NOT NULL REFERENCES notice (arrival) ON DELETE CASCADE,
      channel TEXT NOT NULL,
      device TEXT REFERENCES device (id) ON DELETE CASCADE,
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      begun INTEGER,
      next INTEGER NOT NULL,
      claim TEXT,
      claimed_until INTEGER,
      reason TEXT
    ) STRICT;
    CREATE INDEX delivery_of_notice ON delivery (notice);
    CREATE INDEX delivery_of_device ON delivery (device);
    CREATE INDEX delivery_waiting ON delivery (next) WHERE state = 'waiting';
    CREATE INDEX delivery_claimed ON delivery (claimed_until) WHERE state = 'sending';

    """

  private static let jobs = """
    CREATE TABLE job (
      name TEXT PRIMARY KEY,
      fence INTEGER NOT NULL,
      holder TEXT,
      until INTEGER NOT NULL,
      begun INTEGER,
      ended INTEGER,
      done INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE rate (
      key TEXT PRIMARY KEY,
      begun INTEGER NOT NULL,
      count INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
