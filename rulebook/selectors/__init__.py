"""Pages of the rules reference as frozen dataclasses.

They are computed from the catalogue, without queries. Each module serves the pages of
one subject.
"""
