enum FlowEnginePlaceholder {}
