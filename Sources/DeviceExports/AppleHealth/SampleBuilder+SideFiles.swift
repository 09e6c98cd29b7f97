internal import HealthRecords

// Files beside the export that elements refer to, and samples made of such files alone.

extension SampleBuilder {
  /// Reads the GPX file of a route; its points become parts of the route.
  func readRoute(_ attributes: RawAttributes, owner: Int, line: UInt32) {
    for index in 0..<attributes.count {
      guard let name = attributes.name(index), names.attribute(name) == .path else { continue }
      guard let file = sideFile(attributes.value(index), line: line) else { return }
      if !RouteReader(self, owner: owner).read(file) {
        report(.sideFileDamaged, line: line)
      }
      return
    }
  }

  /// Reads the document of a clinical record.
  func attachDocument(
    _ path: UnsafeBufferPointer<UInt8>, to sample: inout NativeSample
  ) {
    guard let file = sideFile(path, line: sample.line) else { return }
    sample.document = Int32(truncatingIfNeeded: batch.documents.count)
    batch.documents.append(file)
  }

  private func sideFile(_ written: UnsafeBufferPointer<UInt8>, line: UInt32) -> [UInt8]? {
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

  /// Makes a sample of a GPX file that no workout refers to.
  func addRoute(_ file: [UInt8], path: String) {
    var sample = NativeSample(kind: .workoutRoute)
    sample.type = implied(.workoutRoute)
    sample.attributes = BatchRange(start: batch.attributes.count, count: 1)
    batch.attributes.append(
      NativeAttribute(name: batch.symbols.intern("path"), value: batch.symbols.intern("/" + path)))
    open(.sample, .workoutRoute, sample: batch.samples.count)
    let reader = RouteReader(self, owner: depth)
    let isWhole = reader.read(file)
    sample.start = reader.first
    sample.end = reader.last
    batch.samples.append(sample)
    report(.routeWithoutWorkout, line: 0)
    if !isWhole { report(.sideFileDamaged, line: 0) }
    endElement()
  }

  /// Makes a sample of an electrocardiogram; counts the file as rejected when it is none.
  func addElectrocardiogram(_ file: [UInt8]) {
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
    sample.attributes = BatchRange(start: batch.attributes.count, count: table.header.count)
    for entry in table.header {
      batch.attributes.append(
        NativeAttribute(
          name: batch.symbols.intern(entry.label), value: batch.symbols.intern(entry.value)))
    }
    if let recorded = table.recorded {
      sample.start = NativeInstant(milliseconds: recorded.milliseconds)
      sample.writtenOffset = recorded.offset
      sample.end = table.duration.map {
        NativeInstant(milliseconds: recorded.milliseconds &+ $0)
      } ?? .absent
    }
    sample.document = Int32(truncatingIfNeeded: batch.documents.count)
    batch.documents.append(table.voltages)
    batch.samples.append(sample)
  }

  private func implied(_ element: ElementName) -> Symbol {
    element.impliedType.map { batch.symbols.intern($0.utf8Bytes) } ?? .none
  }
}
