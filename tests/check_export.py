#!/usr/bin/env python3
"""Opens what the real program exports with VTK's own readers, and compares the formats with each other.

usage: MENISCUS=build/release/meniscus python3 check_export.py [CLASS[.TEST]]
"""
import json
import os
import pathlib
import signal
import struct
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree

from vtkmodules.vtkFiltersCore import vtkFeatureEdges, vtkMassProperties
from vtkmodules.vtkIOGeometry import vtkOBJReader
from vtkmodules.vtkIOPLY import vtkPLYReader
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader

PROGRAM = str(pathlib.Path(os.environ["MENISCUS"]).resolve())  # found from any working directory
PATIENCE = float(os.environ.get("MENISCUS_PATIENCE", 60))
EXTENSIONS = {"ply": ".ply", "vtk": ".vtp", "obj": ".obj"}
READERS = {".ply": vtkPLYReader, ".vtp": vtkXMLPolyDataReader, ".obj": vtkOBJReader}
RUN = ["run", "splash", "--particles", "800", "--set", "timeStep=0.004"]


class ReadingFailed(Exception):
    pass


def read(file):
    """The file as VTK's PolyData. VTK prints its complaints and goes on; here they count."""
    reader = READERS[file.suffix]()
    complaints = []
    for event in ("ErrorEvent", "WarningEvent"):
        reader.AddObserver(event, lambda _, name: complaints.append(name))
    reader.SetFileName(str(file))
    reader.Update()
    if complaints or reader.GetErrorCode():
        raise ReadingFailed(f"{file}: {complaints}, code {reader.GetErrorCode()}")
    return reader.GetOutput()


def numbers(array):
    """All numbers of an array of VTK, one after the other."""
    view = memoryview(array)
    return view.cast("B").cast(view.format).tolist() if view.nbytes else []


def points(data):
    return numbers(data.GetPoints().GetData()) if data.GetNumberOfPoints() else []


def field(data, name):
    return numbers(data.GetPointData().GetArray(name))


def normals(data):
    return numbers(data.GetPointData().GetNormals())


def corners(data):
    return numbers(data.GetPolys().GetConnectivityArray())


def ply_columns(file):
    """The vertices of a PLY file by the names in its header; VTK's reader leaves velocities and the like out."""
    header, body = file.read_bytes().split(b"end_header\n", 1)
    names, letters, count = [], "<", 0
    for line in header.decode().splitlines():
        words = line.split()
        if words[:2] == ["element", "vertex"]:
            count = int(words[2])
        if words[0] == "property":
            names.append(words[2])
            letters += {"float": "f", "uint": "I", "uchar": "B"}[words[1]]
    rows = list(struct.iter_unpack(letters, body))
    assert len(rows) == count, file
    return {name: [row[k] for row in rows] for k, name in enumerate(names)}


def edge_count(data, boundary, non_manifold):
    edges = vtkFeatureEdges()
    edges.SetInputData(data)
    edges.FeatureEdgesOff()
    edges.ManifoldEdgesOff()
    edges.SetBoundaryEdges(boundary)
    edges.SetNonManifoldEdges(non_manifold)
    edges.Update()
    return edges.GetOutput().GetNumberOfCells()


class ExportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="meniscus-export-")
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = pathlib.Path(cls.temporary.name)

    @classmethod
    def export(cls, name, *arguments):
        folder = cls.folder / name
        subprocess.run([PROGRAM, *RUN, "--export", folder, *arguments], check=True, stdout=subprocess.DEVNULL)
        return folder


