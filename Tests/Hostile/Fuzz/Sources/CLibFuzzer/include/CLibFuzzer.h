#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with the arguments of the process on a function that takes an input apart.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));
