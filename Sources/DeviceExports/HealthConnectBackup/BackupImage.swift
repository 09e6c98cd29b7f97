internal import CSonarSQLite

/// The bytes of a database as SQLite reads them: a file system of one file that nobody changes.
///
/// The bytes may lie in a file, uncompressed inside an archive, or in memory; they are read with `pread`, so that a file
/// that shrinks is an error and not a signal. SQLite sees no other file, neither a log nor a journal beside it, and
/// takes no lock. Temporary files go to the system's own file system.
///
/// Must outlive the connection that uses it.
final class BackupImage {
  /// The name under which SQLite knows the file system.
  let name: String

  /// Why bytes could not be read; nil while they could.
  private(set) var failure: ExportError?

  /// Whether the file is shorter than its own header says.
  let isTruncated: Bool

  private let bytes: ByteSlice
  /// The size that SQLite is told.
  ///
  /// SQLite refuses a truncated file as a whole. Told the size of the header, it finds the missing pages empty, one by
  /// one, and reads all others.
  private let visibleByteCount: UInt64
  private let system: UnsafeMutablePointer<sqlite3_vfs>
  private let methods: UnsafeMutablePointer<sqlite3_io_methods>
  private let systemName: UnsafeMutablePointer<CChar>

  /// Makes the file system known to SQLite; nil where SQLite has none of its own to build on.
  init?(_ bytes: ByteSlice, header: BackupHeader) {
    guard let base = sqlite3_vfs_find(nil) else { return nil }
    self.bytes = bytes
    let declared = header.byteCount ?? bytes.byteCount
    isTruncated = declared > bytes.byteCount
    visibleByteCount = max(declared, bytes.byteCount)
    methods = .allocate(capacity: 1)
    methods.initialize(to: Self.makeMethods())
    system = .allocate(capacity: 1)
    system.initialize(to: base.pointee)
    name = "sonar-backup-\(UInt(bitPattern: system))"
    let text = Array(name.utf8CString)
    systemName = .allocate(capacity: text.count)
    systemName.initialize(from: text, count: text.count)
    install(over: base)
  }

  deinit {
    sqlite3_vfs_unregister(system)
    system.deallocate()
    methods.deallocate()
    systemName.deallocate()
  }

  private func install(over base: UnsafeMutablePointer<sqlite3_vfs>) {
    let size = Int32(MemoryLayout<OpenImage>.size)
    system.pointee.iVersion = 1
    system.pointee.szOsFile = max(base.pointee.szOsFile, size)
    system.pointee.pNext = nil
    system.pointee.zName = UnsafePointer(systemName)
    system.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    system.pointee.xOpen = { system, name, file, flags, outFlags in
      BackupImage.open(system, name, file, flags, outFlags)
    }
    system.pointee.xAccess = { _, _, _, exists in
      exists?.pointee = 0
      return SQLITE_OK
    }
    system.pointee.xDelete = { _, _, _ in SQLITE_READONLY }
    system.pointee.xFullPathname = { _, name, capacity, path in
      BackupImage.copy(name, to: path, capacity: capacity)
    }
    sqlite3_vfs_register(system, 0)
  }

  // MARK: - What SQLite calls

  /// SQLite's file, with the image that it is.
  private struct OpenImage {
    var methods: UnsafePointer<sqlite3_io_methods>?
    var image: UnsafeMutableRawPointer
  }

  private static func makeMethods() -> sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    methods.iVersion = 1
    methods.xClose = { _ in SQLITE_OK }
    methods.xRead = { file, buffer, count, offset in
      guard let file, let buffer else { return SQLITE_MISUSE }
      return BackupImage.of(file).read(
        at: offset, into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
    }
    methods.xWrite = { _, _, _, _ in SQLITE_READONLY }
    methods.xTruncate = { _, _ in SQLITE_READONLY }
    methods.xSync = { _, _ in SQLITE_OK }
    methods.xFileSize = { file, size in
      guard let file else { return SQLITE_MISUSE }
      size?.pointee = Int64(clamping: BackupImage.of(file).visibleByteCount)
      return SQLITE_OK
    }
    methods.xLock = { _, _ in SQLITE_OK }
    methods.xUnlock = { _, _ in SQLITE_OK }
    methods.xCheckReservedLock = { _, isReserved in
      isReserved?.pointee = 0
      return SQLITE_OK
    }
    methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.xSectorSize = { _ in 4096 }
    methods.xDeviceCharacteristics = { _ in SQLITE_IOCAP_IMMUTABLE }
    return methods
  }

