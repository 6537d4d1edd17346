"""Data for the local judge: public rows, textbooks, and the rows that are made from them."""
