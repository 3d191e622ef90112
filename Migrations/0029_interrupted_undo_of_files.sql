-- The bytes with the hash `written`, kept while `bytes` replace them in the file. If that is interrupted, either can be written again.
ALTER TABLE undo_file ADD COLUMN replaced BLOB;

-- The undone or redone step whose files are being restored. The next undo or redo continues with it.
ALTER TABLE state ADD COLUMN restoring_step INTEGER CHECK (restoring_step > 0);

PRAGMA user_version = 29;
