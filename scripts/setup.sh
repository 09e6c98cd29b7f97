# Set-up shared by the scripts: finds Swift, installs missing system libraries. Source it; it prints to standard error.
#
# set_up [PACKAGE…]: the packages are tools that a script needs besides what a build needs, by their Debian names.
# Nothing is installed that is there already, so a second run costs a fraction of a second and needs no network.

say() { printf 'sonar: %s\n' "$*" >&2; }

# Puts a Swift toolchain on PATH, or says where to get one.
find_swift() {
  command -v swift >/dev/null 2>&1 && return 0
  for folder in /opt/swift/usr/bin "$HOME/.local/share/swiftly/bin" /usr/lib/swift/bin /usr/share/swift/usr/bin; do
    if [ -x "$folder/swift" ]; then
      PATH="$folder:$PATH"
      export PATH
      return 0
    fi
  done
  say "Swift 6.2 or later is needed and was not found on PATH. Install it from https://www.swift.org/install and run again."
  return 1
}

# Flags of a release build: Swift's own libraries go into the binary where the toolchain has them in that form (on Linux).
# Such a binary starts in half the time, calls them directly, and runs on machines without Swift.
release_flags() {
  resources=$(swift -print-target-info 2>/dev/null | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p')
  if [ -f "${resources}_static/linux/static-stdlib-args.lnk" ]; then printf '%s' --static-swift-stdlib; fi
}

# The Debian packages that are not installed yet, of those that a build needs and those given.
missing_debian_packages() {
  for package in pkg-config libxml2-dev zlib1g-dev libdeflate-dev libsimdjson-dev libsqlite3-dev tzdata "$@"; do
    case "$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null)" in
      *"install ok installed"*) ;;
      # A tool may come from elsewhere (pkgconf, an own python3): what counts is that it runs.
      *) command -v "$package" >/dev/null 2>&1 || printf '%s ' "$package" ;;
    esac
  done
}

install_debian_packages() {
  missing=$(missing_debian_packages "$@")
  [ -z "$missing" ] && return 0
  as_root=""
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
      as_root="sudo -n"
    else
      say "These packages are missing: $missing"
      say "Install them with: sudo apt-get install -y $missing"
      return 1
    fi
  fi
  say "installing $missing"
  # shellcheck disable=SC2086
  if ! { $as_root apt-get update -q && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q $missing; } \
    </dev/null >&2; then
    say "apt-get could not install them; the lines above say why. Once it can, run again."
    return 1
  fi
}

install_homebrew_packages() {
  if ! command -v brew >/dev/null 2>&1; then
    say "Homebrew is needed for libxml2, zlib, libdeflate, simdjson and sqlite. Install it from https://brew.sh and run again."
    return 1
  fi
  for package in pkgconf libxml2 zlib libdeflate simdjson sqlite; do
    brew list "$package" >/dev/null 2>&1 || brew install "$package" >&2
  done
  for package in libxml2 zlib libdeflate simdjson sqlite; do
    PKG_CONFIG_PATH="$(brew --prefix "$package")/lib/pkgconfig:${PKG_CONFIG_PATH:-}"
  done
  export PKG_CONFIG_PATH
}

# Everything that a build needs.
set_up() {
  find_swift || return 1
  case "$(uname -s)" in
    Darwin) install_homebrew_packages ;;
    *)
      if command -v dpkg-query >/dev/null 2>&1; then
        install_debian_packages "$@"
      else
        say "No apt here: libxml2, zlib, libdeflate, simdjson and sqlite3 with their headers, pkg-config and tzdata must be installed by hand."
      fi
      ;;
  esac
}
