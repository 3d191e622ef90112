#include <stddef.h>

typedef struct {
    double width;
    double height;
} plain_size;

/// The least that a flow has to do: adds widths and compares. Returns the number of lines.
size_t plain_lines(const plain_size *sizes, size_t count, double limit, double spacing);
