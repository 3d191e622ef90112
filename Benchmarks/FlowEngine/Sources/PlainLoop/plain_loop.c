#include "plain_loop.h"

size_t plain_lines(const plain_size *sizes, size_t count, double limit, double spacing) {
    if (count == 0) return 0;
    size_t lines = 1;
    double length = sizes[0].width;
    for (size_t i = 1; i < count; i++) {
        double longer = length + spacing + sizes[i].width;
        if (longer <= limit) {
            length = longer;
        } else {
            lines++;
            length = sizes[i].width;
        }
    }
    return lines;
}
