internal import TagService

/// What is wrong with names, as far as it was looked for since the database changed last.
///
/// To find near duplicates all tags are compared, which takes too long for each pause of a person who types.
actor SpellingMemory {
    private var commit: Int64?
    private var names: [String: TagSpelling?] = [:]

    /// What to write instead of those of some names that are wrong.
    func of(
        _ wanted: Set<String>,
        from service: TagService
    ) async throws -> [String: TagSpelling] {
        let last = try service.lastCommit()
        if last != commit { (commit, names) = (last, [:]) }
        let missing = wanted.filter { names[$0] == nil }
        if !missing.isEmpty {
            let found = try service.spellings(of: missing)
            for name in missing { names[name] = .some(found[name]) }
        }
        return wanted.reduce(into: [:]) { spellings, name in
            if let spelling = names[name] ?? nil { spellings[name] = spelling }
        }
    }

    /// Forgets everything, after a change that is no commit of tags.
    func forget() { commit = nil }
}
