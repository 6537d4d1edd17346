"""Words of English that deny, and words with their opposites."""

# Words that deny without a word for "not". A claim may say with them what a passage says without.
DENYING = """
fail fails failed failing failure refuse refuses refused deny denies denied lack lacks lacked
lacking avoid avoids avoided prevent prevents prevented prohibit prohibits prohibited prohibition
forbid forbids forbidden ban bans banned reject rejects rejected exclude excludes excluded absent
absence false untrue unable impossible stop stops stopped missing little few fewer least cease
ceases ceased free exempt instead rather unlikely unknown unclear end ends ended
"""
# What a label says of words that the author does not vouch for.
DOUBTING = """
doubtful dubious unverified unconfirmed unproven disputed contested debunked refuted retracted
questionable alleged rumoured rumored rumour rumor speculative speculation hypothetical
"""
# Prefixes that turn a word into its opposite.
PREFIXES = "un in im il ir non dis mis anti counter"
# Pairs of opposites. No list is complete; a changed word is shown whether or not its pair is here.
OPPOSITES = """
accept/reject accepts/rejects accepted/rejected add/remove added/removed admit/deny admitted/denied
advantage/disadvantage after/before agree/disagree agreed/disagreed allow/forbid allow/prohibit
allowed/forbidden allowed/prohibited alive/dead always/never ancient/modern and/or arrive/depart
arrived/departed ascend/descend asset/liability assets/liabilities attack/defend beautiful/ugly
before/after begin/end begins/ends began/ended beginning/end benefit/harm best/worst better/worse
big/small birth/death bought/sold bright/dark buy/sell buyer/seller cause/prevent causes/prevents
caused/prevented cheap/expensive child/adult children/adults clean/dirty close/open closed/open
cold/hot common/rare complete/incomplete comply/violate confirm/deny confirmed/denied
create/destroy created/destroyed credit/debit creditor/debtor danger/safety dangerous/safe
day/night dead/living decline/rise decrease/increase decreases/increases decreased/increased
decreasing/increasing deep/shallow defendant/plaintiff demand/supply destroy/preserve
difficult/easy domestic/foreign down/up early/late earlier/later earliest/latest easy/hard
east/west eastern/western effective/ineffective empty/full enable/disable enabled/disabled
enemy/friend enter/leave entered/left even/odd exclude/include excludes/includes excluded/included
excluding/including expand/shrink explicit/implicit export/import exports/imports external/internal
fact/fiction fail/succeed failed/succeeded failure/success fall/rise falls/rises fell/rose
falling/rising false/true fast/slow faster/slower father/mother few/many fewer/more female/male
final/initial first/last formal/informal found/lost forward/backward free/paid fresh/stale
gain/lose gained/lost gain/loss general/specific giver/receiver good/bad great/small gross/net
grew/shrank growth/decline guilty/innocent happy/sad harm/benefit harmful/harmless head/tail
healthy/sick heavy/light help/hinder helped/hindered high/low higher/lower highest/lowest hire/fire
hired/fired hope/despair husband/wife improve/worsen improved/worsened in/out income/expense
inside/outside inner/outer inferior/superior input/output joined/left junior/senior large/small
larger/smaller largest/smallest least/most left/right legal/illegal length/width less/more
lend/borrow long/short longer/shorter longest/shortest love/hate majority/minority man/woman
men/women maximum/minimum maximal/minimal married/single narrow/wide natural/artificial near/far
negative/positive new/old newer/older newest/oldest north/south northern/southern often/rarely
old/young older/younger on/off open/shut optional/mandatory optional/required over/under
partial/total partially/fully pass/fail passed/failed past/future peace/war permanent/temporary
permit/prohibit permits/prohibits permitted/prohibited physical/mental poor/rich powerful/weak
presence/absence present/absent private/public problem/solution profit/loss profits/losses
prove/disprove pull/push question/answer quick/slow quiet/loud raise/lower raised/lowered
reduce/increase reduces/increases reduced/increased refuse/accept refused/accepted refused/agreed
remember/forget rural/urban same/different secret/public send/receive sent/received short/tall
simple/complex sink/float smooth/rough soft/hard sold/bought son/daughter start/stop starts/stops
started/stopped start/end strength/weakness strengthen/weaken strong/weak stronger/weaker
success/failure summer/winter support/oppose supports/opposes supported/opposed sweet/bitter
take/give teacher/student thick/thin top/bottom truth/lie uncommon/common upper/lower
upward/downward useful/useless vertical/horizontal victory/defeat victim/perpetrator visible/hidden
voluntary/compulsory voluntary/mandatory weak/strong wet/dry win/lose wins/loses won/lost
winner/loser with/without wholesale/retail within/outside worse/better yes/no young/old if/unless
since/until until/from
"""
# A neighbouring sentence with one of them may take a sentence back.
TAKING_BACK = """
false untrue wrong incorrect incorrectly mistaken mistake myth myths misconception misconceptions
hoax debunked disproved disproven refuted retracted retraction repealed withdrawn superseded rumour
rumor fallacy lie lies lied nonsense falsely wrongly mistakenly erroneously
"""
# As these do in a short sentence behind it.
DENIALS = (
    r"den(?:y|ies|ied|ying)|disput(?:e|es|ed)|refut(?:e|es)|debunk|legend|invention|invented"
    r"|forger(?:y|ies)|forged|fakes?|fraud|fraudulent|unfounded|groundless|errors?|misprint"
    r"|abolished|revoked|cancelled|abandoned|corrected|otherwise\.|opposite|contrary"
    r"|(?:made|given) up|(?:take|took|taken|rejects?|rejected) (?:this|that|it)|far from it"
    r"|anything but|cleared of|broke (?:the|its|this|that) promise"
    r"|dropped (?:the|this|that) (?:idea|plan)|never built"
    r"|(?:it|he|she|they) (?:is|are|was|were|did|does|do|has|had) not(?=\W*\Z)"
)
# What a denial says of a sentence beside its own words: "This did not happen".
OUTCOMES = """
so true case happen happens happened sort kind evidence shown show proof proven exist exists existed
such there take took place come came any more study believes longer all fact truth
"""
# With one of them before it, a "not" denies a verb: "It did not freeze".
HELPING = "did does do will has have had"
# One of them makes a sentence a denial of its neighbour.
SENTENCE_NEGATIONS = """
no not never none nobody nothing neither nor longer cannot fraudulent fraud fake
"""
# By what they say: the words and phrases that deny.
NEGATIONS = {
    "not": "not|cannot|no|none|never|nobody|nothing|nowhere|neither|nor|no longer",
    "non": "non",
    "without": "without|lack of|absence of|in the absence of",
    "almost not": "hardly|barely|scarcely|rarely|seldom",
    "except": "unless|except|excluding|other than|save for|with the exception of",
}
# "No. 4" counts, and denies nothing.
NUMBERED = r"no\.\s?\d"
# "not only A but also B" denies nothing.
NOT_ONLY = "not only"
# Endings by which a word says without, and those by which it says with.
SUFFIXES = "less/ful less/ free/"
# Pairs that only look like a word and its opposite.
NOT_PAIRS = """
inform/form income/come improve/prove inside/side import/port impress/press intend/tend
invest/vest imposed/posed increase/crease district/strict informed/formed impact/pact infer/fer
income/comes imports/ports inland/land into/to unit/it immigrated/migrated
immigration/migration immigrants/migrants
"""
# They deny the word behind them.
NOT = "not never"
