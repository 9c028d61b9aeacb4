# Answers of Bitwuzla to SMT-LIB scripts: a line `FILE ANSWER SECONDS` for each.
# Arguments: the folder of Python packages, milliseconds for each, files.
import sys
import time

sys.path.insert(0, sys.argv[1])
import bitwuzla

for path in sys.argv[3:]:
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.TIME_LIMIT_PER, int(sys.argv[2]))
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    start = time.monotonic()
    error = parser.parse(path, True)
    answer = error or parser.bitwuzla().check_sat()
    print(path, answer, f"{time.monotonic() - start:.2f}", flush=True)
