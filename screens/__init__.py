"""What a person touches: one module per screen, its looks in the .kv of the same name."""
