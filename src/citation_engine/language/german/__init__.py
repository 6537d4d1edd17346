"""The words of German; the English lists of the same names say what each is for."""

CODE = "de"
