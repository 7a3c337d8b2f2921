"""Forms of team pages, one module per subject.

Forms check the shape of the input. Services check whether it is allowed, and the form
shows their refusals at its fields.
"""
