# What a .deb wants otherwise than `cmake --install` puts it: the manual and the lists of changes compressed. CPack runs
# this before it packs.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
set(documents ${share}/doc/regard)
string(TIMESTAMP time "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(version ${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
file(WRITE ${documents}/changelog.Debian "regard (${version}) unstable; urgency=medium

  * Release ${CPACK_PACKAGE_VERSION}; changelog.gz says what is new in it.

 -- ${CPACK_PACKAGE_CONTACT}  ${time}
")
file(RENAME ${documents}/CHANGELOG.md ${documents}/changelog)
execute_process(COMMAND gzip -9n ${documents}/changelog ${documents}/changelog.Debian ${share}/man/man1/regard.1
    COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${share}/lintian/overrides/regard
"# Debian does not carry Regard, so there is no wish for its package to be closed.
regard: initial-upload-closes-no-bugs [usr/share/doc/regard/changelog.Debian.gz:1]
")
# Later lintians also call appstreamcli; an earlier one refuses to hear of it.
execute_process(COMMAND lintian-explain-tags appstream-metadata-validation-failed OUTPUT_VARIABLE explained ERROR_QUIET)
if(explained MATCHES appstream-metadata-validation-failed)
    file(APPEND ${share}/lintian/overrides/regard
"# The one warning is that no homepage is named: there is none, and a link that leads nowhere would be worse.
regard: appstream-metadata-validation-failed
")
endif()
