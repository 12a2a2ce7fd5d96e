# What CPack makes a .deb of, for the system that it runs on (./dev package). All times are SOURCE_DATE_EPOCH.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME regard)
set(CPACK_PACKAGE_CONTACT "Regard developers <regard@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "see how attention works, and take the picture away")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Regard shows how the attention of a Transformer is computed and what it does.
Type a sentence, change a weight or the number of heads, and every score, link
and heatmap follows at once; each number can be followed down to its causes.
.
It comes with worked examples and lessons, trains small models while everybody
watches, and opens trained BERT, GPT-2, BART, Marian, Llama, Mistral and Qwen 2
models from their folders. Figures for slides and papers are saved as PNG, SVG
and PDF, from the window or from the command line.")
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/packaging/debian.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS fonts-dejavu-core)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-noto-cjk, qt6-translations-l10n, qt6-wayland")
include(CPack)
