"""Everything that changes stored leagues, one module for each subject.

Verbs take the league's `uid` and who acts. The league's row is locked first, then
matches, then teams. What was done is told in the league's log in the same transaction.
"""
