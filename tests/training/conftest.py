"""Lets the tests find the training's own modules, behind everything that is installed."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))
