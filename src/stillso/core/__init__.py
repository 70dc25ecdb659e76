"""The model, pure: it decides, others do. Standard library only; time, ids and texts come in as arguments."""
