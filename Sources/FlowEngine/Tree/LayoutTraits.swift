internal import Foundation

/// The traits that a node passes to its container: its priority, its identity and its layout values.
///
/// Most nodes have none, so they are stored out of line.
struct LayoutTraits {
    private var storage: Storage?

    /// The traits of the few nodes that have any; immutable.
    private final class Storage {
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
        get { storage?.priority ?? 0 }
        set { storage = Storage(priority: newValue, id: storage?.id, values: storage?.values ?? [:]) }
    }

    /// The identity of the node, if it has one.
    var id: NodeID? {
        get { storage?.id }
        set {
            let (priority, values) = (storage?.priority ?? 0, storage?.values ?? [:])
            storage = Storage(priority: priority, id: newValue, values: values)
        }
    }

    /// The value of a key, or the key's default value.
    subscript<K: LayoutValueKey>(key: K.Type) -> K.Value {
        get {
            guard let value = storage?.values[ObjectIdentifier(key)] else { return K.defaultValue }
            return (value as? K.Value) ?? K.defaultValue
        }
        set {
            let values = (storage?.values ?? [:]).merging([ObjectIdentifier(key): newValue]) { $1 }
            storage = Storage(priority: storage?.priority ?? 0, id: storage?.id, values: values)
        }
    }

    /// Whether the node has no traits.
    var isEmpty: Bool { storage == nil }

    /// Whether the node has no layout values.
    var hasNoValues: Bool { storage?.values.isEmpty ?? true }
}
