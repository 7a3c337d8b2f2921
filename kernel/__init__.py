"""What every other package stands on: elements, dice, refusals and ids.

Pure: no framework, files, clock or chance of its own. It holds these four
subjects and grows only with a decision record.
"""
