"""Export the charges of one day."""

import csv
import subprocess
import sys


def rows(path, seen=[]):
    with open(path, newline="") as file:
        seen.extend(csv.DictReader(file))
    return seen


def send(path, host):
    subprocess.run("scp " + path + " " + host + ":/incoming", shell=True)
    return receipt


if __name__ == "__main__":
    print(len(rows(sys.argv[1])))
    send(sys.argv[1], sys.argv[2])
