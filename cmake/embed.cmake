# Files that become part of the program, so that it runs from anywhere: shaders, checked first, and the font.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_program(GLSLANG glslangValidator REQUIRED)

# embed.py writes name and bytes of each input as constants that src/<module> declares.
function(meniscus_embed target variable output)
  add_custom_command(
    OUTPUT ${output}
    COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/cmake/embed.py ${variable} ${output} ${ARGN}
    DEPENDS ${CMAKE_SOURCE_DIR}/cmake/embed.py ${ARGN}
    COMMENT "Embedding ${variable}")
  target_sources(${target} PRIVATE ${output})
endfunction()

# Every *.vert and *.frag must pass glslangValidator; a broken one fails the build.
function(meniscus_embed_shaders target folder)
  file(GLOB shaders CONFIGURE_DEPENDS ${folder}/*.vert ${folder}/*.frag)
  file(GLOB parts CONFIGURE_DEPENDS ${folder}/*.glsl)
  # What the shaders must agree on with look.
  set(constants ${CMAKE_BINARY_DIR}/shaders/look.glsl)
  add_executable(${target}_constants ${CMAKE_SOURCE_DIR}/src/render/shader_constants/main.cpp)
  target_link_libraries(${target}_constants PRIVATE meniscus_options fmt::fmt)
  add_custom_command(
    OUTPUT ${constants}
    COMMAND ${target}_constants ${constants}
    DEPENDS ${target}_constants
    COMMENT "Writing look.glsl")
  set(stamps "")
  foreach(shader ${shaders})
    get_filename_component(name ${shader} NAME)
    set(stamp ${CMAKE_BINARY_DIR}/shaders/${name}.checked)
    add_custom_command(
      OUTPUT ${stamp}
      COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/cmake/check_shader.py ${GLSLANG} ${constants} ${shader}
        ${stamp}
      DEPENDS ${CMAKE_SOURCE_DIR}/cmake/check_shader.py ${constants} ${shader} ${parts}
      COMMENT "Checking ${name}")
    list(APPEND stamps ${stamp})
  endforeach()
  add_custom_target(${target}_shaders DEPENDS ${stamps})
  add_dependencies(${target} ${target}_shaders)
  meniscus_embed(${target} kShaderFiles ${CMAKE_BINARY_DIR}/shaders/shader_files.cpp ${shaders} ${parts}
    ${constants})
endfunction()

function(meniscus_embed_font target)
  find_file(MENISCUS_FONT Roboto-Regular.ttf REQUIRED
    PATHS /usr/share/fonts/truetype/roboto/unhinted/RobotoTTF /usr/share/fonts/truetype/roboto/unhinted)
  meniscus_embed(${target} kFontFiles ${CMAKE_BINARY_DIR}/font/font_files.cpp ${MENISCUS_FONT})
endfunction()
