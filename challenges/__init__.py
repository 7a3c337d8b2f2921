"""The challenges and their matches, from invitation to settlement."""
