# The warnings every target is built with, tests and tools too; errors only with RSP_WERROR (CI).
set(RSP_WARNINGS -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
                 -Wswitch-enum -Wvla -Wwrite-strings)
if(RSP_WERROR)
    list(APPEND RSP_WARNINGS -Werror)
endif()
