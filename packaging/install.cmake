# What `cmake --install` puts where, by GNUInstallDirs. One ID stands in all names and contents (tests/cli/test_desktop).
include(GNUInstallDirs)
set(REGARD_ID io.github.regard.regard)

install(TARGETS regard RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

# Icons: the drawings, and the sizes that desktops ask for.
add_executable(regard_icons packaging/make_icons.cpp)
set_target_properties(regard_icons PROPERTIES AUTOMOC OFF AUTOUIC OFF AUTORCC OFF)
target_link_libraries(regard_icons PRIVATE Qt6::Gui Qt6::Svg)
# Programs that help the build are not what the sanitizers look for faults in: Qt's own would end the build.
target_compile_options(regard_icons PRIVATE -fno-sanitize=all)
target_link_options(regard_icons PRIVATE -fno-sanitize=all)
file(GLOB REGARD_ICONS CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/resources/icons/*.svg)
set(icons ${CMAKE_BINARY_DIR}/icons)
add_custom_command(OUTPUT ${icons}/made DEPENDS regard_icons ${REGARD_ICONS} VERBATIM
    COMMAND $<TARGET_FILE:regard_icons> ${icons} ${REGARD_ICONS}
    COMMAND ${CMAKE_COMMAND} -E touch ${icons}/made)
set(hicolor ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
foreach(drawing ${REGARD_ICONS})
    get_filename_component(name ${drawing} NAME_WLE)
    set(kind mimetypes)
    if(name STREQUAL REGARD_ID)
        set(kind apps)
    endif()
    install(FILES ${drawing} DESTINATION ${hicolor}/scalable/${kind})
    foreach(size 16 22 24 32 48 64 96 128 256 512)
        install(FILES ${icons}/${size}x${size}/${name}.png DESTINATION ${hicolor}/${size}x${size}/${kind})
    endforeach()
endforeach()

# Manual and completions: the program writes them itself, so that they say what it does.
set(manual ${CMAKE_BINARY_DIR}/manual)
set(written)
foreach(words "manual|regard.1" "completion bash|regard.bash" "completion zsh|_regard" "completion fish|regard.fish")
    string(REGEX REPLACE ".*[|]" "" file "${words}")
    string(REGEX REPLACE "[|].*" "" words "${words}")
    separate_arguments(words)
    add_custom_command(OUTPUT ${manual}/${file} DEPENDS regard VERBATIM
        COMMAND ${CMAKE_COMMAND} -E make_directory ${manual}
        COMMAND ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=report_bugs=0 $<TARGET_FILE:regard>
            ${words} > ${manual}/${file})
    list(APPEND written ${manual}/${file})
endforeach()
add_custom_target(regard_desktop ALL DEPENDS ${icons}/made ${written})
install(FILES ${manual}/regard.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${manual}/regard.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME regard)
install(FILES ${manual}/_regard DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${manual}/regard.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

set(desktop ${CMAKE_SOURCE_DIR}/resources/desktop/${REGARD_ID})
install(FILES ${desktop}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${desktop}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES ${desktop}.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)

install(FILES ${REGARD_EXAMPLES} DESTINATION ${CMAKE_INSTALL_DATADIR}/regard/examples)
install(FILES ${REGARD_LESSONS} DESTINATION ${CMAKE_INSTALL_DATADIR}/regard/lessons)
file(GLOB guide CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/resources/guide/*.md)
install(FILES ${guide} DESTINATION ${CMAKE_INSTALL_DOCDIR}/guide)
file(GLOB guide CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/resources/guide/zh_CN/*.md)
install(FILES ${guide} DESTINATION ${CMAKE_INSTALL_DOCDIR}/guide/zh_CN)
install(FILES ${CMAKE_SOURCE_DIR}/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${CMAKE_SOURCE_DIR}/packaging/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The licence texts of what the program is built with, as the system's packages carry them.
foreach(package qt6-base-dev qt6-svg-dev libeigen3-dev libhwy-dev libqcustomplot-dev libicu-dev libcli11-dev
        nlohmann-json3-dev libsentencepiece-dev libwebp-dev libgomp1 libstdc++6)
    if(EXISTS /usr/share/doc/${package}/copyright)
        install(FILES /usr/share/doc/${package}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR}/licences
            RENAME ${package}.txt)
    else()
        message(STATUS "No licence text of ${package} here: what is installed goes without it")
    endif()
endforeach()
