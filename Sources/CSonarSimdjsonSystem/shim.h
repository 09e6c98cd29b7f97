// Nothing for Swift: simdjson is C++. The module carries the library's flags to CSonarSimdjson.
