// FlowEngine lays out boxes by proposal and response, as SwiftUI does. It draws nothing: sizes go in, frames come
// out. Read this file first; it names the types of each stage in order.
//
// ## A layout pass over nodes
//
// 1. Describe. A `LayoutNode` is a value: a leaf (`Box`, `Spacer`), a container (`LayoutContainer`, which is a `Layout`
//    called with a builder), or a node with a modifier such as `frame` or `padding`.                           Nodes/
// 2. Instantiate. `LayoutTree` asks each node for its `LayoutElement`, the object that remembers sizes and
//    placements during a pass. A container is a `ContainerElement`; its subviews are in a `SubviewStorage`.      Tree/
// 3. Propose and measure. A parent offers a `ProposedViewSize`; `LayoutElement.size(_:)` returns a size and caches
//    it in a `SizeCache`. A layout sees its subviews as `LayoutSubviews` of `LayoutSubview`.                  Protocol/
// 4. Place. `Layout.placeSubviews` gives each subview a `Placement` in the container's bounds. Built-in layouts are
//    the stacks, the grid, `WaterfallLayout`, `CircularLayout`, `AdaptiveLayout` (Layouts/) and `FlowLayout` (Flow/).
// 5. Read. The result is a tree of `PlacedNode`: frames in the root's coordinates, mirrored if the layout
//    direction is right to left.
//
// A `LayoutTree` keeps sizes and placements between passes. An edit discards those of the edited container and of its
// ancestors (`LayoutElement.invalidate`). Everything else is reused, because a `PlacedNode` stores its children in its
// coordinates, not in the root's.
//
// ## A lazy container
//
// 1. Describe. `LazyNodeBuilder` keeps each `ForEach` as `LazyElements`, whose nodes are made on demand.           Nodes/
// 2. Show. `Viewport` holds the visible rectangle; `LazyWindow` is the visible part of a container.
// 3. Measure. A `LazyElement` measures line by line from the first line that was visible before (`LazySight`).
//    `LazyGridElement` keeps the extents of lines in `LazyLines`, `LazyFlowElement` runs of items in `FlowRuns`, each
//    on a `FlowIndex`. The rest is estimated, and the pass is repeated until the size is stable.          Lazy/
//
// ## A flow
//
// `FlowLayout.arrange` is the arithmetic of the flow, without nodes: sizes in, a `FlowArrangement` out. The `Layout`
// methods of `FlowLayout` measure their subviews and then call it.
//
// 1. Measure. An item is a `CGSize` or, with requests, a `FlowItem`; both are `FlowElement`s. `FlowMetrics`
//    holds the parameters as lengths along a line and depths across it, so that no later stage depends on the axis.
// 2. Break. `LineBreaker` fills each `OpenLine` with the elements that fit; `LineBalancer` evens the lines out.
//    Separators (`SeparatorMetrics`) are part of the distances between elements and between lines.
// 3. Stack. `FlowArranger` puts the resulting `FlowLine`s one after the other, each as deep as its deepest element.
// 4. Place. `LinePlacer` computes the frames of a line, with `LineGrowth` if lines are justified or items have weights.
//    The separators are placed in the middle of the resulting gaps.
//
// `FlowArranger.singlePassArrangement` does stages 2 to 4 in one loop for the most common flows. `VisibleLines`
// truncates a flow with a maximum number of lines and adds the overflow item.
//
// ## A flow of any size
//
// `FlowIndex` answers questions about part of a flow (the frames in a rectangle, the line of an item) and takes edits.
// It keeps items in `FlowChunk`s with the `FlowChunk.Lines` that start in each. `ChunkBreaker` breaks lines chunk by chunk;
// `LineIterator` reads lines back.                                                                                Index/
//
// The article "Greedy line breaking" in FlowEngine.docc lists every place that breaks lines and the test that keeps
// it equal to the others.
//
// ## JSON
//
// `LayoutJSON` responds to each line of JSON with one line: `LayoutRequest` is decoded, laid out by one of the ways
// above, and written as a `LayoutResponse`.                                                                      JSON/
