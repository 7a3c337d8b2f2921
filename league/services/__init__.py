"""Services of the league app, one module per subject.

Services take the `uid` of the league and the acting person. They lock the league first,
then matches, then teams, and write the audit log in the same transaction.
"""
