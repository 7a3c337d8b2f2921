"""The shape of what people type about leagues, one module for each subject."""
