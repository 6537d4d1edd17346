"""Verbs of English: finite forms, irregular forms, and what goes with them."""

# Finite verbs. Words that are nouns as often are left out: "use", "costs", "report".
FINITE = """
is are was were am be been has have had do does did will would can could shall should may might
must isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't can't cannot rose
fell grew grows grow shrank shrinks sank sinks went goes go came comes became becomes become began
begins begin made makes make took takes take gave gives give got gets found find held kept keeps
keep led left leaves lost loses lose met meets paid pays pay put puts ran said says say saw sees
see sent sends showed shows spent spends stood told tells thought thinks won wins wrote writes
write built builds brought brings bought buys caught chose chooses dealt drew drove ate eats felt
feels fought flew forgot forgets froze knew knows know laid lent let lets meant means rode rang
sold sells shook shut slept spoke speaks stole struck swam taught teaches tore threw throws
understood understands wore wears applies apply requires require allows allow includes include
contains contain provides provide remains remain seems seem appears appear depends depend exists
exist follows follow reaches reach consists belongs lasts stays stay helps reduces reduce improves
improve protects protect prohibits prohibit permits permit forbids forbid bans defines define
describes describe produces produce generates generate operates operate serves serve employs employ
affects affect suggests suggest indicates indicate expects expect consumes consume emits emit
triples halves exceeds exceed weighs dies die continues continue varies vary differs differ equals
"""
# Verbs by their base, which have a form in "-s" besides.
BASES = """
accelerate accept accommodate accompany accomplish accumulate achieve acknowledge acquire adapt
adopt advise agree alleviate alter amplify analyse analyze announce anticipate approximate argue
arise assert assess assign assist assume attain attract automate avoid behave believe bypass
calculate capture carry choose clarify classify collect combine commit compare compete compile
complement complicate compress comprise compute concentrate conclude confirm confuse connect
consider constitute construct consult contradict contribute convert convey correlate correspond
create criticise criticize cultivate decide degrade deliver demonstrate denote deploy derive detect
deteriorate determine develop deviate devote diagnose dictate differentiate diminish disagree
discourage discover discuss dissolve distinguish distribute dominate eliminate emphasise emphasize
enable encompass encourage enforce engage enhance enrich ensure entail enter erode escape establish
evaluate evolve examine execute exemplify exhibit expand explain explore extend extract facilitate
fail fluctuate foster fulfil fulfill gather govern hamper happen hinder hinge identify ignore
illustrate implement imply impose incorporate incur induce infer inform inherit inhibit initiate
innovate integrate intend interact interpret introduce invest investigate involve isolate join
justify learn leverage maintain manage mediate mention merge minimise minimize mitigate modify
modulate motivate neglect negotiate obey observe obtain occupy occur omit optimise optimize
originate outline outnumber outperform outweigh overcome overestimate overstate participate
perceive perform persist persuade possess precede predict prefer prescribe preserve pretend prevent
prioritise prioritize proceed prolong promote propose prove publish pursue qualify quantify react
realise realize receive recognise recognize recommend reconstruct recover recruit refer refine
reflect regulate reinforce reject relate relocate rely remove render repeat replace replicate
represent reproduce resemble resist resolve respond restore restrict retain retrieve reveal rewrite
satisfy save seek select simplify simulate sit solve specialise specialize specify stabilise
stabilize stimulate strengthen succeed suffer summarise summarize suppress surpass surround survive
sustain synthesise synthesize tackle tend tolerate transform translate transmit underestimate
undergo underlie underline undermine underperform underscore unify utilise utilize validate verify
violate want weaken widen
"""
# Bases and forms that are nouns as often.
DOUBTFUL = """
access accounts act add address aggregate aim amounts answer associate attempt averages balance
base beat benchmark benefit block bloom burn call cap cause causes change changes charge cite claim
climbs close contrast control cost costs counts cover covers cut cuts damage deal decline decrease
delay demand design display divide document doubles drop drops end ends estimates exchange exploit
face fall falls favor favour feature feed find finds fit focus form fuel grant ground grow guide
handle hit hits hold holds host impact increase increases influence issue judge label lack lag land
launch lay lead leads lies limit link list live lives lock mark match matter mean means measures
model move moves name need needs note object offer offers open order overlap pack pass peaks place
plan plans plant point pose power present press process project promise question rank rate read
reads refuse release report reports result return rise rises risk run runs sample scale score
separate set sets shape share shift ship show shows signal source span split spread stand stands
start starts state states stem store stress structure struggle suit supply support supports surface
survey talk target term test trade train transport treat trigger turn update use uses value view
visit voice vote walk welcome work works yield
"""
# They end as verbs do.
NO_VERBS = "need speed breed seed feed indeed exceed red bed hundred sacred kindred"
# Forms of "to be".
BEING = "is are was were be been being am 's 're"
# How a word ends that looks like a finite verb.
FINITE_ENDINGS = r"[^aeiou\W]ed|[aiouy]ed|n't"
