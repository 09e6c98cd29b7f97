internal import HealthRecords

/// Reads the side files of pieces and makes them parts of their rows; for one thread.
final class SamsungSideFileReader {
  private let members: SamsungMembers
  private let files: SamsungSideFiles
  private let limits: SamsungSideFileLimits
  private let parser: JSONParser
  private var window = [UInt8](repeating: 0, count: 1 << 16)

  /// Creates a reader; throws only where there is no memory.
  init(
    _ members: SamsungMembers, _ files: SamsungSideFiles, limits: SamsungSideFileLimits
  ) throws(JSONFault) {
    self.members = members
    self.files = files
    self.limits = limits
    var json = JSONLimits()
    json.bytes = limits.bytesPerFile
    json.depth = limits.depth
    parser = try JSONParser(limits: json)
  }

  /// Reads the side files of a piece's rows into their batch; what cannot be had of them is told there.
  func attach(_ rows: SamsungRows, to batch: inout NativeBatch) {
    let files = rows.sideFiles
    var remaining = limits.bytesPerPiece
    var next = files.startIndex
    while next < files.endIndex {
      let row = files[next].row
      let first = batch.parts.count
      while next < files.endIndex, files[next].row == row {
        let column = batch.symbols.intern(rows.table.columns[files[next].column])
        if let diagnostic = attach(files[next].member, column, first, &remaining, to: &batch) {
          note(diagnostic, row, in: &batch)
        }
        next += 1
      }
      batch.samples[row].parts = BatchRange(start: first, count: batch.parts.count - first)
    }
  }

  /// Adds the parts of one file to a row whose parts begin at `first`.
  private func attach(
    _ member: Int, _ column: Symbol, _ first: Int, _ remaining: inout Int,
    to batch: inout NativeBatch
  ) -> SamsungDiagnostic? {
    guard remaining > 0 else { return .sideFilesOverLimit }
    let contents = contents(of: files.members[member], limit: remaining)
    guard case .success(let (bytes, isWhole)) = contents else {
      guard case .failure(let problem) = contents else { return nil }
      return problem.diagnostic
    }
    remaining -= bytes.count
    guard bytes.contains(where: { $0 > 0x20 }) else { return .sideFileEmpty }
    var parts = SamsungSideFileParts(
      column: column, limit: first + limits.partsPerRow, batch: batch,
      fileBytes: bytes.count)
    // The batch's tables are in `parts` while it works on them; two owners would copy them.
    batch = NativeBatch(provider: .samsungHealth, origin: BatchOrigin(member: ""))
    defer { batch = parts.batch }
    do {
      let result = try parser.parse(bytes) { parts.add($0) }
      switch result {
      case .tooMany: return .sideFilesOverLimit
      case .empty: return isWhole ? .sideFileEmpty : .sideFileDamaged
      case .added: return isWhole ? nil : .sideFileDamaged
      }
    } catch {
      return (error as? JSONFault)?.isLimit == true ? .sideFilesOverLimit : .sideFileDamaged
    }
  }

  private func note(_ diagnostic: SamsungDiagnostic, _ sample: Int, in batch: inout NativeBatch) {
    guard !batch.diagnostics.countAgain(diagnostic.rawValue) else { return }
    batch.diagnostics.add(
      diagnostic.diagnostic(at: batch.position(of: batch.samples[sample])))
  }

  // MARK: - Bytes

  private struct Problem: Error {
    let diagnostic: SamsungDiagnostic
  }

  /// A file's bytes, inflated, and whether they are all that it should have.
  private func contents(
    of member: ExportMember, limit remaining: Int
  ) -> Result<(bytes: [UInt8], isWhole: Bool), Problem> {
    let limit = min(remaining, limits.bytesPerFile)
    do {
      let reader = try members.sideFile(member)
      var bytes = try all(of: reader, limit: limit)
      guard bytes.count <= limit else { return .failure(Problem(diagnostic: .sideFilesOverLimit)) }
      if Gzip.begins(bytes) { bytes = try Gzip.inflated(bytes, limit: limit) }
      // An editor that saved the file again may have marked it.
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
      return .success((bytes, reader.end == .complete || reader.end == .sizeMismatch))
    } catch Gzip.Fault.damaged {
      return .failure(Problem(diagnostic: .sideFileDamaged))
    } catch Gzip.Fault.tooLong {
      return .failure(Problem(diagnostic: .sideFilesOverLimit))
    } catch {
      return .failure(Problem(diagnostic: .sideFileUnreadable))
    }
  }

  /// All bytes, or somewhat more than the limit.
  private func all(of reader: MemberReader, limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let count = try window.withUnsafeMutableBytes { try reader.read(into: $0) }
      guard count > 0 else { break }
      bytes.append(contentsOf: window[..<count])
    }
    return bytes
  }
}

extension JSONFault {
  /// Whether the value was refused for its size.
  fileprivate var isLimit: Bool { [.tooLong, .tooDeep, .tooManyNodes].contains(code) }
}
