#!/usr/bin/env python3
"""Fails on an #include that goes upward between modules, or that brings windows and OpenGL where they do not belong.

usage: check_includes.py FOLDER     checks FOLDER/include/meniscus and FOLDER/src
       check_includes.py --self-test
"""
import pathlib
import re
import sys
import tempfile

# What each module may include besides itself (DESIGN.md, "Modules, one-way"); what those may include comes with them.
NEEDS = {
    "core": [],
    "sph": ["core"],
    "solid": ["core"],
    "fluid": ["sph", "solid"],
    "world": ["fluid"],
    "surface": ["sph", "solid"],
    "look": ["world", "surface"],
    "io": ["core"],
    "scene": ["look", "io"],
    "session": ["scene"],
    "validate": ["scene"],
    "render": ["look", "io"],
    "trace": ["look", "io"],
    "ui": ["session", "render"],
    "app": ["session", "validate", "render", "trace", "ui"],
}
WINDOW_HEADER = re.compile(r"^(GL|GLES\d?|EGL|glad|GLFW|imgui|backends/imgui)\b|^(imgui|imstb)\w*\.h$")
WINDOW_FOLDERS = ("render/gl/", "ui/", "app/window/")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def allowed_modules(module):
    allowed = {module}
    for need in NEEDS[module]:
        allowed |= allowed_modules(need)
    return allowed


def module_of_include(path, file, roots):
    """The module that an included path belongs to, or None for a file of the outside world."""
    parts = pathlib.PurePosixPath(path).parts
    if parts[0] == "meniscus":
        return parts[1] if len(parts) > 2 else "?"
    for root in roots:
        if (root / path).is_file():
            return parts[0]
    beside = (file.parent / path).resolve()
    for root in roots:
        if beside.is_file() and beside.is_relative_to(root):
            return beside.relative_to(root).parts[0]
    # An include that cannot be found still tells its module by its first folder.
    return parts[0] if len(parts) > 1 and parts[0] in NEEDS else None


def check_file(file, root, roots):
    place = file.relative_to(root).as_posix()
    module = place.split("/")[0]
    if module not in NEEDS:
        yield f"{file}: unknown module '{module}'; known: {', '.join(NEEDS)}"
        return
    allowed = allowed_modules(module)
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        path = match.group(2)
        target = module_of_include(path, file, roots)
        if target is not None and target not in allowed:
            yield f"{file}:{number}: {module} includes {path} of {target}; allowed: {', '.join(sorted(allowed))}"
        if WINDOW_HEADER.match(path) and not place.startswith(WINDOW_FOLDERS):
            yield f"{file}:{number}: {path} belongs to {', '.join(WINDOW_FOLDERS)} only"


def check_tree(folder):
    """All problems in the tree, and how many files were looked at."""
    folder = pathlib.Path(folder).resolve()
    roots = [folder / "include" / "meniscus", folder / "src"]
    files = [(file, root) for root in roots for file in sorted(root.rglob("*")) if file.suffix in (".h", ".cpp")]
    problems = [problem for file, root in files for problem in check_file(file, root, roots)]
    return problems, len(files)


