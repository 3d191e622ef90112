/// What a node carries for its container: its priority, its identity and its layout values.
///
/// Most nodes carry nothing, so all but the priority is kept elsewhere.
struct LayoutTraits {
    var priority: Double = 0
    private var more: More?

    /// What few nodes carry; it never changes.
    private final class More {
        let id: AnyHashable?
        /// The layout values, by the type of their key.
        let values: [ObjectIdentifier: Any]

        init(id: AnyHashable?, values: [ObjectIdentifier: Any]) {
            self.id = id
            self.values = values
        }
    }

    /// The identity of the node, if it was given one.
    var id: AnyHashable? {
        get { more?.id }
        set { more = More(id: newValue, values: more?.values ?? [:]) }
    }

    /// The value under a key, or the key's default value.
    subscript<K: LayoutValueKey>(key: K.Type) -> K.Value {
        get {
            guard let value = more?.values[ObjectIdentifier(key)] else { return K.defaultValue }
            return (value as? K.Value) ?? K.defaultValue
        }
        set {
            let values = (more?.values ?? [:]).merging([ObjectIdentifier(key): newValue]) { $1 }
            more = More(id: more?.id, values: values)
        }
    }

    /// Whether the node carries no layout value.
    var hasNoValues: Bool { more?.values.isEmpty ?? true }
}