class Formats(ExportTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folders = {
            name: cls.export(name, "--format", name, "--steps", "50", "--every", "0.1", "--surface")
            for name in EXTENSIONS
        }

    def each(self, kind):
        """The same moment in all formats: number, and data by format."""
        for index in range(3):
            yield index, {
                name: read(folder / f"{kind}_{index:06}{EXTENSIONS[name]}") for name, folder in self.folders.items()
            }

    def test_particles_are_the_same_in_all_formats(self):
        for index, data in self.each("particles"):
            with self.subTest(index):
                self.assertEqual(data["vtk"].GetNumberOfPoints(), 800)
                self.assertEqual(data["vtk"].GetNumberOfVerts(), 800)  # else ParaView would show nothing
                for name in ("ply", "obj"):
                    self.assertEqual(points(data[name]), points(data["vtk"]))
                    self.assertEqual(data[name].GetBounds(), data["vtk"].GetBounds())

    def test_particles_stay_in_the_room(self):
        for folder in self.folders.values():
            lower, upper = json.loads((folder / "scene.json").read_text())["room"]
            bounds = read(next(folder.glob("particles_000002.*"))).GetBounds()
            for axis in range(3):
                self.assertGreater(bounds[2 * axis], lower[axis])
                self.assertLess(bounds[2 * axis + 1], upper[axis])

    def test_fields_are_the_same_in_ply_and_vtk(self):
        for index in range(3):
            data = read(self.folders["vtk"] / f"particles_{index:06}.vtp")
            columns = ply_columns(self.folders["ply"] / f"particles_{index:06}.ply")
            for name in ("density", "pressure", "id"):
                self.assertEqual(columns[name], field(data, name))
            for axis, name in enumerate(("vx", "vy", "vz")):
                self.assertEqual(columns[name], field(data, "velocity")[axis::3])
            self.assertEqual(sorted(columns["id"]), list(range(800)))
            self.assertAlmostEqual(sum(columns["density"]) / 800, 1000, delta=150)
        self.assertLess(min(columns["vy"]), -0.5)  # something falls

    def test_surfaces_are_the_same_in_all_formats(self):
        for index, data in self.each("surface"):
            with self.subTest(index):
                self.assertGreater(data["vtk"].GetNumberOfPolys(), 1000)
                for name in ("ply", "obj"):
                    self.assertEqual(points(data[name]), points(data["vtk"]))
                    self.assertEqual(normals(data[name]), normals(data["vtk"]))
                    self.assertEqual(corners(data[name]), corners(data["vtk"]))

    def test_surfaces_are_closed_and_right_side_out(self):
        for index, data in self.each("surface"):
            for name, mesh in data.items():
                with self.subTest(index=index, format=name):
                    self.assertEqual(edge_count(mesh, boundary=True, non_manifold=False), 0)
                    self.assertEqual(edge_count(mesh, boundary=False, non_manifold=True), 0)
                    n = normals(mesh)
                    for k in range(0, len(n), 3):
                        self.assertAlmostEqual(n[k] ** 2 + n[k + 1] ** 2 + n[k + 2] ** 2, 1, delta=1e-4)
                    self.assertGreater(self.volume(mesh), 0)

    def volume(self, mesh):
        """Signed, unlike that of vtkMassProperties, which must agree with it in size."""
        p, c = points(mesh), corners(mesh)
        sum6 = 0.0
        for k in range(0, len(c), 3):
            (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (p[3 * i : 3 * i + 3] for i in c[k : k + 3])
            sum6 += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
        properties = vtkMassProperties()
        properties.SetInputData(mesh)
        self.assertAlmostEqual(properties.GetVolume(), abs(sum6 / 6), delta=0.02 * abs(sum6 / 6))
        return sum6 / 6

    def test_times_are_told_three_times_over(self):
        folder = self.folders["vtk"]
        exports = json.loads((folder / "scene.json").read_text())["exports"]
        self.assertEqual([entry["step"] for entry in exports], [0, 25, 50])
        for kind in ("particles", "surface"):
            sets = ElementTree.parse(folder / f"{kind}.pvd").findall("./Collection/DataSet")
            self.assertEqual([float(one.get("timestep")) for one in sets], [entry["seconds"] for entry in exports])
            for one, entry in zip(sets, exports):
                data = read(folder / one.get("file"))
                self.assertEqual(numbers(data.GetFieldData().GetArray("TimeValue")), [entry["seconds"]])


class Fluids(ExportTest):
    """A scene of several fluids: what each particle is of, and a surface for each."""

    def test_arrays_and_surfaces_of_each_fluid(self):
        folders = {}
        for name in ("ply", "vtk"):
            folders[name] = self.folder / name
            subprocess.run([PROGRAM, "run", "two-fluids", "--particles", "800", "--steps", "4", "--export",
                            folders[name], "--format", name, "--every", "0.004", "--surface", "--per-fluid"],
                           check=True, stdout=subprocess.DEVNULL)
        fluids = [fluid["name"] for fluid in json.loads((folders["vtk"] / "scene.json").read_text())["fluids"]]
        self.assertEqual(fluids, ["blue", "red"])
        for index in range(2):
            data = read(folders["vtk"] / f"particles_{index:06}.vtp")
            columns = ply_columns(folders["ply"] / f"particles_{index:06}.ply")
            for name in ("fluid", "temperature", "dye"):
                self.assertEqual(field(data, name), columns[name])
            self.assertEqual(set(field(data, "fluid")), {0, 1})
            self.assertAlmostEqual(min(field(data, "temperature")), 20, delta=1)
            volumes = []
            for fluid in fluids:
                mesh = read(folders["vtk"] / f"surface-{fluid}_{index:06}.vtp")
                self.assertEqual(edge_count(mesh, boundary=True, non_manifold=False), 0)
                self.assertEqual(points(read(folders["ply"] / f"surface-{fluid}_{index:06}.ply")), points(mesh))
                properties = vtkMassProperties()
                properties.SetInputData(mesh)
                volumes.append(properties.GetVolume())
            for fluid, volume in enumerate(volumes):
                share = field(data, "fluid").count(fluid) / 800
                self.assertAlmostEqual(volume / sum(volumes), share, delta=0.1)
        self.assertTrue((folders["vtk"] / "surface-red.pvd").exists())


class Repeats(ExportTest):
    """The command of scene.json, pasted into a shell as it stands."""

    def test_the_command_works_in_the_same_working_directory(self):
        command = {"step": 1, "do": "set", "key": "viscosity", "value": 9}
        log = {"format": "meniscus-commands", "version": 1, "commands": [command]}
        (self.folder / "log.json").write_text(json.dumps(log))
        path = f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}"
        for name in ("plain", "two words", "it's $HOME", "-dash", "slash/", "below/the/folder"):
            with self.subTest(name):
                arguments = [*RUN, f"--export={name}", "--steps", "3", "--commands", "log.json", "--surface"]
                subprocess.run([PROGRAM, *arguments], check=True, cwd=self.folder, stdout=subprocess.DEVNULL)
                first = self.folder / name
                record = json.loads((first / "scene.json").read_text())
                subprocess.run(["sh", "-c", record["command"]], check=True, cwd=self.folder,
                               env={**os.environ, "PATH": path}, stdout=subprocess.DEVNULL)
                again = self.folder / (name.rstrip("/") + "-again")
                names = sorted(file.name for file in first.iterdir())
                self.assertEqual(sorted(file.name for file in again.iterdir()), names)
                self.assertIn("commands.json", names)
                for file in names:
                    if file != "scene.json":  # which names the next folder
                        self.assertEqual((again / file).read_bytes(), (first / file).read_bytes())


class Endings(ExportTest):
    """However a run ends, each numbered file is whole."""

    def end_by(self, number):
        folder = self.folder / f"ended-by-{number}"
        command = [PROGRAM, *RUN, "--seconds", "1000", "--export", folder, "--format", "vtk", "--every", "0.004", "--surface"]
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + PATIENCE
        while not (folder / "surface_000003.vtp").exists():
            self.assertLess(time.monotonic(), deadline, "no files")
            time.sleep(0.01)
        run.send_signal(number)
        out, err = run.communicate(timeout=PATIENCE)
        files = sorted(folder.glob("*_*.vtp"))
        self.assertGreaterEqual(len(files), 8)
        for file in files:
            read(file)
        return run.returncode, out, err, files

    def test_interrupt_within_a_huge_step(self):
        """Nothing is to be saved: the program does not go on until the step is done."""
        box = {"shape": "box", "lower": [0, 0, 0], "upper": [0.1, 0.1, 0.1]}
        scene = self.folder / "crowded.json"
        scene.write_text(json.dumps({"format": "meniscus-scene", "version": 1, "particles": 45000,
                                     "room": {"lower": [0, 0, 0], "upper": [0.4, 0.4, 0.4]}, "fill": [box] * 64}))
        run = subprocess.Popen([PROGRAM, "run", scene, "--method", "reference", "--threads", "1", "--seconds", "1000"],
                               stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)  # where it did not end
        self.assertIn("warning", run.stderr.readline())  # after the first step
        run.send_signal(signal.SIGTERM)
        _, err = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 1)
        # On a machine that is quick enough the step ends first.
        self.assertRegex(err, r"\nmeniscus: interrupted (in the middle of its work; nothing was to be saved"
                              r"|after \d+ steps)\n$")

    def test_interrupt(self):
        code, out, err, files = self.end_by(signal.SIGINT)
        self.assertEqual(code, 1)
        self.assertRegex(err, r"^meniscus: interrupted after \d+ steps\n$")
        folder = files[0].parent
        record = json.loads((folder / "scene.json").read_text())
        self.assertFalse(record["finished"])
        self.assertEqual(2 * len(record["exports"]), len(files))
        # Nothing is left but these, the record and two lists of times.
        self.assertEqual(len(list(folder.iterdir())), len(files) + 3)
        self.assertIn(f"{len(files) + 3} files", out)

    def test_kill(self):
        _, _, _, files = self.end_by(signal.SIGKILL)
        self.assertEqual(json.loads((files[0].parent / "scene.json").read_text())["exports"], [])


if __name__ == "__main__":
    unittest.main()
