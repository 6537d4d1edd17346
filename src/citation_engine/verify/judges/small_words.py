"""Small words that turn a sentence round, bound it, or hand it to somebody else; both languages."""


def _set(*lines: str) -> frozenset[str]:
    return frozenset(word.casefold() for line in lines for word in line.split())


# A sentence says the same with and without them, at its beginning.
CONNECTIVES = _set(
    "accordingly additionally also consequently finally furthermore hence however indeed likewise",
    "moreover nevertheless nonetheless similarly therefore thus",
    "außerdem daher darum deshalb deswegen ebenso ferner folglich hingegen infolgedessen jedoch",
    "schließlich somit überdies zudem",
) | frozenset(
    (
        *("for example", "for instance", "in addition", "as a result", "in fact", "of course"),
        *("as well", "on the other hand", "at the same time", "above all", "in particular"),
        *("zum beispiel", "des weiteren", "darüber hinaus", "im übrigen"),
    )
)

# What turns round, bounds, weakens or reports what stands beside it: nothing with one of them
# may be left out, because what is left could then say more than the whole.
BINDING = _set(
    # Not.
    "no not never none nobody nothing nor neither nowhere without cannot hardly barely scarcely",
    "rarely seldom lack lacks failed fails refused denied denies",
    "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts weder ohne kaum",
    "selten nirgends nirgendwo",
    # Only, except, until.
    "only solely except excepting excluding exception exceptions unless until till otherwise but",
    "however instead rather least most unlike apart save",
    "nur lediglich allein außer ausgenommen ausnahme ausnahmen sofern soweit solange bis sonst",
    "andernfalls sondern aber jedoch statt anstatt mindestens höchstens vorbehaltlich unbeschadet",
    "abweichend",
    # If.
    "if whether when where whenever wherever provided subject case cases depending once while",
    "whereas assuming supposing conditional conditions",
    "wenn falls ob wann wo fall fälle fällen bedingung voraussetzung während",
    # Perhaps.
    "may might can could would should shall must ought likely unlikely possibly perhaps probably",
    "potentially maybe presumably apparently seemingly almost nearly about around approximately",
    "roughly up over under more less than",
    "kann können könnte könnten darf dürfen dürfte soll sollen sollte sollten muss müssen müsste",
    "möglicherweise vielleicht wahrscheinlich vermutlich angeblich offenbar wohl fast beinahe etwa",
    "ungefähr circa ca rund",
    # Somebody says so, or it was so.
    "said says say saying claim claims claimed alleged allegedly reportedly reported according",
    "believe believes believed think thinks thought argue argues argued suggest suggests",
    "suggested suppose supposed supposedly purported so-called hope hoped wish wished dream",
    "dreamed fictional hypothetical former formerly",
    "laut zufolge sagte sagt behauptet behauptete behaupten angenommen meint meinte glaubt glaubte",
    "sogenannte ehemals ehemalige ehemaliger früher frühere früherer",
)

# A neighbouring sentence with one of them may take the sentence back.
DENIALS = _set(
    "false untrue wrong incorrect incorrectly mistaken mistake myth myths misconception",
    "misconceptions hoax debunked disproved disproven refuted retracted retraction repealed",
    "withdrawn superseded rumour rumor fallacy lie lies lied nonsense",
    "falsch unwahr unzutreffend irrtum irrtümlich mythos mythen widerlegt irrglaube gelogen lüge",
    "unsinn aufgehoben zurückgezogen gestrichen überholt gerücht",
)

JOINING = _set("and und")
# A line that ends with one of them goes on.
DANGLING = JOINING | _set("or oder nor sowie")
# A sentence before with one of them hands what follows to somebody else, or makes it a game.
HANDING_ON = _set(
    "following follows suppose supposing imagine assume assuming believe believes claim claims",
    "allege opponents critics hypothesis hypotheses hypothetical hypothetically example examples",
    "myth rumour rumor novel story fiction joke satire draft proposal proposed rejected obsolete",
    "outdated repealed cancelled deprecated version",
    "folgende folgendes folgenden angenommen nehmen glauben behaupten gegner kritiker hypothese",
    "beispiel beispiele mythos gerücht roman geschichte witz satire entwurf vorschlag abgelehnt",
    "veraltet aufgehoben fassung",
)
NEGATIONS = _set(
    "no not never none nobody nothing neither nor longer cannot fraudulent fraud fake",
    "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts weder mehr betrug",
)
# A sentence that begins with one of them may speak of the one before.
POINTING = _set(
    "this that these those it they such not no nobody none however but yet although though",
    "das dies diese dieser dieses es sie solche nicht kein keine niemand doch aber jedoch",
    "allerdings",
)

NUMBER_WORDS = {
    word: str(number)
    for words in (
        "two three four five six seven eight nine ten eleven twelve",
        "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    )
    for number, word in enumerate(words.split(), 2)
}
