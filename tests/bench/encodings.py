"""How often a Vietnamese name that is the only one of its file is read rightly, in each encoding.

python -m tests.bench.encodings
"""

from tests.formats.archives_of_old import ACCENTED, VIETNAMESE, right_alone

for encoding in VIETNAMESE:
    for how, names in (("as usual", ACCENTED), ("in capitals", [name.upper() for name in ACCENTED])):
        right = right_alone(encoding, names)
        print(f"{encoding:13} {how:11} {right:5} of {len(names)} = {right / len(names):.2%}")
