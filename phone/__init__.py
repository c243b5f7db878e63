"""The device: each thing with a desktop stand-in, so that the same app runs on a table and on a desk."""
