"""Engine rules of the eight challenges, one module each, and shared base classes."""

from __future__ import annotations
