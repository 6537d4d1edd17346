"""Words of German that demand, allow, plan, suppose or hand on what a sentence says."""

# Before "zu" and an infinitive these oblige: "ist aufzubewahren", "hat vorzulegen".
OBLIGING = "ist sind war waren sei seien hat haben hatte hatten"
BINDING = """
nicht kein keine keinen keinem keiner keines nie niemals niemand nichts weder ohne kaum selten
nirgends nirgendwo nur lediglich allein außer ausgenommen ausnahme ausnahmen sofern soweit solange
bis sonst andernfalls sondern aber jedoch statt anstatt mindestens höchstens vorbehaltlich
unbeschadet abweichend wenn falls ob wann wo fall fälle fällen bedingung voraussetzung während kann
können könnte könnten darf dürfen dürfte soll sollen sollte sollten muss müssen müsste
möglicherweise vielleicht wahrscheinlich vermutlich angeblich offenbar wohl fast beinahe etwa
ungefähr circa ca rund laut zufolge sagte sagt behauptet behauptete behaupten angenommen meint
meinte glaubt glaubte sogenannte ehemals ehemalige ehemaliger früher frühere früherer
"""
HANDING_ON = """
satire folgende folgendes folgenden angenommen nehmen glauben behaupten gegner kritiker hypothese
beispiel beispiele mythos gerücht roman geschichte witz entwurf vorschlag abgelehnt veraltet
aufgehoben fassung
"""
MODALS = {
    "must": "muss|muß|müssen|musst|müsst|musste|mussten|müsse|müssten|müsste|verpflichtet|zwingend"
    "|obligatorisch",
    "should": "soll|sollen|sollte|sollten|solle|empfohlen",
    "may": "darf|dürfen|durfte|durften|dürfe|dürfte|dürften|erlaubt|berechtigt|befugt",
    "can": "kann|können|konnte|konnten|könnte|könnten|könne|möglicherweise|vielleicht",
    "need": "braucht|brauchen|brauchte|bedarf|bedürfen",
}
# So written they are nouns, where they do not begin a sentence: "das Soll".
MODAL_NOUNS = "Soll Muss Muß Kann SOLL MUSS MUß KANN"
