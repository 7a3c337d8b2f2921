"""The pages of leagues, one module for each thing people do with one."""
