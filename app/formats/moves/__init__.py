"""Scoresheets: numbered moves in any notation under a few headers, as people write them and as `export` prints them."""
