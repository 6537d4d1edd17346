"""Small words of German: articles, pronouns, conjunctions, and what joins sentences."""

STOP_WORDS = """
aber alle als auch auf aus bei bis damit dann das dass dem den denn der des dies diese diesem
diesen dieser dieses doch dort durch ein eine einem einen einer eines er es für gegen haben hatte
hinter ich ihm ihn ihr ihre im ist ja jede jeder kann kein keine können mehr mit muss nach nicht
noch nun nur ob oder ohne sehr sein seine sich sie sind so soll sollen sowie über um und uns unter
vom von vor wegen weil wenn werden wie wir wird wurde wurden während zu zum zur zwischen
"""
SMALL_WORDS = """
aber alle allem allen aller als also am an ander andere anderen auch auf aus bei beim bis da damit
dann daran darauf daraus darüber das dass dem den denen denn der deren des dessen dies diese diesem
diesen dieser dieses doch dort du durch ein eine einem einen einer eines einige er es etwas euch
eure für gab gegen gemäß gewesen gibt ging habe haben hatte hatten hier ich ihm ihn ihnen ihr ihre
ihrem ihren ihrer im immer in ins ist ja jahr jahre jahren jede jeden jeder jetzt kann kein keine
keinen keiner kommt konnte können könnte machen mein meine mich mir mit muss musste müssen nach
nachdem nein nicht nichts nie noch nun nur ob oder ohne schon sehr sei sein seine seinem seinen
seiner seit sich sie sind so soll sollen sollte sowie um und uns unser unsere unter viel viele vom
von vor wann waren warum was weil welche wenn wer werden wie wieder will wir wird wo wollen wurde
wurden während wäre würde zu zum zur zwei zwischen über
"""
STARTERS = """
der die das dem den des ein eine einer eines einem einen dieser diese dieses diesem diesen jener
jene jenes jeder jede jedes jedem jeden kein keine keiner keines keinem keinen er sie es wir ihr
ich du ihnen ihm ihn ihre ihrer ihrem ihren sein seine seiner seinem seinen unser unsere mein man
wer wen wem was welche welcher welches wo wann warum wie wieso weshalb ob wenn falls sofern soweit
solange sobald weil da damit dass daß obwohl obgleich während nachdem bevor ehe bis seit als im in
ins am an ans auf aus bei beim mit nach nachher von vom vor zu zum zur zwischen über unter durch
für gegen ohne um entgegen gemäß laut trotz wegen aufgrund infolge mangels mittels neben hinter
außer außerdem ferner zudem dabei dafür dagegen daher dahin daran darauf daraus darin darüber
darunter davon davor dazu deshalb deswegen demnach demgegenüber dennoch doch jedoch denn dann
danach daneben dort hier hierbei hierdurch hierfür hiergegen hiermit hiernach hierzu hierüber heute
gestern morgen jetzt nun nur noch nicht nichts niemand niemals nie aber allerdings also auch und
oder sondern sowie so sonst somit solche solcher solches soll sollen sollte sollten hat haben hatte
hatten hätte ist sind war waren wäre wird werden wurde wurden würde kann können könnte muss muß
müssen darf dürfen mag möge gilt gelten liegt liegen bleibt bleiben fehlt fehlen besteht bestehen
ergibt steht stehen entsprechendes gleiches dasselbe dies derselbe dieselbe beide beides alle alles
allen aller andere anderer anderes anders einige einzelne etwaige manche mehrere viele wenige
weitere weiteres weiterhin zunächst zuletzt schließlich insgesamt insoweit insofern insbesondere
abweichend unbeschadet vorbehaltlich ungeachtet hinsichtlich bezüglich übrigen diesbezüglich
entsprechend gleichwohl gleichzeitig erst erstens zweitens drittens satz absatz sätze absätze
artikel
"""
ARTICLES = "ein eine einem einen einer eines"
CONNECTIVES = """
außerdem|daher|darum|deshalb|deswegen|ebenso|ferner|folglich|hingegen|infolgedessen|jedoch|
schließlich|somit|überdies|zudem|zum beispiel|des weiteren|darüber hinaus|im übrigen
"""
JOINING = "und"
DANGLING = "und oder sowie"
CONJUNCTIONS = "während wohingegen aber und oder doch jedoch sodass"
CLAUSE_ADVERBS = "dann auch später nun"
PRONOUNS = "es sie er dies diese dieser dieses ihr ihre sein seine"
RELATIVES = "welche welcher welches wo wobei"
WHO = "die der welche welcher"
DEPENDENT = r"mit|ohne|einschließlich|wie etwa|z\. ?B\.|d\. ?h\.|sowie|als|weil|wenn|da"
PART_OF = "von vom"
COMPOUND_CONJUNCTIONS = "und oder bzw sowie"
ITEM_JOINING = "und oder sowie"
OPENS_PHRASE = """
von vom aus für in im ins auf bei beim mit nach zu zum zur an am durch gegen ohne unter über vor
zwischen seit um
"""
BEHIND_PARTICIPLES = "als von durch"
THROUGH = "bis"
# A name follows them, though every noun has a capital.
TITLES = "herr herrn frau dr prof kanzler"
# Written for one another.
PERCENT = "prozent"
SHARED_STOP_WORDS = "am an die hat in man was war"
CLAUSE_STARTS = "aber sondern während obwohl weil und"
CLAUSE_GOES_ON = "dass ob zu"
