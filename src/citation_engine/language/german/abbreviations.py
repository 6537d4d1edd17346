"""Words of German that tell whether a full stop ends a sentence."""

LEADING = """
dr prof st ca circa dipl fr priv-doz pd ra vors vgl bzw sog sogen insb insbes ggf ggfs evtl evt
resp inkl exkl zzgl abzgl bspw beispielsw jew jeweil urspr allg bes spez einschl ausschl zw zzt
derz lfd verh ehem nachf betr bzgl gegr krit grdl ständ überw herrsch jur öff öffentl priv techn
wiss wirtsch polit gesetzl steuerl rechtl biol elektr elektron mech soz kath ev evang ausl inl
europ versch verschied zust hrsg hg bearb übers begr urt beschl verf vfg bek erl vorbem einl bekl
bgbl rgbl gbl gvbl gvobl abl amtsbl bstbl banz drs drucks slg rspr fon mtl jährl
"""
AMBIGUOUS = "max min math med phys chem nat tel gem mind hr ing el geb vorm"
LABELS = """
art tab abs artt nr nrn s rn rdn rdnr rz tz tn kap abschn unterabschn abt anh anl anm aufl lit
buchst doppelbuchst halbs hs alt var uabs erwgr ziff z fn fußn sp bl az bd bde jg jahrg h ausg kat
gr kl pos lfg el tit hlbs kto blz plz abb mo di mi do sa
"""
CAPITAL_LABELS = "art mar alt mi do sa mo di"
TRAILING = """
al co ff f mio mrd mill tsd jh jhd jhs chr str entspr dgl dergl vorst nachst sek stk pers abw dt
engl frz lat griech kl bekl antr beig beschw zul anm verst mwn usf ebd aao
"""
CLOSING = "etc usw usf"
# What "m." stands before as "mit", behind the page of a judgment: "12 m. Anm. Schmidt".
REMARKS = "anm nachw bespr zust krit abl weit hinw verweis"
LABELLED = "paragraph absatz satz artikel nummer randnummer seite kapitel abschnitt anlage anhang"
LEADING_CHAINS = """
n.b p.a h.c dr.h.c i.e z.b zb d.h dh i.s.d i.s.v i.s i.v.m i.d.r i.d.f i.e.s i.w.s i.h.v i.h.d
i.r.d i.r.v i.ü i.a u.u o.g s.g s.o.g h.m h.l m.e a.a s.a s.u v.a z.t z.zt u.v.m
"""
CHAINS = """
b.a m.a b.sc m.sc u.a o.ä u.ä a.a.o m.w.n a.f n.f e.v v.chr n.chr w.o s.o u.s.w u.s.f o.j o.o n.n
m.b.h
"""
# Words before an ordinal number: "am 3.", "der 2.".
ORDINAL_CUES = """
am vom zum im beim ab bis seit der die das dem den des und oder ein eine einer eines einem einen
jeder jede jedes jedem jeden dieser diese dieses diesem diesen nächste nächsten letzte letzten erst
zur als sein seine seiner seinem seinen ihr ihre ihrer ihrem ihren in per
"""
# Words after one, also without such a word before it.
ORDINAL_NOUNS = """
jahrhundert jahrhunderts jahrhunderte jh jhd jahrtausend jahrtausends auflage aufl kapitel
abschnitt abschnitts unterabschnitt titel teil buch senat senats strafsenat zivilsenat kammer
wahlperiode legislaturperiode sitzung tag tages tage woche monat monats quartal quartals halbjahr
halbjahrs halbjahres lebensjahr lebensjahres lebensjahrs jahrestag geburtstag klasse ausgabe band
halbsatz halbsatzes halbs hs alternative alt variante var stock etage platz weltkrieg weltkriegs
weltkrieges bundesliga jahrgang änderungsgesetz nachtrag stufe rang instanz person grad grades
ordnung hälfte el ergänzungslieferung nachlieferung
"""
NUMBERED = """
option vitamin art lit buchst buchstabe buchstaben bis und oder anhang anlage typ klasse gruppe
kategorie fall teil kapitel abschnitt nummer artikel nr variante
"""
# Starters that an abbreviation may announce as well: "gem. Satz 1".
REFERRING = "satz sätze absatz absätze artikel"
