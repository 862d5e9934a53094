#!/usr/bin/env python3
"""Extraction of a surface from a given field: our block mesher against VTK's Flying Edges, one thread each, in turns.

usage: against_vtk.py PROGRAM      PROGRAM is extraction_benchmark; needs Debian's python3-vtk9
"""
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkSMPTools
from vtkmodules.vtkCommonDataModel import vtkImageData
from vtkmodules.vtkFiltersCore import vtkFlyingEdges3D

TURNS = 3
ROUNDS = 7


def time_vtk(file, side):
    image = vtkImageData()
    image.SetDimensions(side, side, side)
    image.GetPointData().SetScalars(numpy_to_vtk(numpy.fromfile(file, numpy.float32)))
    times = []
    for _ in range(ROUNDS):
        edges = vtkFlyingEdges3D()
        edges.SetInputData(image)
        edges.SetValue(0, 0.5)
        edges.ComputeNormalsOff()
        edges.ComputeGradientsOff()
        edges.ComputeScalarsOff()
        start = time.perf_counter()
        edges.Update()
        times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times), edges.GetOutput().GetNumberOfPolys()


def main(program):
    vtkSMPTools.Initialize(1)
    print("side  ours ms  VTK ms  ratio  our triangles  VTK's triangles")
    with tempfile.TemporaryDirectory() as folder:
        for side in (128, 256):
            file = pathlib.Path(folder) / "field"
            ours, theirs = [], []
            for _ in range(TURNS):
                report = subprocess.run([program, str(side), str(file), str(ROUNDS)], check=True, capture_output=True)
                result = json.loads(report.stdout)
                ours.append(result["milliseconds"])
                milliseconds, polygons = time_vtk(file, side)
                theirs.append(milliseconds)
            a, b = statistics.median(ours), statistics.median(theirs)
            print(f"{side:4}  {a:7.1f}  {b:6.1f}  {a / b:5.2f}  {result['triangles']:13}  {polygons:15}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
