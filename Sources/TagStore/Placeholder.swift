enum TagStorePlaceholder {}
import GRDB
