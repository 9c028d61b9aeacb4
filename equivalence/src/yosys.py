# One module through Yosys. Standard input: JSON with the keys of `Job` in yosys.rs. Argument: the folder
# of Python packages.
import ctypes
import json
import signal
import sys

# Nobody waits when the program that asked is gone: end with it (PR_SET_PDEATHSIG).
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
signal.signal(signal.SIGINT, signal.SIG_DFL)
sys.path.insert(0, sys.argv[1])
from pyosys import libyosys

job = json.load(sys.stdin)
design = libyosys.Design()


def run(*words):
    libyosys.run_pass(" ".join(words), design)


includes = [word for folder in job["folders"] for word in ("-I", f"./{folder}")]
parameters = [word for name, value in job["parameters"] for word in ("-G", f"{name}={value}")]
defines = [word for name in job["defines"] for word in ("-D", name)]
# Verilator takes names before their declaration too.
run("read_slang", "--single-unit", "--allow-use-before-declare", *job["files"], "--top", job["top"], *includes, *defines, *parameters)
for command in job["commands"]:
    run(command)
