"""What test/real/run.py is made of: sources, builds, remarks, report."""
