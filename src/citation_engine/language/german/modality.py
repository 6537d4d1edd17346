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
RESERVATIONS = {
    "condition": (
        r"wenn|falls|sofern|soweit|solange|vorausgesetzt|es sei denn|vorbehaltlich"
        r"|außer|ausgenommen|ausnahmen?|abgesehen|nur|lediglich|ausschließlich|bloß",
        r"wenn|falls|sofern|soweit|solange|voraus\w*|vorbehalt\w*|bei|ohne|kann|können|könnte\w*"
        r"|außer|ausgenommen|ausnahme\w*|abgesehen|nicht|nur|lediglich|ausschließlich|bloß"
        r"|allein\w*|einzig\w*|muss|müssen|kein\w*|erst",
    ),
    "hedge": (
        r"kann|können|darf|dürfen|könnte[nt]?|dürfte[n]?|möglicherweise|vielleicht|vermutlich|wahrscheinlich|womöglich"
        r"|würde[nt]?|wohl|geplante?[rnsm]?|plan(?:t|te|ten|en)|beabsichtig\w+"
        r"|hoff(?:t|en|te|ten)|vorgeschlagen\w*|schlägt vor|will|wollen|wollte[n]?|soll|sollen"
        r"|sollte[n]?|versuch(?:t|te|ten|en)|verspricht|versprach\w*|erwäg\w+|vorgesehen"
        r"|empfiehlt|empfohlen|beantrag\w+|gefordert|forder(?:t|te|ten|n)|angeblich\w*"
        r"|behaupt\w+|laut|zufolge|mutmaßlich\w*|vermeintlich\w*|gerücht\w*|glaub(?:t|en|te|ten)"
        r"|meint|meinen|meinte[n]?|vorgeworfen|wirft vor|gilt als",
        r"könn\w*|dürf\w*|darf|möglich\w*|vielleicht|vermut\w*|wahrschein\w*|womöglich|würde\w*"
        r"|erlaub\w*|gestatte\w*|zuläss\w*|zulässt|befugt|berechtig\w*|ermöglich\w*|fähig\w*|wahl\w*"
        r"|\w+bar\w*|läs{1,2}t|lassen|kann|wohl|soll\w*|wenn|nicht|geplant\w*|plan\w*|beabsicht\w*|absicht|hoff\w*"
        r"|vorgeschlag\w*|vorschlag|woll\w*|versuch\w*|versprech\w*|versprach\w*|erwäg\w*"
        r"|vorgesehen|empf\w*|beantrag\w*|forder\w*|gefordert|möchte\w*|werden|wird|muss|müssen"
        r"|angeblich\w*|behaupt\w*|laut|zufolge|nach|mutmaßlich\w*|vermeint\w*|gerücht\w*"
        r"|glaub\w*|mein\w*|vor\w*|gilt|ansicht|sieht|hält",
    ),
    "nearly": (
        r"fast|beinahe|nahezu|knapp|kaum|bis zu|höchstens|maximal",
        r"fast|beinahe|nahezu|knapp|kaum|bis zu|höchstens|maximal|rund|etwa|weniger|unter",
    ),
    "fiction": (
        r"im (?:Roman|Film|Stück|Spiel|Märchen)|in der (?:Sage|Legende|Erzählung|Serie|Geschichte)",
        r"roman\w*|film\w*|stück\w*|spiel\w*|märchen\w*|sage\w*|legende\w*|erzähl\w*|serie\w*"
        r"|geschichte\w*|figur\w*|handlung",
    ),
    "model": (
        r"bei (?:Mäusen|Ratten|Tieren)|im Tierversuch|in vitro|in der Zellkultur",
        r"mäuse\w*|maus\w*|ratten?|tier\w*|vitro|zell\w*|labor\w*",
    ),
    "denial": (
        r"nicht|kein\w*|nie|niemals|niemand|ohne|weder|nichts|bestreit\w+|bestritt\w*"
        r"|dementier\w+|abgelehnt|irrtümlich|fälschlich\w*|falsch|mythos",
        r"nicht\w*|kein\w*|nie\w*|ohne|weder|un\w+|nur|erst|fehl\w*|\w+los\w*|verbot\w*"
        r"|verbiet\w*|untersag\w*|bestreit\w*|bestritt\w*|dementier\w*|abgelehnt|lehn\w*"
        r"|falsch\w*|fälsch\w*|irr\w*|mythos",
    ),
}
