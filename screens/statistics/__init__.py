"""What the finished tables say together."""