  private static func of(_ file: UnsafeMutablePointer<sqlite3_file>) -> BackupImage {
    let open = UnsafeMutableRawPointer(file).assumingMemoryBound(to: OpenImage.self)
    return Unmanaged<BackupImage>.fromOpaque(open.pointee.image).takeUnretainedValue()
  }

  private static func open(
    _ system: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let file, let pointer = system?.pointee.pAppData else { return SQLITE_MISUSE }
    let temporary =
      SQLITE_OPEN_TEMP_DB | SQLITE_OPEN_TRANSIENT_DB | SQLITE_OPEN_TEMP_JOURNAL
      | SQLITE_OPEN_SUBJOURNAL
    if name == nil, flags & temporary != 0, let base = sqlite3_vfs_find(nil) {
      return base.pointee.xOpen?(base, nil, file, flags, outFlags) ?? SQLITE_CANTOPEN
    }
    file.pointee.pMethods = nil
    guard flags & SQLITE_OPEN_MAIN_DB != 0 else { return SQLITE_CANTOPEN }
    let image = Unmanaged<BackupImage>.fromOpaque(pointer).takeUnretainedValue()
    UnsafeMutableRawPointer(file).assumingMemoryBound(to: OpenImage.self)
      .initialize(to: OpenImage(methods: UnsafePointer(image.methods), image: pointer))
    outFlags?.pointee = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB
    return SQLITE_OK
  }

  private static func copy(
    _ name: UnsafePointer<CChar>?, to path: UnsafeMutablePointer<CChar>?, capacity: Int32
  ) -> Int32 {
    guard let name, let path else { return SQLITE_MISUSE }
    for index in 0..<Int(capacity) {
      path[index] = name[index]
      if name[index] == 0 { return SQLITE_OK }
    }
    return SQLITE_CANTOPEN
  }

  // SQLite's header builds these from others, which Swift does not import.
  static let readError = SQLITE_IOERR | 1 << 8
  static let shortRead = SQLITE_IOERR | 2 << 8

  private func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
    guard let start = UInt64(exactly: offset) else { return Self.readError }
    do throws(ExportError) {
      let count = try bytes.read(at: start, into: buffer)
      guard count < buffer.count else { return SQLITE_OK }
      // SQLite relies on the rest being zero.
      UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).initializeMemory(
        as: UInt8.self, repeating: 0)
      return Self.shortRead
    } catch {
      failure = failure ?? error
      return Self.readError
    }
  }
}

/// What the first 100 bytes of an SQLite file say.
struct BackupHeader {
  /// Bytes of a header.
  static let length = 100

  /// The first bytes of every SQLite file that is not encrypted.
  static let magic = Array("SQLite format 3\0".utf8)

  /// The size that the file should have; nil where the header does not say.
  let byteCount: UInt64?

  /// Reads a header; nil for another kind of file.
  init?(_ head: [UInt8]) {
    guard head.count >= Self.length, head.starts(with: Self.magic) else { return nil }
    let number = { (at: Int) in head[at..<at + 4].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    let size = UInt64(head[16]) << 8 | UInt64(head[17])
    let pageSize = size == 1 ? 65_536 : size
    // The number of pages is right only when the last writer knew of it.
    let isCurrent = number(24) == number(92) && pageSize >= 512
    byteCount = isCurrent && number(28) > 0 ? number(28) * pageSize : nil
  }
}
