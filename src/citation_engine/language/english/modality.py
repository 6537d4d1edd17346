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
# Verbs that leave open whether another one is done.
MODAL_VERBS = """
will won't may might mightn't could couldn't can cannot can't should shouldn't must shall
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
