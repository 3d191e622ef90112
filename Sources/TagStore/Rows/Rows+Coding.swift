/// Rows as values of a JSON array, in the order of their columns; keys are made anew from the names.
extension TagRow {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(id)
        try values.encode(name)
        try values.encode(otherUses)
        try values.encode(frecency)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(
            id: try values.decode(Int64.self),
            name: try values.decode(String.self),
            otherUses: try values.decode(Int64.self),
            frecency: try values.decode(Double?.self)
        )
    }
}

extension AliasRow {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(id)
        try values.encode(name)
        try values.encode(tagID)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(
            id: try values.decode(Int64.self),
            name: try values.decode(String.self),
            tagID: try values.decode(Int64.self)
        )
    }
}

extension SetRow {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(id)
        try values.encode(name)
        try values.encode(layout)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(
            id: try values.decode(Int64.self),
            name: try values.decode(String.self),
            layout: try values.decode(String.self)
        )
    }
}

extension MemberRow {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(setID)
        try values.encode(tagID)
        try values.encode(position)
        try values.encode(isSelected)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(
            setID: try values.decode(Int64.self),
            tagID: try values.decode(Int64.self),
            position: try values.decode(Int64.self),
            isSelected: try values.decode(Bool.self)
        )
    }
}

extension SavedSelectionRow {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(id)
        try values.encode(setID)
        try values.encode(label)
        try values.encode(savedAt)
        try values.encode(tagIDs.ids)
        if let pairedTagIDs { try values.encode(pairedTagIDs.ids) }
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(
            id: try values.decode(Int64.self),
            setID: try values.decode(Int64.self),
            label: try values.decode(String.self),
            savedAt: try values.decode(Int64?.self),
            tagIDs: PackedTagIDs(try values.decode([UInt32].self).map { Int64($0) }),
            pairedTagIDs: values.isAtEnd
                ? nil : PackedTagIDs(try values.decode([UInt32].self).map { Int64($0) })
        )
    }
}
