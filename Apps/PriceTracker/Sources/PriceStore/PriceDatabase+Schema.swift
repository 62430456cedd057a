internal import AccountsSQLite
internal import GRDB

extension PriceDatabase {
  /// The schema migrations.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("initial") { database in
      try database.execute(
        sql: SQLiteAccounts.schema + catalog + listIndexes + users + notices + jobs)
    }
    return migrator
  }

  /// Products, their images and their prices.
  ///
  /// NB: `last_drop` and `range_drop` are thousandths of the currency's unit, so that amounts in
  /// yen and euros compare as users see them; the shares are ten-thousandths. They are written with
  /// the price, in one transaction, and are zero while the product is out of stock.
  ///
  /// `history` is a `PriceHistory` as JSON. `is_confirmed` is 0 while a product has no public
  /// facts; `has_consensus` is 1 if these are the facts on which users' pages agree, instead of the
  /// service's reading. `untracked_since` is set by the job that removes products without trackers,
  /// not by the trigger that counts them, because the triggers do not know the service's clock.
  private static let catalog = """
    CREATE TABLE product (
      id INTEGER PRIMARY KEY,
      store TEXT NOT NULL,
      host TEXT NOT NULL,
      store_id TEXT NOT NULL,
      url TEXT NOT NULL,
      name TEXT NOT NULL,
      search_text TEXT NOT NULL,
      category TEXT NOT NULL,
      path TEXT NOT NULL,
      description TEXT NOT NULL,
      variant TEXT NOT NULL,
      added INTEGER NOT NULL,
      history TEXT NOT NULL,
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
      untracked_since INTEGER,
      next_check INTEGER NOT NULL,
      entity_tag TEXT,
      last_modified TEXT,
      is_confirmed INTEGER NOT NULL,
      has_consensus INTEGER NOT NULL DEFAULT 0,
      digest TEXT NOT NULL,
      UNIQUE (host, store_id)
    ) STRICT;
    CREATE INDEX product_due ON product (host, next_check);
    CREATE INDEX product_untracked ON product (untracked_since) WHERE trackers = 0;

    CREATE TABLE image (
      product INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      url TEXT NOT NULL,
      PRIMARY KEY (product, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE price (
      product INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      first_seen INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      amount INTEGER,
      currency TEXT,
      PRIMARY KEY (product, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE category (
      name TEXT PRIMARY KEY,
      products INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER category_count_insert AFTER INSERT ON product BEGIN
      INSERT INTO category VALUES (new.category, 1)
        ON CONFLICT DO UPDATE SET products = products + 1;
    END;
    CREATE TRIGGER category_count_delete AFTER DELETE ON product BEGIN
      UPDATE category SET products = products - 1 WHERE name = old.category;
      DELETE FROM category WHERE name = old.category AND products = 0;
    END;
    CREATE TRIGGER category_count_update AFTER UPDATE OF category ON product
    WHEN old.category <> new.category BEGIN
      UPDATE category SET products = products - 1 WHERE name = old.category;
      DELETE FROM category WHERE name = old.category AND products = 0;
      INSERT INTO category VALUES (new.category, 1)
        ON CONFLICT DO UPDATE SET products = products + 1;
    END;

    CREATE VIRTUAL TABLE product_search USING fts5 (
      search_text, content = 'product', content_rowid = 'id', tokenize = 'ascii',
      prefix = '2 3');

    """

  /// The indexes of the five lists, each for all products and by category.
  private static var listIndexes: String {
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

  /// Users, their pictures and names, and what they track, write and send.
  ///
  /// The names of a registration are stored by its key, because strangers may have registered the
  /// same address. `sent_facts` and `sent_price` have what only the sender of a product's page
  /// sees; `history` is the product's `PriceHistory` continued with the sent prices, and NULL if
  /// the service has read the price since. `rule_state` is a `RuleState` as JSON.
  /// `notified_through` is the ID of the tracking up to which users have been notified of a
  /// comment; NULL when all of them have been.
  ///
  /// A trigger removes all devices and the webhook in the transaction that resets or changes a
  /// password, because an attacker with the old password or a stolen session may have added their
  /// own, or have read the webhook's key.
  ///
  /// NB: after a change, the service registers the device on which it was made again.
  private static let users = """
    CREATE TABLE profile (
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
      webhook_secret TEXT,
      webhook_since INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE picture (
      user TEXT NOT NULL UNIQUE REFERENCES profile (user) ON DELETE CASCADE,
      id TEXT NOT NULL UNIQUE,
      large BLOB NOT NULL,
      small BLOB NOT NULL
    ) STRICT;

    CREATE TABLE registration (
      sequence INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      user TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
      given_name TEXT NOT NULL,
      surname TEXT NOT NULL
    ) STRICT;
    CREATE INDEX registration_of_user ON registration (user);

    CREATE TABLE sent_facts (
      product INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
      user TEXT NOT NULL REFERENCES profile (user) ON DELETE CASCADE,
      name TEXT NOT NULL,
      search_text TEXT NOT NULL,
      path TEXT NOT NULL,
      description TEXT NOT NULL,
      variant TEXT NOT NULL,
      images TEXT NOT NULL,
      history TEXT,
      PRIMARY KEY (product, user)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sent_facts_named ON sent_facts (product, name);
    CREATE INDEX sent_facts_of_user ON sent_facts (user);

    CREATE TABLE sent_price (
      product INTEGER NOT NULL,
      user TEXT NOT NULL,
      position INTEGER NOT NULL,
      first_seen INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      amount INTEGER,
      currency TEXT,
      PRIMARY KEY (product, user, position),
      FOREIGN KEY (product, user) REFERENCES sent_facts (product, user) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE tracking (
      id INTEGER PRIMARY KEY,
      user TEXT NOT NULL REFERENCES profile (user) ON DELETE CASCADE,
      product INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
      since INTEGER NOT NULL,
      has_own_rule INTEGER NOT NULL,
      notifies_of_comments INTEGER NOT NULL,
      rule_state TEXT NOT NULL,
      due INTEGER,
      UNIQUE (user, product)
    ) STRICT;
    CREATE INDEX tracking_of_product ON tracking (product, id);
    CREATE INDEX tracking_of_user ON tracking (user, id);
    CREATE INDEX tracking_due ON tracking (due) WHERE due IS NOT NULL;
    CREATE INDEX tracking_with_comments ON tracking (product, id) WHERE notifies_of_comments;
    CREATE TRIGGER tracker_count_insert AFTER INSERT ON tracking BEGIN
      UPDATE product SET trackers = trackers + 1, untracked_since = NULL WHERE id = new.product;
    END;
    CREATE TRIGGER tracker_count_delete AFTER DELETE ON tracking BEGIN
      UPDATE product SET trackers = trackers - 1 WHERE id = old.product;
    END;

    CREATE TABLE comment (
      id INTEGER PRIMARY KEY,
      product INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
      user TEXT NOT NULL REFERENCES profile (user) ON DELETE CASCADE,
      text TEXT NOT NULL,
      written INTEGER NOT NULL,
      edited INTEGER,
      notified_through INTEGER
    ) STRICT;
    CREATE INDEX comment_of_product ON comment (product, id);
    CREATE INDEX comment_of_user ON comment (user);
    CREATE INDEX comment_to_notify_of ON comment (id) WHERE notified_through IS NOT NULL;

    CREATE TABLE device (
      id TEXT PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      user TEXT REFERENCES profile (user) ON DELETE CASCADE,
      address TEXT NOT NULL,
      name TEXT NOT NULL,
      language TEXT NOT NULL,
      registered INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX device_of_user ON device (user);
    CREATE INDEX device_of_guest ON device (registered) WHERE user IS NULL;

    -- Devices that their users removed: they are registered again only as new ones.
    CREATE TABLE removed_device (
      id TEXT PRIMARY KEY,
      removed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX removed_device_by_time ON removed_device (removed);

    CREATE TRIGGER password_change_ends_notifications AFTER INSERT ON security_event
    WHEN new.action IN ('password.reset', 'password.changed') BEGIN
      DELETE FROM device WHERE user = new.user;
      UPDATE profile SET webhook = NULL, webhook_secret = NULL, webhook_since = NULL
        WHERE user = new.user;
    END;

    """

  /// Notices and their deliveries.
  private static let notices = """
    CREATE TABLE notice (
      sequence INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      user TEXT REFERENCES profile (user) ON DELETE CASCADE,
      product INTEGER REFERENCES product (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      title TEXT NOT NULL,
      body TEXT NOT NULL,
      at INTEGER NOT NULL,
      expires INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX notice_of_user ON notice (user, sequence);
    CREATE INDEX notice_of_product ON notice (user, product, kind, at);
    CREATE INDEX notice_at ON notice (at);

    CREATE TABLE delivery (
      id INTEGER PRIMARY KEY,
      notice INTEGER NOT NULL REFERENCES notice (sequence) ON DELETE CASCADE,
      channel TEXT NOT NULL,
      device TEXT REFERENCES device (id) ON DELETE CASCADE,
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      first_attempt INTEGER,
      next_attempt INTEGER NOT NULL,
      claim TEXT,
      claimed_until INTEGER,
      reason TEXT
    ) STRICT;
    CREATE INDEX delivery_of_notice ON delivery (notice);
    CREATE INDEX delivery_of_device ON delivery (device);
    CREATE INDEX delivery_pending ON delivery (channel, next_attempt) WHERE state = 'pending';
    CREATE INDEX delivery_claimed ON delivery (claimed_until) WHERE state = 'sending';

    """

  /// The leases of jobs, and the uses that rate limits count.
  private static let jobs = """
    CREATE TABLE job (
      name TEXT PRIMARY KEY,
      fencing_token INTEGER NOT NULL,
      holder TEXT,
      expires INTEGER NOT NULL,
      started INTEGER,
      ended INTEGER,
      processed_items INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE rate_limit (
      key TEXT PRIMARY KEY,
      window_start INTEGER NOT NULL,
      count INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rate_limit_window ON rate_limit (window_start);
    """
}
