"""Words of English that tell whether a full stop ends a sentence."""

# Never the last word of a sentence: something they announce always follows.
LEADING = """
dr prof mr mrs mx messrs rev capt lt maj sgt gov st ste mt ca circa approx incl excl vs cf viz esp
usu
"""
# Like these, but also words or units that a sentence may end with: "gem.", "mind.", "min.".
AMBIGUOUS = "max min math med phys chem nat gen rep sen col hon ms pres tel"
# Labels of a number or letter: "Abs. 3", "lit. b", "Fig. 2". Without one, a sentence may end.
LABELS = """
art no nos tab fig figs eq eqs sec secs sect subsec para paras ch chap chs vol vols p pp pt pts app
ex ed eds l ll n nn
"""
# Like the labels, but only written with a capital: they are also words.
CAPITAL_LABELS = "art no mar app"
# Abbreviations that end a sentence now and then: only a word that starts sentences tells.
TRAILING = """
al inc ltd co corp plc llc jr sr esq bros bn dept univ assn ave blvd rd hwy hrs yrs mos wk lbs ibid
"""
# These close an enumeration; a capital after them nearly always starts a sentence.
CLOSING = "etc"
# Words whose number is no quantity: behind it "s." is "siehe" and "A." an initial.
LABELLED = "paragraph figure table section chapter page article part note"
# Chains of letters, without their spaces and the last full stop.
LEADING_CHAINS = "i.e e.g n.b p.a dr.h.c h.c"
# Chains that may end a sentence.
CHAINS = "u.s u.k u.s.a u.n e.u d.c a.m p.m ph.d m.d b.a m.a b.sc m.sc d.a j.d"
# Words whose number or letter may end a sentence: "Buchstabe g.", "Anhang III."
NUMBERED = """
and or plan option vitamin type class group category case annex appendix section part table chapter
number article art schedule
"""
