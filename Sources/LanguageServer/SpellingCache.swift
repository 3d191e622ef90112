internal import TagService

/// A cache of corrections for misspelled tags, valid until the database changes.
///
/// Finding near duplicates compares all tags, which is too slow to do at each pause in typing.
///
/// ```swift
/// let corrections = try await cache.corrections(of: ["swfit"], from: service)
/// corrections["swfit"]?.tag  // "swift"
/// ```
actor SpellingCache {
    private var commit: Int64?
    /// The corrections by name; a correct name has the value nil.
    private var names: [String: TagSpelling?] = [:]

    /// Returns the corrections of the misspelled names.
    func corrections(of requested: Set<String>, from service: TagService) async throws -> [String: TagSpelling] {
        let last = try service.lastCommit()
        if last != commit { (commit, names) = (last, [:]) }
        let missing = requested.filter { names[$0] == nil }
        if !missing.isEmpty {
            let found = try service.tags.spellings(of: missing)
            for name in missing { names[name] = .some(found[name]) }
        }
        return requested.reduce(into: [:]) { spellings, name in
            if let spelling = names[name] ?? nil { spellings[name] = spelling }
        }
    }

    /// Empties the cache.
    ///
    /// Call this after a change that may not increase the commit number.
    func removeAll() { commit = nil }
}
