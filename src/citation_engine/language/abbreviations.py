"""English and German words that tell whether a full stop ends a sentence."""

import re

MONTHS = frozenset(
    "januar jänner februar märz april mai juni juli august september oktober november dezember "
    "january february march may june july october december jan feb mrz mar apr jun jul aug sep "
    "sept okt oct nov dez dec".split()
)

# Never the last word of a sentence: something they announce always follows.
LEADING = frozenset(
    "dr prof dipl fr mr mrs mx messrs rev capt lt maj sgt gov st ste mt priv-doz pd ra vors vgl "
    "bzw sog sogen insb insbes ggf ggfs evtl evt ca circa approx resp inkl incl exkl excl zzgl "
    "abzgl bspw beispielsw jew jeweil urspr allg bes spez einschl ausschl zw zzt derz lfd verh "
    "ehem nachf betr bzgl gegr krit grdl ständ überw herrsch jur öff öffentl priv techn wiss "
    "wirtsch polit gesetzl steuerl rechtl biol elektr elektron mech soz kath ev evang ausl inl "
    "europ versch verschied zust hrsg hg bearb übers begr urt beschl verf vfg bek erl vorbem "
    "einl bekl vs cf viz esp usu bgbl rgbl gbl gvbl gvobl abl amtsbl bstbl banz drs drucks slg "
    "rspr fon mtl jährl".split()
)

# Like these, but also words or units that a sentence may end with: "gem.", "mind.", "min.".
AMBIGUOUS = frozenset(
    "gem mind max min math med phys chem nat gen rep sen col hon hr ms ing pres tel el geb "
    "vorm".split()
)

# Labels of a number or letter: "Abs. 3", "lit. b", "Fig. 2". Without one, a sentence may end.
LABELS = frozenset(
    "abs art artt nr nrn no nos s rn rdn rdnr rz tz tn kap abschn unterabschn abt anh anl anm "
    "aufl lit buchst doppelbuchst halbs hs alt var uabs erwgr ziff z fn fußn sp bl az bd bde jg "
    "jahrg h ausg kat gr kl pos lfg el tit hlbs kto blz plz tab abb fig figs eq eqs sec secs "
    "sect subsec para paras ch chap chs vol vols p pp pt pts app ex ed eds l ll n nn mo di mi "
    "do sa".split()
) | {month for month in MONTHS if len(month) < 5 and month not in ("mai", "may", "juni", "juli")}

# Like the labels, but only written with a capital: "art", "no" and "so" are also words.
CAPITAL_LABELS = frozenset(("art", "no", "alt", "mi", "do", "sa", "mo", "di", "mar", "app"))

# Abbreviations that end a sentence now and then: only a word that starts sentences tells.
TRAILING = frozenset(
    "ff f al inc ltd co corp plc llc jr sr esq bros mio mrd mill bn tsd jh jhd jhs chr str "
    "entspr dgl dergl vorst nachst dept univ assn ave blvd rd hwy hrs yrs mos wk lbs sek stk "
    "pers abw dt engl frz lat griech kl bekl antr beig beschw zul anm verst mwn usf ibid ebd "
    "aao".split()
)

# Units are words: a full stop after one ends a sentence like any other.
UNITS = frozenset("mm cm dm km kg mg mcg ml cl dl hl kw kwh mwh gwh mhz ghz hz kb mb gb tb".split())

# Units behind a number, as they are written. Not those that German writes with a full stop before
# a noun: "5 Mio. Euro", "3 Std. Fahrt".
MEASURES = frozenset(
    "m s h g t l L A V W K J Hz dB nm µm \u03bcm pm mm cm dm km ns ms µs \u03bcs mV kV mA kA µA "
    "\u03bcA mW kW MW GW TW Wh kWh MWh GWh TWh kJ MJ kN Nm Pa hPa kPa MPa GPa bar psi mmHg mol "
    "mmol kHz MHz GHz THz kB MB GB TB PB bps kbps Mbps Gbps fps rpm bpm dpi px mph kph ppm ppb "
    "ppt pct pp min mins sec secs hr hrs yr yrs wk wks lb lbs oz ft yd mi mg µg \u03bcg kg kt "
    "Mt Gt ml mL cl dl hl ha bn mn tn eV keV MeV GeV Bq kBq Sv mSv bp".split()
)
# What "m." stands before as "mit", behind the page of a judgment: "12 m. Anm. Schmidt".
REMARKS = frozenset("anm nachw bespr zust krit abl weit hinw verweis".split())
# Words whose number is no quantity: behind it "s." is "siehe" and "A." an initial.
LABELLED = frozenset(
    "absatz satz artikel nummer paragraph randnummer seite kapitel abschnitt anlage anhang figure "
    "table section chapter page article part note".split()
)

# These close an enumeration; a capital after them nearly always starts a sentence.
CLOSING = frozenset(("etc", "usw", "usf"))

