"""The migrations, run by `cite db migrate`."""
