internal import HealthRecords

// Files beside the export that elements refer to, and samples made of such files alone.

extension SampleBuilder {
  /// Reads the GPX file of a route; its points become parts of the route.
  mutating func readRoute(_ tag: ElementTag, owner: Int, line: UInt32) {
    guard let path = tag.value(of: .path), let file = sideFile(path, line: line) else { return }
    _ = readPoints(file, owner: owner, line: line)
  }

  /// Reads the points of a GPX file into the parts of a frame; the reader tells when they were taken.
  private mutating func readPoints(_ file: [UInt8], owner: Int, line: UInt32) -> RouteCollector {
    let reader = RouteReader(
      partLimit: limits.partsPerSample - frames[owner].parts.count,
      byteLimit: limits.partBytesPerSample - frames[owner].partBytes)
    // The reader works on the batch's own tables, which are moved to it and back.
    swap(&reader.collector.symbols, &batch.symbols)
    swap(&reader.collector.attributes, &batch.attributes)
    let isWhole = reader.read(file)
    swap(&reader.collector.symbols, &batch.symbols)
    swap(&reader.collector.attributes, &batch.attributes)
    frames[owner].parts.append(contentsOf: reader.collector.parts)
    frames[owner].partBytes += reader.collector.partBytes
    if !isWhole { report(.sideFileDamaged, line: line) }
    let (points, fields) = (reader.collector.omitted, reader.collector.omittedFields)
    if points > 0 { report(.tooManyParts, line: line, times: points) }
    if fields > 0 { report(.pointFieldsOmitted, line: line, times: fields) }
    return reader.collector
  }

  /// Reads the document of a clinical record.
  mutating func attachDocument(
    _ path: UnsafeBufferPointer<UInt8>, to sample: inout NativeSample
  ) {
    guard let file = sideFile(path, line: sample.line) else { return }
    guard batch.documents.reduce(file.count, { $0 + $1.count }) <= limits.documentBytesPerPiece
    else {
      return report(.sideFilesOverLimit, line: sample.line)
    }
    sample.document = Int32(truncatingIfNeeded: batch.documents.count)
    batch.documents.append(file)
  }

  private mutating func sideFile(_ written: UnsafeBufferPointer<UInt8>, line: UInt32) -> [UInt8]? {
    guard let path = SideFilePath.normalized(written) else {
      report(.sideFileMissing, line: line)
      return nil
    }
    facts.referencedPaths.append(path)
    do {
      if let file = try sideFiles.contents(ofPath: path, limit: limits.sideFileBytes) {
        return file
      }
      report(.sideFileMissing, line: line)
    } catch {
      report(.sideFileUnreadable, line: line)
    }
    return nil
  }

  // MARK: - Files of their own

  /// Counts a file that could not be read, or is over the limit, as a rejected record.
  mutating func rejectSideFile(_ kind: SideFileKind) {
    report(.sideFileUnreadable, line: 0)
    batch.rejectedTypes["\(kind.nativeType)", default: 0] += 1
  }

  /// Makes a sample of a GPX file that no workout refers to.
  mutating func addRoute(_ file: [UInt8], path: String) {
    var sample = NativeSample(kind: .workoutRoute)
    sample.type = implied(.workoutRoute)
    sample.attributes = BatchRange(start: batch.attributes.count, count: 1)
    batch.attributes.append(
      NativeAttribute(name: batch.symbols.intern("path"), value: batch.symbols.intern("/" + path)))
    open(.sample, .workoutRoute, sample: batch.samples.count)
    report(.routeWithoutWorkout, line: 0)
    let points = readPoints(file, owner: depth, line: 0)
    sample.start = points.first
    sample.end = points.last
    batch.samples.append(sample)
    endElement()
  }

  /// Makes a sample of an electrocardiogram; counts the file as rejected when it is none.
  mutating func addElectrocardiogram(_ file: [UInt8]) {
    let type: StaticString = "HKDataTypeIdentifierElectrocardiogram"
    let table = ElectrocardiogramTable(file)
    let isDamaged = table.strangeLines > 0
    if table.sampleCount == 0 || isDamaged {
      report(.sideFileDamaged, line: 0)
    }
    guard table.sampleCount > 0 else {
      batch.rejectedTypes["\(type)", default: 0] += 1
      return
    }
    var sample = NativeSample(kind: .electrocardiogram)
    sample.type = batch.symbols.intern(type.utf8Bytes)
    sample.attributes = addHeader(of: table)
    if let device = table.device { sample.device = batch.symbols.intern(device) }
    if let recorded = table.recorded {
      sample.start = NativeInstant(milliseconds: recorded.milliseconds)
      sample.writtenOffset = recorded.offset
      sample.end =
        table.duration.map {
          NativeInstant(milliseconds: recorded.milliseconds &+ $0)
        } ?? .absent
    }
    sample.document = Int32(truncatingIfNeeded: batch.documents.count)
    batch.documents.append(table.voltages)
    batch.samples.append(sample)
  }

  /// Adds the rate under a name of its own, which no language changes, then the header as written.
  private mutating func addHeader(of table: ElectrocardiogramTable) -> BatchRange {
    let start = batch.attributes.count
    if let rate = table.rateText {
      batch.attributes.append(
        NativeAttribute(
          name: batch.symbols.intern("sampleRate"), value: batch.symbols.intern(rate)))
    }
    for entry in table.header {
      batch.attributes.append(
        NativeAttribute(
          name: batch.symbols.intern(entry.label), value: batch.symbols.intern(entry.value)))
    }
    return BatchRange(start: start, count: batch.attributes.count - start)
  }

  private mutating func implied(_ element: ElementName) -> Symbol {
    element.impliedType.map { batch.symbols.intern($0.utf8Bytes) } ?? .none
  }
}
