enum TagServicePlaceholder {}
