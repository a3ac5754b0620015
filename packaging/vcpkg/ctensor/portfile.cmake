# The port builds the repository that it lies in. In a registry of ports, vcpkg_from_git takes the place of the next line.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(OPTIONS "")
foreach(feature IN ITEMS fft linalg openmp)
    if(feature IN_LIST FEATURES)
        list(APPEND OPTIONS "-D${feature}=enabled")
    else()
        list(APPEND OPTIONS "-D${feature}=disabled")
    endif()
endforeach()

vcpkg_configure_meson(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        ${OPTIONS}
        -Dtests=disabled
        -Dmpi=disabled
        -Dcli=disabled
        # the library loads the system's libzip at run time, and none that is linked statically
        -Dnpz=disabled
)
vcpkg_install_meson()
vcpkg_fixup_pkgconfig()

# What find_package reads finds the library by its own place, so it stays where it is. Its interface is C's, so programs
# of both build types take the release.
set(VCPKG_POLICY_SKIP_MISPLACED_CMAKE_FILES_CHECK enabled)
set(VCPKG_POLICY_SKIP_LIB_CMAKE_MERGE_CHECK enabled)
vcpkg_replace_string("${CURRENT_PACKAGES_DIR}/lib/cmake/ctensor/ctensorConfig.cmake"
    "HINTS \"[^\"]*\"" "HINTS \"\${_ctensor_libdir}\"" REGEX)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/lib/cmake")

file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE"
    "${SOURCE_PATH}/third_party/dlpack/LICENSE"
    "${SOURCE_PATH}/third_party/pocketfft/LICENSE.md"
    "${SOURCE_PATH}/third_party/x86-simd-sort/LICENSE.md"
    "${SOURCE_PATH}/third_party/yyjson/LICENSE")
