"""Words of English that demand, allow, plan, suppose or hand on what a sentence says."""

# What turns round, bounds, weakens or reports what stands beside it: nothing with one of them may
# be left out, because what is left could then say more than the whole.
BINDING = """
no not never none nobody nothing nor neither nowhere without cannot hardly barely scarcely rarely
seldom lack lacks failed fails refused denied denies only solely except excepting excluding
exception exceptions unless until till otherwise but however instead rather least most unlike apart
save if whether when where whenever wherever provided subject case cases depending once while
whereas assuming supposing conditional conditions may might can could would should shall must ought
likely unlikely possibly perhaps probably potentially maybe presumably apparently seemingly almost
nearly about around approximately roughly up over under more less than said says say saying claim
claims claimed alleged allegedly reportedly reported according believe believes believed think
thinks thought argue argues argued suggest suggests suggested suppose supposed supposedly purported
so-called hope hoped wish wished dream dreamed fictional hypothetical former formerly
"""
# A sentence before with one of them hands what follows to somebody else, or makes it a game.
HANDING_ON = """
following follows suppose supposing imagine assume assuming believe believes claim claims allege
opponents critics hypothesis hypotheses hypothetical hypothetically example examples myth rumour
rumor novel story fiction joke draft proposal proposed rejected obsolete outdated repealed
cancelled deprecated version
"""
# Before "to" and a verb, with a few words between: "asked the company to open".
INTENDING = """
plan plans planned planning intend intends intended intending intention intentions aim aims aimed
aiming hope hopes hoped hoping want wants wanted wanting expect expects expected expecting seek
seeks sought seeking propose proposes proposed proposing proposal proposals promise promises
promised promising pledge pledges pledged pledging vow vows vowed vowing threaten threatens
threatened threatening threat threats try tries tried trying attempt attempts attempted attempting
effort efforts bid bids fail fails failed failing failure refuse refuses refused refusing refusal
decline declines declined declining agree agrees agreed agreeing offer offers offered offering ask
asks asked asking urge urges urged urging order orders ordered ordering instruct instructs
instructed told consider considers considered considering wish wishes wished prepare prepares
prepared preparing commit commits committed schedule schedules scheduled slated supposed unable
goal ambition deadline decide decides decided deciding decision talks negotiations campaign
forecast projected predicted struggled struggling
"""
# Before "to" without a word between: "is set to open", not "set a fund up to open".
NEXT_TO = "set due about going likely unlikely ready poised willing unwilling working"
# Before a verb in "-ing": "considered opening", "plans on opening".
CONSIDERING = """
consider considers considered considering propose proposes proposed proposing suggest suggests
suggested suggesting discuss discusses discussed discussing contemplate contemplates contemplated
contemplating weigh weighs weighed weighing
"""
# Between a thought and what is thought of.
THINKING = "of about on at"
# Before them.
THOUGHT = """
plan plans planned planning aim aims aimed aiming think thinking thinks thought talk talks
"""
# Verbs that leave open whether another one is done.
MODAL_VERBS = """
will won't may might mightn't could couldn't can cannot can't should shouldn't must shall
"""
# They make what follows a mere case.
SUPPOSING = "if unless whether"
# "The bill would ban it" and "said it would ban it" tell of no ban; "he would later marry" does.
WOULD = """
if said says saying announced promised pledged vowed believed thought hoped expected warned
forecast bill proposal plan plans proposals measure deal agreement amendment
"""
# Between what governs a verb and the verb.
LEADING = """
be been have has also not then soon never now further again help to later even only still
eventually
"""
# They begin another statement.
FINITE = "is are was were has had did does"
# Before them "will" is a noun.
NOUN_WILL = "the a his her their free last good own of"
# What else makes a sentence anything but a plain fact.
RESERVING = """
would wouldn't help helps helped helping let lets possible possibly perhaps maybe potentially not
never no without
"""
# Said of a plan that came true.
DONE = """
succeeded succeeds managed successfully completed finalised finalized implemented fulfilled
achieved accomplished
"""
# By how binding they are: words and phrases that say what must, should, may or can be.
MODALS = {
    "must": "must|mustn't|shall|shan't|have to|has to|had to|having to|required to|is required"
    "|are required|be required|obliged to|obligated to|obligatory|mandatory|compulsory",
    "should": "should|shouldn't|ought to|ought|recommended|advised to",
    "may": "may|mayn't|allowed to|permitted to|permitted|entitled to",
    "can": "can|can't|cannot|could|couldn't|able to|might|mightn't|possibly|perhaps",
    "will": "will|won't|would|wouldn't|'ll",
    "need": "need|needs|needn't|needed",
}
# So written it is a month, where it does not begin a sentence.
MODAL_NOUNS = "May"
# Kinds of reservation: the words of a sentence that make one, and besides these the words of a
# claim that repeat one of that kind.
RESERVATIONS = (
    (
        r"if|unless|provided that|in case|as long as|subject to"
        r"|^(?:where|when|whenever|once)\b[^,]*,",
        r"when|where|once|with|without",
    ),
    (r"except(?:ing|ions?)?|excluding|other than|apart from|but for", r"without|most|not"),
    (r"almost|nearly|hardly|barely|up to|as many as|at most", r"about|around|close to|some"),
    (
        r"former(?:ly)?|no longer|repealed|withdrawn|revoked|overturned|abolished|until"
        r"|struck out|deleted|drafts?",
        r"was|were|had",
    ),
    (r"would|could|might|maybe|perhaps|possibly|probably|likely|unlikely", r"may|can|should"),
    (
        r"expect(?:s|ed|ations?)?|plan(?:s|ned|ning)?|intend(?:s|ed)?|hop(?:e|es|ed|ing)|aim(?:s|ed)?"
        r"|propos(?:e|es|ed|al)|seek(?:s|ing)?|sought|tr(?:y|ies|ied|ying)|attempt(?:s|ed|ing)?"
        r"|promis(?:e|es|ed)|threaten(?:s|ed)?|consider(?:s|ed|ing)?|set to|due to be",
        r"will|going to|wants?|wanted|would|may",
    ),
    (r"fail(?:s|ed|ing)?|refus(?:e|es|ed|al)", r"not|never|declined?|unable"),
    (
        r"alleg\w+|accus\w+|claim(?:s|ed|ing)?|argu(?:e|es|ed|ing)|believ(?:e|es|ed)|assum\w+"
        r"|suggest(?:s|ed)?|reportedly|supposed(?:ly)?|purported(?:ly)?|rumou?r\w*|hypothes\w+",
        r"said|says|according|thinks?|thought|may|might",
    ),
    (
        r"den(?:y|ies|ied|ial)|disput\w+|reject(?:s|ed)?|contrary|myths?|falsely|wrongly|false"
        r"|mistaken(?:ly)?",
        r"not|wrong|untrue|oppos\w+",
    ),
    (r"only|solely|exclusively|merely", r"just|alone|must|unless|without|no"),
    (
        r"not|never|neither|nor|without|nobody|none|no|cannot|\w+n['’]t",
        r"un\w+|in\w+|lacks?|lacking|absen\w+|avoid\w*|ban\w*|prohibit\w*|forbid\w*|prevent\w*",
    ),
)
