"""Everything that is known about stored leagues. Nothing here writes."""
