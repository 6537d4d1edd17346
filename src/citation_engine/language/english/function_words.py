"""Small words of English: articles, pronouns, conjunctions, and what joins sentences."""

# Too common to say what a text is about, and telling of the language.
STOP_WORDS = """
a about after all also and any are as at be because been before being between both but by can could
did do does during each for from had has have he her his how i if into is it its may might more
most must my no nor not of on only or other our out over shall she should than that the their them
then there these they this those through to under until up upon very we were what when where which
while who whom whose why will with would you your
"""
# As common, and words of both languages, which tell nothing about either.
SHARED_STOP_WORDS = "am an die hat in man was war"
# The small words by which the language of a text is told from others.
SMALL_WORDS = """
a about after again against all also although always am among an and another any are aren around as
at away be became because become been before being best between born both but by called came can
cannot could couldn did didn do does doesn don done down during each early either enough even ever
every few first for found from get gets give given go goes got had hadn has hasn have haven having
he held her here hers herself him himself his how however i if in into is isn it its itself just
known large last later least less like located made main make makes many may me might more most
much must my myself near neither never new next no nor not nothing now of off often old on once one
only or other others our out over own part people rather said same say says second see several
shall she should shouldn since so some something still such take than that the their them
themselves then there these they thing things third this those though three through time to today
together too toward towards two under until up upon us use used uses using usually very was wasn we
well went were weren what when where whether which while who whole whom whose why will with within
without won would wouldn year years yes yet you your
"""
# Words that usually start a sentence.
STARTERS = """
the this that these those there then thus they their he she his her him it its we our us you your
my i a an in on at by for from to with without within under over after before during since until
while when where who what which why how whether if although though because as so but and or nor yet
however moreover furthermore nevertheless nonetheless meanwhile otherwise instead therefore hence
consequently additionally accordingly likewise similarly conversely
also another any all both each every either neither no none nobody nothing not never now only other
others some such many most much more several few first second third finally later earlier today
here once upon between among against about above below according despite even still just perhaps
often is are was were do does did has have had can could may might must shall should will would
"""
# Articles, which stand before one thing.
ARTICLES = "a an"
# A sentence says the same with and without them, at its beginning.
CONNECTIVES = """
accordingly|additionally|also|consequently|finally|furthermore|hence|however|indeed|likewise|
moreover|nevertheless|nonetheless|similarly|therefore|thus|for example|for instance|in addition|
as a result|in fact|of course|as well|on the other hand|at the same time|above all|in particular
"""
# They join two statements.
JOINING = "and"
# A line that ends with one of them goes on.
DANGLING = "and or nor"
# They join clauses that may have markers of their own.
CONJUNCTIONS = "while whereas but and or yet although so"
# They may stand before the subject of such a clause.
CLAUSE_ADVERBS = "then also later now thus so"
# A clause about these says little without the one before it.
PRONOUNS = "it they he she this these those that its their his her there which who"
# They join a clause to a word of the one before.
RELATIVES = "which who whom whose where"
# Those among them that go on with what a person says.
WHO = "who"
# What these begin is no clause of its own.
DEPENDENT = (
    r"with|without|including|such as|e\.g\.|i\.e\.|as well as|as in|than|because|since|if|when"
    r"|however"
)
# It joins the parts of one thing rather than two things.
PART_OF = "of as"
# A hyphen before these stands for the rest of a compound, as in "Ein- und Ausgang".
COMPOUND_CONJUNCTIONS = "and"
# Before a noun, and so before no verb.
OPENS_NOUN = "a an the its his her their our my your of for to with in on by from at no new"
# Before a verb that is not finite.
INFINITIVE = "to"
# They open a phrase that says where, when or with what, and follow a noun rather than a verb.
OPENS_PHRASE = """
of from for in on by with at into onto through across between among against within without under
over via than as to
"""
# Between a verb and what helps it.
ADVERBS = "also since now already just not never ever again"
# After these, a form in -ed is a verb rather than an adjective.
AFTER_VERBS = """
by to in into from the a an its their his her our and as at on of with for over until since after
before during most more less all only not no than that which while but or up down out off about
around nearly almost again twice within between under below above it them this these those both
each every some many any several him us me you
"""
# They join the items of a list.
ITEM_JOINING = "and or"
# They make a range of two numbers.
THROUGH = "to"
# A name follows them, also where the language writes every noun with a capital.
TITLES = "dr prof mr mrs ms sir lord president"
# Two words for one, and what is written for "not".
CONTRACTIONS = {"can't": "can not", "cannot": "can not", "won't": "will not", "shan't": "shall not"}
# Where another clause of a sentence begins, and what goes on with the one before a comma.
CLAUSE_STARTS = "but while whereas although though because which who whose and"
CLAUSE_GOES_ON = "that whether"
