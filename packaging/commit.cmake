cmake_minimum_required(VERSION 3.25)

# Writes OUTPUT with the commit of SOURCES, where it is another than before: what depends on it is made anew only then.
# A build without git's folder takes the environment's REGARD_COMMIT.
set(commit "$ENV{REGARD_COMMIT}")
if(NOT commit)
    execute_process(COMMAND git rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCES} OUTPUT_VARIABLE commit
        OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND git status --porcelain --untracked-files=no WORKING_DIRECTORY ${SOURCES}
        OUTPUT_VARIABLE changes ERROR_QUIET)
    if(commit AND changes)
        string(APPEND commit "-modified")
    endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "extern const char *const regardCommit;\nconst char *const regardCommit = \"@commit@\";\n" @ONLY)
