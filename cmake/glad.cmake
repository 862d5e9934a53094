# The loader of OpenGL 3.3 core, written by glad at build time; offline, the same bytes each time.
find_program(GLAD glad REQUIRED)
set(glad_folder ${CMAKE_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${glad_folder}/src/gl.c ${glad_folder}/include/glad/gl.h
  COMMAND ${GLAD} --quiet --reproducible --api gl:core=3.3 --extensions GL_KHR_debug --out-path ${glad_folder} c
  COMMENT "Generating the OpenGL loader")
add_library(meniscus_glad STATIC ${glad_folder}/src/gl.c)
target_include_directories(meniscus_glad SYSTEM PUBLIC ${glad_folder}/include)
target_link_libraries(meniscus_glad PUBLIC ${CMAKE_DL_LIBS})
