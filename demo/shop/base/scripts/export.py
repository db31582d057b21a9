"""Export the charges of one day."""

import csv
import sys


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


if __name__ == "__main__":
    print(len(rows(sys.argv[1])))
