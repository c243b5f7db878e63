"""The screen that lies beside the cards."""
