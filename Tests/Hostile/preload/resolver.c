// A resolver that doesn't respond for names that end with ".hangs.invalid".

#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <string.h>
#include <unistd.h>

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    static const char ending[] = ".hangs.invalid";
    size_t length = name ? strlen(name) : 0;
    if (length >= strlen(ending) && strcmp(name + length - strlen(ending), ending) == 0) sleep(3600);
    int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) = dlsym(RTLD_NEXT, "getaddrinfo");
    return real(name, service, hints, found);
}
