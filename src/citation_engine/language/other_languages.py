"""
The small words of languages that are told from others and have no folder of their own.

Single letters are left out: they stand in every language's text.
"""

SMALL_WORDS = {
    "Dutch": """
        aan al alle als altijd andere ben bij daar dan dat de deze dit doch doen dus een eens en er
        ge geen haar had heb hebben heeft hem het hier hij hoe hun iets ik in is ja je jullie kan
        kon kunnen maar me meer mij mijn moet moeten na naar niet niets nog nu of om omdat ons onze
        ook op over reeds te tegen toch toen tot tussen uit uw veel voor waar waren was wat we werd
        werden wezen wie wij wil worden wordt zal ze zelf zich zij zijn zo zonder zou
    """,
    "French": """
        ai ainsi après au aucun aussi autre autres aux avait avant avec avez avoir avons bien ce
        ceci cela celle celui ces cet cette ceux chaque chez ci comme comment dans de deux depuis
        des dit donc dont du elle elles en encore entre est et eu eux fait faire fois font fut il
        ils jamais je jusqu la le les leur leurs lors lui là ma mais me mes moi moins mon même ne ni
        nos notre nous on ont ou où par parce pas pendant peu peut peuvent pour pourquoi pouvait qu
        quand que quel quelle qui quoi rien sa sans se sera ses si soit sont sous sur ta tous tout
        toute toutes très tu un une va vers vos votre vous à ça était étaient été être
    """,
    "Spanish": """
        al algo algunos ante antes así aunque año años cada como con contra cual cuando cuál de del
        desde después donde dos durante el ella ellas ellos en entre eran es esa ese eso esta estaba
        estado este esto estos está están fue fueron ha haber había han hasta he la las le les lo
        los me mi mis mucho muchos muy más mí ni no nos nosotros otra otro otros para pero poco por
        porque puede pueden que quien qué se según ser si sido sobre su sus sí también te tenía
        tiene tienen todo todos tu tú un una uno unos ya yo él
    """,
    "Italian": """
        agli ai al alla alle allo anche anni anno avere aveva che chi ci cioè col con contro cosa
        così cui da dagli dai dal dalla dalle degli dei del dell della delle dello di dopo dove ed
        erano essere fa fare fatto fino fra fu furono gli ha hanno ho il in io la le lei li lo loro
        lui ma me mentre mi mia mio molto ne negli nei nel nella nelle no noi nostro ogni perché più
        poi prima può qualche quando quanto quella quello questa queste questi questo sarà se sei
        senza si sia sono sotto sta stata stato su sua sue sugli sui sul sulla suo suoi tra tu tutti
        tutto un una uno voi è
    """,
    "Portuguese": """
        ainda ano anos ao aos as até como da das de depois desde do dos ela elas ele eles em entre
        eram essa esse esta este está estão eu foi foram há isso isto já lhe mais mas me mesmo meu
        minha muito muitos na nas nem no nos nossa nosso não nós num numa os ou para pela pelas pelo
        pelos pode podem por porque quando que quem se sem ser seu seus sobre sua suas são só também
        te tem tinha têm um uma umas uns você à às é
    """,
    "Catalan": """
        al als amb això aquest aquesta aquestes aquests cada de del dels des després doncs el els en
        entre es està fer ha han hi la les li més molt no on pel pels però perquè que quan què ser
        seu seva si són sobre també té tot un una uns és
    """,
    "Romanian": """
        ai al am ar are aceasta acest această au ca ce cea cel cele cu cum că către de decât deci
        din dintre după ea ei el este eu fi fie fost fără iar la le lor mai mult ne noi nu oricare
        pe pentru poate prin sa sau se sunt și să sînt un una unei unui va vor în îi își
    """,
    "Swedish": """
        alla allt att av bara blev bli blir borde de dem denna deras dess dessa det detta din du där
        efter eftersom ej eller en ett från för ha hade han hans har hela henne hennes hon honom hur
        här icke ingen inom inte jag kan kunde kommer med mellan mer mig min mot mycket många måste
        ni nu någon något några när och också om oss på samma sedan sig sina sitt ska skall skulle
        som så under upp ur ut utan vad var vara varit vem vi vid vilka vilken vill vår än är även
        över
    """,
    "Danish": """
        af alle andre at blev blive bliver da de dem denne der deres det dette din disse du efter
        eller en er et for fordi fra få får før han hans har havde have hende her hun hvad hver hvis
        hvor hvordan ikke ind ingen jeg jo kan kun kunne mange med meget mellem mere mig min mod må
        måtte ned noget nogle nu når og også om op os over på selv sig sine skal skulle som sådan
        thi til ud under uden var ved vi vil ville vor være været
    """,
    "Norwegian": """
        alle andre at av ble bli blir da de deg dem denne der deres det dette din disse du eller en
        enn er et etter for fordi fra få får før ha hadde han hans har henne her hun hva hvem hver
        hvis hvor hvordan ikke ikkje ingen jeg kan kun kunne mange med meg mellom mer min mot må ned
        noe noen nå når og også om opp oss over på samme seg selv sine sitt skal skulle som så til
        um under ut uten var ved vi vil ville være vært å
    """,
    "Polish": """
        aby albo ani bardzo bez być był była było były będzie bo by chce choć co czy dla do ich go
        gdy gdzie im innych ja jak jako jego jej jest jeszcze jeśli już każdy kiedy która które
        którego której który których lub lat ma mają może można na nad nawet nie niej nim niż od ona
        one oni oraz po pod ponieważ poza przed przez przy roku się są ta tak także tam te tego tej
        to tylko tym we wszystko za ze został została że
    """,
    "Czech or Slovak": """
        aby aj ak ako alebo ani asi až bez bol bola boli bolo být byl byla byli bylo by co či do ho
        ich iné ja jak jako jeho jej její jejich jen jsem jsou kde kdy když která které který ktorá
        ktoré ktorý len má mezi medzi může môže na nad ne nebo nie není od po pod podle podľa pre
        proto pri před při roku sa se si sú také tak tam tento to toho tím už ve však více za zo ze
        že
    """,
    "Croatian, Serbian or Slovene": """
        ako ali ampak bi bil bila bilo bio biti da do dok ga gde gdje ih ili in iz ja je jer jih još
        kada kako kao kar ki ko koja koje koji kot le li med mu na nad ne nego nije niso ni nisu ob
        od on ona oni pa po pod pre prema pri sa samo se so su svi ta tako te tem to tudi uz već
        veoma vse za zbog že što šta
    """,
    "Hungarian": """
        ahogy akkor ami amit az be csak de egy egyéb el ekkor ez ezek ezt fel ha hogy hogyan is itt
        kell ki le lehet lesz ma majd már még meg mert mi minden mint nagy nagyon ne nem nincs olyan
        sem szerint után vagy vagyis volt voltak és így össze úgy
    """,
    "Finnish": """
        ei eivät ennen ettei että he hän ja jo joka jolla jos jossa jotka kaikki kanssa koska kuin
        kun kuten me mikä minä mitä mukaan mutta myös myöskin niin noin nyt ole oleva oli olivat
        ollut on ovat se sekä sen siitä sitä tai tämä tämän vain vaan vielä voi
    """,
    "Estonian": """
        aga aasta ainult ei ega enne et ja ka kas kes kui kuid kõik kõige ma mis mida nad nende ning
        nii oli olid oma on või pärast see selle seda sest siis ta tema vaid välja
    """,
    "Turkish": """
        ama ancak bir biri birkaç bu bunu çok da daha de değil diye en gibi hem her için ile ise
        kadar ki mi mu ne olan olarak oldu olduğu olmak onu sonra şu tarafından tüm var ve veya ya
        yok
    """,
    "Indonesian or Malay": """
        ada adalah agar akan anda atau bahwa bagi bahawa beberapa bisa boleh dalam dan dapat dari
        daripada dengan di dia hanya harus ini itu jika juga kami karena ke kepada ketika kita lain
        lebih maka mereka oleh orang pada para saat sangat satu saya sebagai sebuah sedang seperti
        serta setelah sudah telah tersebut tidak untuk yang
    """,
    "Irish or Welsh": """
        ac ach agus ag an ar as at bheil bod chuid dhen do eich ei ddim fel gan gyda hwn hon ina is
        le leis mae maen na nach nad ni níl nid oedd os roedd sa tha tá wedi wrth ydy yn yr yw
    """,
    "Latvian or Lithuanian": """
        ar arba bet bija būti buvo daugiau dėl gali ir iš jei jis ji jo jų kad kai kas kaip kuri
        kuris ko lai ne nav nei no nuo par pagal pat po prie savo su tai tas ta tā tik tika tiek uz
        už un va vai yra šis šī
    """,
    "Albanian": """
        dhe është një në të për nga me që nuk ka si por janë ose do mund ky kjo tek
    """,
    "Afrikaans": """
        aan as by daar dat dit een en ek gebruik geen gaan het hierdie hy in is kan maar moet na nie
        nog nuwe om ook op sal se sy te tot uit vir was wat sonder
    """,
    "Basque": """
        bere da dago dira du dute edo egin ere eta ez gabe hau izan izango ondoren zen ziren
    """,
    "Esperanto": """
        al aŭ ne de en estas estis estos kaj ke kiel kiu kiuj la pli por pri sed sen tiu ĉi ĉu ĝi
        ĝin
    """,
    "Icelandic": """
        af að eftir ekki en er eru frá fyrir hafa hann hefur hún í með sem sér til um var verið við
        voru það þar þegar þess því þetta þú á
    """,
}
