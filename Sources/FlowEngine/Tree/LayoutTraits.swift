/// What a node carries for its container: its priority, its identity and its layout values.
struct LayoutTraits {
    var priority: Double = 0
    var id: AnyHashable?
    /// The layout values, by the type of their key.
    private var values: [ObjectIdentifier: Any]?

    /// The value under a key, or the key's default value.
    subscript<K: LayoutValueKey>(key: K.Type) -> K.Value {
        get {
            guard let value = values?[ObjectIdentifier(key)] else { return K.defaultValue }
            return (value as? K.Value) ?? K.defaultValue
        }
        set { values = (values ?? [:]).merging([ObjectIdentifier(key): newValue]) { $1 } }
    }

    /// Whether the node carries no layout value.
    var hasNoValues: Bool { values == nil }
}
