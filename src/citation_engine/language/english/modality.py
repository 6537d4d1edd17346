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
# Kinds of reservation: the words of a clause that make one, and the words of a claim that repeat
# one of that kind.
RESERVATIONS = {
    "condition": (
        r"if|unless|provided that|in case|as long as|subject to|only when|depending on"
        r"|except(?:ing|ions?)?|excluding|other than|apart from|but for"
        r"|only|solely|exclusively|merely",
        r"if|unless|provided|when|where|once|with|without|subject|depend\w*|may|can|could|might"
        r"|except\w*|exclud\w*|other|apart|most|not|no|only|solely|exclusively|merely|just|alone"
        r"|must|single|sole|limited|restricted",
    ),
    "hedge": (
        r"can|would|could|might|maybe|perhaps|possibly|probably|likely|unlikely|may"
        r"|expect(?:s|ed)?|plan(?:s|ned)|intend(?:s|ed)?|hop(?:es|ed|ing) to|aim(?:s|ed)? to"
        r"|propos(?:es|ed|al)|sought to|seek(?:s|ing)? to|tr(?:y|ies|ied|ying) to"
        r"|attempt(?:s|ed|ing) to|promis(?:es|ed)|threaten(?:s|ed) to|consider(?:s|ed|ing)|set to"
        r"|due to be|scheduled|slated|pledged|vowed|recommend(?:s|ed)?|requested"
        r"|alleg\w+|accus\w+|claim(?:s|ed|ing)?|argu(?:es|ed|ing)|believ(?:e|es|ed)|assum(?:es|ed)"
        r"|suggest(?:s|ed)?|reportedly|supposed(?:ly)?|purported(?:ly)?|rumou?r\w*|hypothes\w+"
        r"|thought to|thought that|said to|insist\w*|speculat\w*|suspect\w*|according to"
        r"|widely held",
        r"will|would|could|might|may|maybe|perhaps|possib\w*|probabl\w*|likely|unlikely|can|should"
        r"|able|abilit\w*|capab\w*|allow\w*|permit\w*|enabl\w*|option\w*|support\w*|\w+[ai]ble"
        r"|if|seem\w*|appear\w*|potential\w*|unclear|not|going to|want\w*|expect\w*|plan\w*"
        r"|inten\w*|hop(?:e|es|ed|ing)|aim\w*|propos\w*|seek\w*|sought|tr(?:y|ies|ied|ying)"
        r"|attempt\w*|promis\w*|threat\w*|consider\w*|set to|due|schedul\w*|pledg\w*|vow\w*"
        r"|recommend\w*|ask\w*|request\w*|said|says?|according|think\w*|thought|alleg\w+"
        r"|accus\w+|claim\w*|argu\w+|belie[fv]\w*|assum\w+|suggest\w*|report\w*|suppos\w*"
        r"|purport\w*|rumou?r\w*|hypothes\w+|insist\w*|speculat\w*|suspect\w*|put forward"
        r"|idea|theory|view\w*|held",
    ),
    "nearly": (
        r"almost|nearly|hardly|barely|up to|as many as|at most",
        r"almost|nearly|hardly|barely|about|around|close to|some|up to|under|less|fewer|most"
        r"|maximum|no more",
    ),
    "fiction": (
        r"in (?:the|a|his|her|this|one) (?:novel|film|movie|play|story|tale|legend|series|game)"
        r"|legend has it|fictional",
        r"novel\w*|film\w*|movie\w*|play\w*|stor(?:y|ies)|tales?|legend\w*|series|games?"
        r"|fiction\w*|characters?|plot|scene",
    ),
    "model": (
        r"in (?:mice|rats|vitro|animals|a mouse model|cell cultures?)",
        r"mice|mouse|rats?|vitro|animals?|cells?|rodents?|preclinical|laboratory",
    ),
    "denial": (
        r"not|never|neither|nor|without|nobody|none|no|cannot|\w+n['’]t|fail(?:s|ed|ing)? to"
        r"|refus(?:es|ed|al) to|declined to|unable to|den(?:y|ies|ied|ial)|disput\w+"
        r"|reject(?:s|ed)?|contrary|myths?|falsely|wrongly|false|mistaken(?:ly)?",
        r"not|never|neither|nor|no|none|nobody|nothing|cannot|without|\w+n['’]t|un\w+|in\w+"
        r"|lack\w*|absen\w+|avoid\w*|ban\w*|prohibit\w*|forbid\w*|prevent\w*|except\w*|fail\w*"
        r"|only|until|exclud\w*|miss\w+|free|refus\w*|few\w*|less|rather|instead|stop\w*|den\w+"
        r"|reject\w*|\w+less|declin\w*|unable|wrong\w*|untrue|oppos\w+|disput\w+|contrary"
        r"|myth\w*|fals\w+|mistak\w*|disagree\w*",
    ),
}
