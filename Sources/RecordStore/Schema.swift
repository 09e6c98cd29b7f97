import SonarSQLite

/// The tables of a record store; described column by column in docs/store.md.
enum Schema {
  /// "Sonr": marks files of this kind, so that other SQLite files are refused.
  static let applicationID: Int32 = 0x536f_6e72

  /// The schema's steps by `user_version`; a released step never changes.
  static var migrator: Migrator {
    Migrator(applicationID: applicationID, steps: [tables + keyIndexes + views, halves])
  }

  /// The indexes that identity lookups need, there from the start: exports hold one type after the other, mostly in the
  /// order of time, so that keeping the index costs no more than building it at the end, and it costs that while the
  /// readers are busy.
  ///
  /// An id without its start in the leading bits cannot be found by (type, start, id) when an edit moved the start.
  private static let keyIndexes = """
    CREATE UNIQUE INDEX record_key ON record(type, start, id);
    \(timelessIndex)
    """

  /// Rows that hold one value each of a record, under the record's id; see docs/store.md.
  ///
  /// Records that were composed before are whole from here on: their halves are not known.
  private static let halves = """
    CREATE TABLE half(\(recordColumns));
    CREATE INDEX half_of ON half(id);
    CREATE TABLE half_deletion(id BLOB PRIMARY KEY, modified_at INTEGER NOT NULL) WITHOUT ROWID;
    UPDATE record SET flags = flags & ~32
      WHERE flags & 32 AND type IN (SELECT id FROM type WHERE provider = 'health_connect');
    """

  /// See `TimelessIndex`.
  static let timelessIndex =
    "CREATE UNIQUE INDEX record_by_id ON record(id) WHERE flags & 256;"

  // Columns that nearly every row fills come first; a NULL, 0 or 1 costs no byte but its header entry. Without declared
  // types and NOT NULL an insert is a fifth faster; RecordWriter is the only writer and binds what belongs there.
  private static let recordColumns = """
    change_seq INTEGER PRIMARY KEY, type, start, duration, id, digest, content, modified_at,
    flags, source, number, code, native, version_number, completeness, mapping_version,
    declared, zone, payload, links, shared_id
    """

  // In a table WITHOUT ROWID the columns of the key come first: the integrity check of SQLite 3.40 looks for a NULL in
  // another one at the wrong place otherwise.
  private static let tables = """
    CREATE TABLE type(
      id INTEGER PRIMARY KEY, provider TEXT NOT NULL, native_type TEXT NOT NULL,
      record_type TEXT NOT NULL, unit TEXT NOT NULL, mapping_version INTEGER NOT NULL,
      UNIQUE(provider, native_type, record_type, unit));
    CREATE TABLE source(
      id INTEGER PRIMARY KEY, provider TEXT NOT NULL, json TEXT NOT NULL,
      name TEXT AS (iif(json_valid(json), json_extract(json, '$.name'), NULL)) VIRTUAL,
      version TEXT AS (iif(json_valid(json), json_extract(json, '$.version'), NULL)) VIRTUAL,
      device_name TEXT AS (iif(json_valid(json), json_extract(json, '$.device.name'), NULL)) VIRTUAL,
      device_manufacturer TEXT AS
        (iif(json_valid(json), json_extract(json, '$.device.manufacturer'), NULL)) VIRTUAL,
      device_model TEXT AS
        (iif(json_valid(json), json_extract(json, '$.device.model'), NULL)) VIRTUAL,
      device_hardware TEXT AS
        (iif(json_valid(json), json_extract(json, '$.device.hardware'), NULL)) VIRTUAL,
      device_software TEXT AS
        (iif(json_valid(json), json_extract(json, '$.device.software'), NULL)) VIRTUAL,
      UNIQUE(provider, json));
    CREATE TABLE native(id INTEGER PRIMARY KEY, json TEXT NOT NULL);
    CREATE TABLE code(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
    CREATE TABLE zone(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE record(\(recordColumns));
    CREATE TABLE tombstone(
      change_seq INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, type INTEGER, start INTEGER,
      modified_at INTEGER NOT NULL, reason TEXT NOT NULL);
    CREATE TABLE absorbed(part_id BLOB PRIMARY KEY, whole_id BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE part(
      whole_id BLOB NOT NULL, id BLOB NOT NULL, PRIMARY KEY(whole_id, id)) WITHOUT ROWID;
    CREATE TABLE shared_sync_id(id BLOB PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE snapshot(
      provider TEXT NOT NULL, native_type TEXT NOT NULL, taken_at INTEGER NOT NULL,
      PRIMARY KEY(provider, native_type)) WITHOUT ROWID;
    CREATE TABLE import(
      id INTEGER PRIMARY KEY, provider TEXT NOT NULL, input TEXT NOT NULL,
      fingerprint TEXT NOT NULL, format TEXT, exported_at INTEGER, locale TEXT,
      written_offset INTEGER, started_at INTEGER NOT NULL, finished_at INTEGER,
      mapping_version INTEGER NOT NULL, state TEXT NOT NULL, first_seq INTEGER NOT NULL,
      pieces INTEGER NOT NULL, report BLOB);
    CREATE TABLE import_presence(page INTEGER PRIMARY KEY, bits BLOB NOT NULL);
    CREATE TABLE import_sync_start(
      id BLOB NOT NULL, start INTEGER NOT NULL, PRIMARY KEY(id, start)) WITHOUT ROWID;
    CREATE TABLE import_contested(\(recordColumns));
    CREATE TABLE import_type(native_type TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE import_source(name TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE person(
      key TEXT NOT NULL, value_hash TEXT NOT NULL, provider TEXT NOT NULL,
      PRIMARY KEY(key, value_hash)) WITHOUT ROWID;
    CREATE TABLE setting(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE alias(old TEXT PRIMARY KEY, new TEXT NOT NULL) WITHOUT ROWID;
    """
}
