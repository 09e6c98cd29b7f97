import SonarSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The path of a store: what SQLite is given for it, and why it cannot be opened.
enum StorePath {
  /// The path as SQLite takes it for the name of a file.
  ///
  /// SQLite has other meanings for `:memory:`, `file:` and no name at all, and ends a name at a NUL.
  static func literal(_ path: String) throws -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StoreError(.cannotCreate, "The path of the store names no file: give the path of one.")
    }
    return path.hasPrefix(":") || path.hasPrefix("file:") ? "./\(path)" : path
  }

  /// Why SQLite could not open the file: a folder, no permission, no such file, or what SQLite says.
  static func failure(opening path: String, create: Bool, _ cause: SQLiteError) -> StoreError {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == EACCES { return notPermitted(cause) }
      return create ? StoreError(cause) : notFound(cause)
    }
    if status.st_mode & S_IFMT == S_IFDIR { return isFolder(cause) }
    let isReadable = faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0
    return isReadable ? StoreError(cause) : notPermitted(cause)
  }

  /// Refuses a folder, which can be opened for reading; SQLite would fail later and say less.
  static func checkIsNoFolder(_ path: String) throws {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { throw isFolder(nil) }
  }

  /// A killed import left its journal, and it cannot be taken in without writing.
  static func needsRecovery(_ cause: SQLiteError) -> StoreError {
    StoreError(
      .needsRecovery,
      "An import into the store was stopped in the middle, and its journal cannot be settled"
        + " without writing: allow writing the file and its folder, or copy the file with those"
        + " beside it (-journal, -wal) to a folder that may be written, and use the copy.",
      cause: cause)
  }

  private static func isFolder(_ cause: SQLiteError?) -> StoreError {
    StoreError(
      .notAStore, "The path of the store is a folder: give the path of a file in it.", cause: cause)
  }

  private static func notPermitted(_ cause: SQLiteError) -> StoreError {
    StoreError(
      .notPermitted,
      "The store may not be read: allow reading the file and, for an import, writing it and its"
        + " folder, or run as the user who owns it.",
      cause: cause)
  }

  private static func notFound(_ cause: SQLiteError) -> StoreError {
    StoreError(
      .notFound, "There is no store at this path: check it, or import an export first.",
      cause: cause)
  }
}