# Chains of letters, without their spaces and the last full stop.
LEADING_CHAINS = frozenset(
    "z.b zb d.h dh i.s.d i.s.v i.s i.v.m i.d.r i.d.f i.e.s i.w.s i.h.v i.h.d i.r.d i.r.v i.ü "
    "i.a i.e e.g u.u o.g s.g s.o.g h.m h.l m.e a.a s.a s.u v.a z.t z.zt u.v.m n.b p.a dr.h.c "
    "h.c".split()
)
CHAINS = frozenset(
    "u.a o.ä u.ä a.a.o m.w.n a.f n.f e.v v.chr n.chr u.s u.k u.s.a u.n e.u d.c a.m p.m ph.d m.d "
    "b.a m.a b.sc m.sc d.a w.o s.o j.d u.s.w u.s.f o.j o.o n.n m.b.h".split()
)

# Words before an ordinal number: "am 3.", "der 2.".
ORDINAL_CUES = frozenset(
    "am vom zum im beim ab bis seit der die das dem den des und oder ein eine einer eines einem "
    "einen jeder jede jedes jedem jeden dieser diese dieses diesem diesen nächste nächsten "
    "letzte letzten erst zur als sein seine seiner seinem seinen ihr ihre ihrer ihrem ihren in "
    "per".split()
)
# Words after one, also without such a word before it.
ORDINAL_NOUNS = MONTHS | frozenset(
    "jahrhundert jahrhunderts jahrhunderte jh jhd jahrtausend jahrtausends auflage aufl kapitel "
    "abschnitt abschnitts unterabschnitt titel teil buch senat senats strafsenat zivilsenat "
    "kammer wahlperiode legislaturperiode sitzung tag tages tage woche monat monats quartal "
    "quartals halbjahr halbjahrs halbjahres lebensjahr lebensjahres lebensjahrs jahrestag "
    "geburtstag klasse ausgabe band halbsatz halbsatzes halbs hs alternative alt variante var "
    "stock etage platz weltkrieg weltkriegs weltkrieges bundesliga jahrgang änderungsgesetz "
    "nachtrag stufe rang instanz person grad grades ordnung hälfte el ergänzungslieferung "
    "nachlieferung".split()
)

# Words whose number or letter may end a sentence: "Buchstabe g.", "Anhang III."
NUMBERED = frozenset(
    "lit buchst buchstabe buchstaben bis und oder and or anhang anlage plan option vitamin typ "
    "type klasse class gruppe group kategorie category fall case annex appendix section part "
    "table teil kapitel chapter abschnitt nummer number artikel article art nr schedule "
    "variante".split()
)

_STARTERS = """
the this that these those there then thus they their he she his her him it its we our us you your
my i a an in on at by for from to with without within under over after before during since until
while when where who what which why how whether if although though because as so but and or nor
yet however moreover furthermore nevertheless nonetheless meanwhile otherwise instead therefore
hence also another any all both each every either neither no none nobody nothing not never now
only other others some such many most much more several few first second third finally later
earlier today here once upon between among against about above below according despite even still
just perhaps often is are was were do does did has have had can could may might must shall should
will would

der die das dem den des ein eine einer eines einem einen dieser diese dieses diesem diesen jener
jene jenes jeder jede jedes jedem jeden kein keine keiner keines keinem keinen er sie es wir ihr
ich du ihnen ihm ihn ihre ihrer ihrem ihren sein seine seiner seinem seinen unser unsere mein man
wer wen wem was welche welcher welches wo wann warum wie wieso weshalb ob wenn falls sofern soweit
solange sobald weil da damit dass daß obwohl obgleich während nachdem bevor ehe bis seit als im in
ins am an ans auf aus bei beim mit nach nachher von vom vor zu zum zur zwischen über unter durch
für gegen ohne um entgegen gemäß laut trotz wegen aufgrund infolge mangels mittels neben hinter
außer außerdem ferner zudem dabei dafür dagegen daher dahin daran darauf daraus darin darüber
darunter davon davor dazu deshalb deswegen demnach demgegenüber dennoch doch jedoch denn dann
danach daneben dort hier hierbei hierdurch hierfür hiergegen hiermit hiernach hierzu hierüber
heute gestern morgen jetzt nun nur noch nicht nichts niemand niemals nie aber allerdings also auch
und oder sondern sowie so sonst somit solche solcher solches soll sollen sollte sollten hat haben
hatte hatten hätte ist sind war waren wäre wird werden wurde wurden würde kann können könnte muss
muß müssen darf dürfen mag möge gilt gelten liegt liegen bleibt bleiben fehlt fehlen besteht
bestehen ergibt steht stehen entsprechendes gleiches dasselbe dies derselbe dieselbe beide beides
alle alles allen aller andere anderer anderes anders einige einzelne etwaige manche mehrere viele
wenige weitere weiteres weiterhin zunächst zuletzt schließlich insgesamt insoweit insofern
insbesondere abweichend unbeschadet vorbehaltlich ungeachtet hinsichtlich bezüglich übrigen
diesbezüglich entsprechend gleichwohl gleichzeitig erst erstens zweitens drittens satz absatz
sätze absätze artikel
"""
STARTERS = frozenset(_STARTERS.split())
# Those that an abbreviation may announce as well: "gem. Satz 1".
REFERRING = frozenset(("satz", "sätze", "absatz", "absätze", "artikel"))

ROMAN = re.compile(r"[IVXLCDM]{1,8}\Z")
VOWEL = re.compile(r"[aeiouyäöüáéíóúàèìòùâêîôû]", re.IGNORECASE)
