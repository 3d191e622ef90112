internal import TagCore
internal import TagStore

/// Changing tags everywhere: their names, what leads to them, and making two of them one.
extension TagService {
    /// The tags of a set in its order, or every tag, the most used first.
    public func tags(in reference: SetReference?) throws -> [TagInfo] {
        try store.read { reader in
            let set = try reference.map { try Self.set($0, in: reader).id }
            return try reader.tagSummaries(inSet: set)
                .map {
                    TagInfo(
                        tag: $0.tag.name,
                        aliases: $0.aliases,
                        uses: Int(
                            clamping: $0.uses.addingReportingOverflow($0.tag.otherUses).partialValue
                        ),
                        sets: Int($0.setCount)
                    )
                }
        }
    }

    /// Gives a tag another name; gives the names before and after.
    public func renameTag(_ name: String, to newName: String) throws -> (old: String, new: String) {
        let newName = try CheckedName(newName, of: .tag(nil))
        return try writing { writer in
            let tag = try Self.tag(name, in: writer.reader)
            switch try writer.reader.target(of: newName.key) {
            case .tag(let other) where other.id != tag.id:
                throw TagServiceError.nameTaken(newName.text, by: .tag(other.name))
            case .alias(let alias, let other):
                guard other.id == tag.id else {
                    throw TagServiceError.nameTaken(newName.text, by: .alias(of: other.name))
                }
                // The tag takes the name of its own alias.
                try writer.apply(.deleteAliases(alias.id...alias.id))
            case .tag, nil: break
            }
            writer.summary = "rename \(tag.name) \(newName.text)"
            var renamed = tag
            (renamed.name, renamed.key) = (newName.text, newName.key)
            try writer.apply(.putTag(renamed))
            return (tag.name, newName.text)
        }
    }

    /// Makes another name lead to a tag; gives the alias's and the tag's name.
    public func addAlias(_ alias: String, of name: String) throws -> (alias: String, tag: String) {
        let alias = try CheckedName(alias, of: .alias(of: nil))
        return try writing { writer in
            let tag = try Self.tag(name, in: writer.reader)
            switch try writer.reader.target(of: alias.key) {
            case .tag(let other): throw TagServiceError.nameTaken(alias.text, by: .tag(other.name))
            case .alias(let row, let other):
                guard other.id == tag.id else {
                    throw TagServiceError.nameTaken(alias.text, by: .alias(of: other.name))
                }
                return (row.name, tag.name)
            case nil: break
            }
            writer.summary = "alias \(alias.text) \(tag.name)"
            try Self.insertAlias(alias, of: tag.id, with: writer)
            return (alias.text, tag.name)
        }
    }

    /// Takes an alias away; gives its name and the tag's.
    public func removeAlias(_ alias: String) throws -> (alias: String, tag: String) {
        try writing { writer in
            guard case .alias(let row, let tag) = try writer.reader.target(of: TagKey(alias)) else {
                throw TagServiceError.unknownAlias(alias)
            }
            writer.summary = "unalias \(row.name)"
            try writer.apply(.deleteAliases(row.id...row.id))
            return (row.name, tag.name)
        }
    }

    /// Makes an alias of a key that is known to be free.
    static func insertAlias(_ name: CheckedName, of tagID: Int64, with writer: StoreWriter) throws {
        let id = try writer.reader.lastID(of: .alias) + 1
        try writer.apply(.putAlias(AliasRow(id: id, key: name.key, name: name.text, tagID: tagID)))
    }
}
