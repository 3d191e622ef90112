public import ArgumentParser
public import ChipRendering
public import FlowEngine
public import TagService

// The values of options whose types other targets own.

extension ChipStyle: ExpressibleByArgument {}
extension FlowAlignment: ExpressibleByArgument {}
extension FlowLineAlignment: ExpressibleByArgument {}
extension FlowLineBreaking: ExpressibleByArgument {}
extension ImportFormat: ExpressibleByArgument {}
extension LayoutDirection: ExpressibleByArgument {}
extension VerticalDirection: ExpressibleByArgument {}
