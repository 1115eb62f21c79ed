# Before CPack packs what it has installed: every file gets the time of SOURCE_DATE_EPOCH, which tools/dev/package sets.
# CPack gives that time to its own files only.
# SPDX-License-Identifier: MIT
if(DEFINED ENV{SOURCE_DATE_EPOCH})
    execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -exec touch --no-dereference "--date=@$ENV{SOURCE_DATE_EPOCH}" {} +
                    COMMAND_ERROR_IS_FATAL ANY)
endif()
