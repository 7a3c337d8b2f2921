"""The pages of teams, one module for each thing people do with one."""
