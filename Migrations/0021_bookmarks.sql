-- What a file of bookmarks has of an item and tagflow has no field for, to be written back: the attributes of its link, such as the icon,
-- as an object of texts, and the names of its folders as a list, the outermost first.
CREATE TABLE bookmark (
    item_id INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    attributes TEXT NOT NULL CHECK (json_valid(attributes)),
    folders TEXT NOT NULL CHECK (json_valid(folders))
) STRICT;

PRAGMA user_version = 21;
