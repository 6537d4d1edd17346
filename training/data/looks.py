"""Gives premises and claims the looks they have in the wild, without touching what they say."""

import random
import re

from training.data.pairs import Pair

_OPENERS = (
    "Additionally, |Furthermore, |However, |Moreover, |In addition, |For example, |Also, |"
    "Overall, |According to the source, |Research shows that |It is known that |As a result, |"
    "Finally, |Yes, |Well, |Yeah, |I know that |Did you know that |Specifically, |In fact, |"
    "Notably, "
).split("|")
_MENUS = (
    "Skip to content|Home About Contact|Sign in Subscribe|Share this article|Advertisement|"
    "Related articles|Read more|Menu Search|Cookie settings|Print Email|Updated|"
    "All rights reserved|Click here to download|Photo credit|Table of contents|Next Previous|"
    "Follow us"
).split("|")
_SPACED = re.compile(r"(?<=\w)([.,;:!?)])(?=\s|$)")


def seen_on_a_page(pair: Pair, title: str, chance: random.Random) -> Pair:
    """The pair as it may look in a report and on a web page."""
    premise, claim = _on_a_page(pair.premise, title, chance), _in_a_report(pair.claim, chance)
    if chance.random() < 0.06:
        premise, claim = _SPACED.sub(r" \1", premise), _SPACED.sub(r" \1", claim)
    return pair._replace(premise=premise, claim=claim)


def _on_a_page(premise: str, title: str, chance: random.Random) -> str:
    draw = chance.random()
    if draw < 0.12 and title:
        return f"Title: {title} Text: {premise}"
    if draw < 0.22 and title:
        return f"{title} {premise}"
    if draw < 0.3:
        junk = " ".join(chance.sample(_MENUS, chance.randint(1, 4)))
        return f"{junk} {premise}" if chance.random() < 0.6 else f"{premise} {junk}"
    return premise


def _in_a_report(claim: str, chance: random.Random) -> str:
    draw = chance.random()
    if draw < 0.1:
        return chance.choice(_OPENERS) + claim[:1].lower() + claim[1:]
    if draw < 0.16:
        return re.sub(r"\.$", f" [{chance.randint(1, 9)}].", claim)
    return claim.rstrip(".") if draw < 0.2 else claim
