enum ChipRenderingPlaceholder {}
