"""What a person touches: a folder for every part of the app, the looks of a module in the .kv of its name."""
