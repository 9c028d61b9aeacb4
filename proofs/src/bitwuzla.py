# One question to Bitwuzla: an SMT-LIB script on standard input, its answer on standard output.
# Arguments: the folder of Python packages, milliseconds, megabytes.
import ctypes
import resource
import signal
import sys

site, milliseconds, megabytes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
# Nobody waits for an answer when the prover is gone: end with it (PR_SET_PDEATHSIG), and in any case soon.
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
signal.signal(signal.SIGINT, signal.SIG_DFL)
seconds = milliseconds // 1000 + 5
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
sys.path.insert(0, site)
import bitwuzla

options = bitwuzla.Options()
options.set(bitwuzla.Option.PRODUCE_MODELS, True)
options.set(bitwuzla.Option.TIME_LIMIT_PER, milliseconds)
parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
parser.parse(sys.stdin.read(), True, False)
solver = parser.bitwuzla()
answer = solver.check_sat()
if answer == bitwuzla.Result.SAT:
    print("sat")
    for var in parser.get_declared_funs():
        if var.symbol().startswith("v"):
            print(var.symbol(), solver.get_value(var).value(2))
else:
    print("unsat" if answer == bitwuzla.Result.UNSAT else "unknown")
