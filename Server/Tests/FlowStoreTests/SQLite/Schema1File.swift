import GRDB

/// Writes a file with schema 1, the first release's, with rows in its tables.
///
/// The text is frozen: a released migration never changes, because existing files have run it. A
/// change to the tables adds a migration; each released schema has a file like this one.
enum Schema1File {
  static func write(to path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.inTransaction {
        try database.execute(sql: "PRAGMA application_id = \(0x466C_4D67)")
        try database.execute(sql: userTables + erasure + storeTables)
        try database.execute(sql: assetTables + templateTables + resultTables)
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
      (1, 'shop', 'ios', '2.3.0', '451', 300, NULL, NULL, CAST('{}' AS BLOB));
    INSERT INTO draft VALUES ('shop', 7, 'Ada', 'operator', 'Ada', NULL, 700,
      CAST('{"flows":[]}' AS BLOB));
    INSERT INTO release VALUES
      ('shop', 1, 'production', 'Number 1', 'Ada', 'operator', 'Ada', NULL, 1001, NULL,
        x'03c3665908bb37ef2dbcad9a866272ca00fa335ed01682a830393de93ee0a085',
        CAST('{"schema":1,"number":1}' AS BLOB)),
      ('shop', 2, 'production', 'Number 2', 'Ada', 'operator', 'Ada', NULL, 1002, 1,
        x'85ecec7d12d41845df2f2714a59862421991c2cc7aaebdac852dc64fff29291e',
        CAST('{"schema":1,"number":2}' AS BLOB));
    UPDATE environment SET current = 2 WHERE name = 'production';
    INSERT INTO sdk_key VALUES (1, 'pk_one', 'shop', 'production', 'Phones', 400, NULL),
      (2, 'pk_old', 'shop', 'staging', 'Old phones', 390, 395);
    INSERT INTO api_token VALUES (1, 't1', 'acme', 'CI',
      x'0008101820283038404850586068707880889098a0a8b0b8c0c8d0d8e0e8f0f8',
      'read draft publish', 500, 9000, NULL, NULL, NULL, NULL, NULL);
    INSERT INTO event_batch VALUES (1, 'shop', 'production', 'a', 2, 600, CAST('[]' AS BLOB));
    INSERT INTO event_volume VALUES ('shop', 1, 258);
    INSERT INTO build_use VALUES ('shop', 'production', 20000, 'ios', '2.3.0', '451', 3);
    INSERT INTO audit VALUES (1, 200, 'Ada', 'operator', 'Ada', NULL, 'release.published', 'acme',
      'shop', 'production', '{}', NULL, 0);
    INSERT INTO user VALUES
      ('p_ada0000000000000', 'Ada@example.com', 'ada@example.com', 'Ada', 100, NULL, NULL, NULL,
        100);
    INSERT INTO membership VALUES ('acme', 'p_ada0000000000000', 'owner', '[]', 100);
    INSERT INTO api_token VALUES (2, 't2', 'acme', 'Laptop',
      x'0707070707070707070707070707070707070707070707070707070707070707', 'read', 500, 9000, NULL,
      'p_ada0000000000000', 'shop', 'staging', 555);
    INSERT INTO layout_step VALUES ('shop', 'main', 'a', 1, 2);
    INSERT INTO asset VALUES ('shop', 'abc', 'image/png', 1, 1, 3, 800, 801, x'010203');
    INSERT INTO release_asset VALUES ('shop', 'abc', 2);
    INSERT INTO screen_template VALUES ('acme', 's1', 'Welcome', 1, 1);
    INSERT INTO screen_template_version VALUES ('acme', 's1', 1, 'Ada', 'operator', 'Ada', NULL,
      900, CAST('{}' AS BLOB));
    INSERT INTO screen_template_asset VALUES ('shop', 'abc', 'acme', 's1', 1);
    INSERT INTO attribute VALUES ('shop', 'production', 'country', 'string', 3, 600, NULL, NULL);
    INSERT INTO attribute_value VALUES ('shop', 'production', 'country', '"AT"', 3, 600);
    """
}
