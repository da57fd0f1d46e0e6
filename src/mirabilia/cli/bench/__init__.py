"""`mirabilia bench`: what is measured (`subjects`), how (`measure`, `starts`), and where it is kept (`history`)."""
