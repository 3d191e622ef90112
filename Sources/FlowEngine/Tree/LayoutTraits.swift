/// The identity that a node was given.
struct NodeID: Hashable, Sendable {
    let value: any Hashable & Sendable

    /// The identity as the public surface has it.
    var erased: AnyHashable { Self.erased(value) }

    static func == (first: NodeID, second: NodeID) -> Bool { first.erased == second.erased }

    private static func erased(_ value: some Hashable) -> AnyHashable { AnyHashable(value) }

    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

/// What a node carries for its container: its priority, its identity and its layout values.
///
/// Most nodes carry nothing, so what there is stands elsewhere.
struct LayoutTraits {
    private var carried: Carried?

    /// What few nodes carry; it never changes.
    private final class Carried {
        let priority: Double
        let id: NodeID?
        /// The layout values, by the type of their key.
        let values: [ObjectIdentifier: Any]

        init(priority: Double, id: NodeID?, values: [ObjectIdentifier: Any]) {
            self.priority = priority
            self.id = id
            self.values = values
        }
    }

    /// The priority with which the node is served.
    var priority: Double {
        get { carried?.priority ?? 0 }
        set {
            carried = Carried(priority: newValue, id: carried?.id, values: carried?.values ?? [:])
        }
    }

    /// The identity of the node, if it was given one.
    var id: NodeID? {
        get { carried?.id }
        set {
            let (priority, values) = (carried?.priority ?? 0, carried?.values ?? [:])
            carried = Carried(priority: priority, id: newValue, values: values)
        }
    }

    /// The value under a key, or the key's default value.
    subscript<K: LayoutValueKey>(key: K.Type) -> K.Value {
        get {
            guard let value = carried?.values[ObjectIdentifier(key)] else { return K.defaultValue }
            return (value as? K.Value) ?? K.defaultValue
        }
        set {
            let values = (carried?.values ?? [:]).merging([ObjectIdentifier(key): newValue]) { $1 }
            carried = Carried(priority: carried?.priority ?? 0, id: carried?.id, values: values)
        }
    }

    /// Whether the node carries nothing at all.
    var areEmpty: Bool { carried == nil }

    /// Whether the node carries no layout value.
    var hasNoValues: Bool { carried?.values.isEmpty ?? true }
}
