"""The shape of what people type about teams, one module for each subject.

What is allowed the services say; a form carries their refusal back to its fields.
"""
