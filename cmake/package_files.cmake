# SPDX-License-Identifier: Apache-2.0
# CPack runs this when the files of all packages are staged: adds to each what Debian asks of a package.
string(REGEX MATCH "^[0-9]+" seconds "$ENV{SOURCE_DATE_EPOCH}")
if(NOT seconds)
  string(TIMESTAMP seconds "%s" UTC)
endif()
set(ENV{SOURCE_DATE_EPOCH} ${seconds})
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(changes "tali (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Release ${CPACK_PACKAGE_VERSION}. Its changes are in CHANGELOG.md of the source.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
file(READ ${CPACK_TALI_SOURCE}/THIRD_PARTY.md others)
string(REGEX MATCH "```\n(Licence pertaining.*)\n```" found "${others}")
string(REGEX REPLACE "\n```.*" "" joe_kuo "${CMAKE_MATCH_1}")
string(REGEX REPLACE "[ \t]+\n" "\n" joe_kuo "${joe_kuo}")
string(REGEX REPLACE "\n\n" "\n.\n" joe_kuo "${joe_kuo}")
string(REGEX REPLACE "\n" "\n " joe_kuo "${joe_kuo}")
if(joe_kuo STREQUAL "")
  message(FATAL_ERROR "THIRD_PARTY.md has no notice of Joe and Kuo's numbers")
endif()
set(rights "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: tali

Files: *
Copyright: The tali developers
License: Apache-2.0
 On Debian systems the text of the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0.

Files: data/new-joe-kuo-6.*
Copyright: 2008, Frances Y. Kuo and Stephen Joe
License: BSD-3-Clause
 ${joe_kuo}
")

find_program(gzip gzip REQUIRED)
find_program(strip strip REQUIRED)
foreach(pair IN LISTS CPACK_TALI_PACKAGES)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 group)
  list(GET pair 1 package)
  set(stage ${CPACK_TEMPORARY_DIRECTORY}/${group}/usr)
  if(NOT IS_DIRECTORY ${stage})
    continue()
  endif()
  set(documents ${stage}/share/doc/${package})
  file(MAKE_DIRECTORY ${documents})
  if(package STREQUAL "libtali-dev")  # the notices are in the copyright file
    file(REMOVE_RECURSE ${stage}/share/doc/tali)
  endif()
  file(WRITE ${documents}/copyright "${rights}")
  file(WRITE ${documents}/changelog.Debian "${changes}")
  file(GLOB to_compress ${documents}/changelog.Debian ${stage}/share/man/man*/*.1)
  file(GLOB archives ${stage}/lib/*.a)
  foreach(file IN LISTS to_compress)
    execute_process(COMMAND ${gzip} -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  foreach(file IN LISTS archives)
    execute_process(COMMAND ${strip} --strip-debug --enable-deterministic-archives ${file} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endforeach()