SELF_TEST = [  # file, line in it, part of the problem that must be found or None
    ("src/core/a.cpp", '#include "meniscus/core/a.h"', None),
    ("src/core/a.cpp", "#include <vector>", None),
    ("src/core/a.cpp", '#include "meniscus/world/world.h"', "core includes meniscus/world/world.h"),
    ("include/meniscus/core/a.h", '#include "meniscus/sph/grid.h"', "core includes meniscus/sph/grid.h"),
    ("include/meniscus/sph/a.h", "  #  include <meniscus/solid/shape.h>", "sph includes meniscus/solid/shape.h"),
    ("src/solid/a.cpp", '#include "sph/hidden.h"', "solid includes sph/hidden.h"),
    ("src/solid/a.cpp", '#include "../sph/hidden.h"', "solid includes ../sph/hidden.h"),
    ("src/world/a.cpp", '#include "meniscus/core/a.h"', None),
    ("src/world/a.cpp", '#include "meniscus/io/atomic_file.h"', "world includes meniscus/io/atomic_file.h"),
    ("src/io/a.cpp", '#include "meniscus/world/world.h"', "io includes meniscus/world/world.h"),
    ("src/scene/a.cpp", '#include "meniscus/io/atomic_file.h"', None),
    ("src/scene/a.cpp", '#include "meniscus/validate/validation.h"', "scene includes meniscus/validate"),
    ("src/look/a.cpp", '#include "meniscus/surface/surface_mesher.h"', None),
    ("src/look/a.cpp", "#include <glm/vec4.hpp>", None),
    ("src/look/a.cpp", "#include <glad/gl.h>", "glad/gl.h belongs to"),
    ("src/look/a.cpp", "#include <GLFW/glfw3.h>", "GLFW/glfw3.h belongs to"),
    ("include/meniscus/look/a.h", "#include <GL/gl.h>", "GL/gl.h belongs to"),
    ("include/meniscus/look/a.h", '#include "meniscus/render/renderer.h"', "look includes meniscus/render/renderer.h"),
    ("src/look/a.cpp", '#include "meniscus/scene/scene.h"', "look includes meniscus/scene/scene.h"),
    ("src/scene/a.cpp", '#include "meniscus/look/scene_look.h"', None),
    ("src/render/a.cpp", '#include "meniscus/look/look.h"', None),
    ("src/render/a.cpp", '#include "meniscus/scene/scene.h"', "render includes meniscus/scene/scene.h"),
    ("include/meniscus/render/a.h", "#include <glad/gl.h>", "glad/gl.h belongs to"),
    ("src/session/a.cpp", '#include "meniscus/scene/scene.h"', None),
    ("src/session/a.cpp", '#include "meniscus/render/renderer.h"', "session includes meniscus/render/renderer.h"),
    ("src/session/a.cpp", "#include <GLFW/glfw3.h>", "GLFW/glfw3.h belongs to"),
    ("src/fluid/a.cpp", '#include "meniscus/world/world.h"', "fluid includes meniscus/world/world.h"),
    ("src/world/a.cpp", '#include "meniscus/fluid/state.h"', None),
    ("src/trace/a.cpp", '#include "meniscus/render/renderer.h"', "trace includes meniscus/render/renderer.h"),
    ("src/validate/a.cpp", '#include "meniscus/scene/scene.h"', None),
    ("src/validate/a.cpp", '#include "app/commands.h"', "validate includes app/commands.h"),
    ("src/app/a.cpp", '#include "meniscus/validate/validation.h"', None),
    ("src/app/window/a.cpp", "#include <GLFW/glfw3.h>", None),
    ("src/app/cli/a.cpp", "#include <GLFW/glfw3.h>", "GLFW/glfw3.h belongs to"),
    ("src/session/a.cpp", '#include "meniscus/ui/state.h"', "session includes meniscus/ui/state.h"),
    ("src/session/a.cpp", '#include "meniscus/scene/replay.h"', None),
    ("src/ui/a.cpp", '#include "meniscus/session/timeline_status.h"', None),
    ("src/world/a.cpp", "#include <GL/gl.h>", "GL/gl.h belongs to"),
    ("src/world/a.cpp", "#include <glad/gl.h>", "glad/gl.h belongs to"),
    ("src/render/views/a.cpp", "#include <GLFW/glfw3.h>", "GLFW/glfw3.h belongs to"),
    ("src/render/views/a.cpp", "#include <imgui.h>", "imgui.h belongs to"),
    ("src/render/gl/a.cpp", "#include <glad/gl.h>", None),
    ("src/ui/a.cpp", "#include <imgui_impl_glfw.h>", None),
    ("src/sph/a.cpp", "#include <GLM/vec3.hpp>", None),
    ("src/marmalade/a.cpp", "#include <vector>", "unknown module 'marmalade'"),
]


def self_test():
    failures = []
    for name, line, expected in SELF_TEST:
        with tempfile.TemporaryDirectory() as folder:
            hidden = pathlib.Path(folder, "src/sph/hidden.h")
            hidden.parent.mkdir(parents=True)
            hidden.write_text("#pragma once\n")
            file = pathlib.Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"// a comment\n{line}\n")
            problems, _ = check_tree(folder)
            is_right = not problems if expected is None else len(problems) == 1 and expected in problems[0]
            if not is_right:
                failures.append(f"{name}: {line}: expected {expected}, found {problems}")
    return failures


def main(arguments):
    if arguments == ["--self-test"]:
        failures = self_test()
        print("\n".join(failures) or f"{len(SELF_TEST)} includes judged as expected")
        return 1 if failures else 0
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    problems, count = check_tree(arguments[0])
    print("\n".join(problems) or f"{count} files include only downward")
    return 1 if problems or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
