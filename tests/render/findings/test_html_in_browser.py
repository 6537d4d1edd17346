"""The page in a real browser: it works from disk, by keyboard, and obeys no words of others."""

import re

import pytest

from citation_engine.model.checked import CheckedSource, ClaimState
from citation_engine.model.finding import Finding, Ignored, Level
from citation_engine.model.source import ReadState
from citation_engine.model.verdict import Better, JudgeIdentity, Support
from citation_engine.render.findings.html import html
from citation_engine.render.findings.report import Options
from hanging import until
from made_checked import LAW, Making, english, found, german, many, page_of_law, passage

pytest_plugins = ("browser",)
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

FIRST = 'a.claim.failed[data-claim="0-0"]'
PAYLOADS = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "--><script>alert(1)</script>",
    "<!--<script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<img src=x onerror=alert(1)>",
    "<img src='x' onerror='alert(1)'>",
    '"><img src=x onerror=alert(1)>',
    "'><img src=x onerror=alert(1)>",
    "`><img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x>",
    "<math><mtext><script>alert(1)</script></mtext></math>",
    "<body onload=alert(1)>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data=javascript:alert(1)>",
    "<embed src=javascript:alert(1)>",
    "<a href=javascript:alert(1)>click</a>",
    "<a href='data:text/html,<script>alert(1)</script>'>click</a>",
    "<form action=javascript:alert(1)><button>x</button></form>",
    "<input autofocus onfocus=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<audio src=x onerror=alert(1)>",
    "<marquee onstart=alert(1)>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<link rel=stylesheet href=//example.org/x.css>",
    "<base href=//example.org/>",
    "<style>body{display:none}</style>",
    "<div style='background:url(//example.org/x)'>",
    "<template><script>alert(1)</script></template>",
    "<noscript><p title='</noscript><script>alert(1)</script>'>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e",
    "${alert(1)} {{alert(1)}} {0} %s <%= alert(1) %>",
    "javascript:alert(1)",
    "[x](javascript:alert(1)) ![x](javascript:alert(1))",
    "\u202e<script>alert(1)</script>\u202c",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    "<scr\0ipt>alert(1)</scr\0ipt>",
    "<x onclick=alert(1) id=card>" + "A" * 300,
)


@pytest.fixture
def opened(open_page):
    pictures = {(0, "claim1/0"): page_of_law(), (0, "claim2/0"): page_of_law()}
    return open_page(html([english()], Options(pictures=pictures)))


def test_it_opens_from_disk_without_a_complaint_and_asks_for_nothing(opened):
    opened.page.wait_for_function("document.querySelector('img').complete")
    opened.page.wait_for_load_state("networkidle")

    assert opened.page.url.startswith("file://")
    until(lambda: opened.page.evaluate("document.documentElement.className"), "")
    assert opened.complaints == []
    assert opened.asked_elsewhere() == []
    assert opened.page.evaluate("document.querySelector('img').naturalWidth") == 800


@pytest.mark.parametrize(
    ("width", "scheme", "language"),
    [(360, "light", "de"), (360, "dark", "en"), (1440, "light", "en"), (1440, "dark", "de")],
)
def test_axe_has_nothing_to_object(open_page, width, scheme, language):
    from axe_playwright_python.sync_playwright import Axe

    pictures = {(0, "claim2/0"): page_of_law()}
    page = html([english(), german()], Options(pictures=pictures, language=language))
    opened = open_page(page, width=width, color_scheme=scheme, bypass_csp=True)
    opened.page.add_style_tag(content="*{content-visibility:visible!important}")

    def objections() -> list[str]:
        result = Axe().run(opened.page)
        return [f"{v['id']}: {v['nodes'][0]['html']}" for v in result.response["violations"]]

    assert objections() == []
    opened.page.hover(FIRST)
    opened.page.wait_for_selector("#card:not([hidden])")
    opened.page.keyboard.press("2")
    until(lambda: set(shown(opened.page)), {"contradicted"})
    assert objections() == []
    opened.page.keyboard.press("Escape")
    opened.page.wait_for_selector("#card", state="hidden")
    opened.page.keyboard.press("?")
    opened.page.wait_for_selector("dialog[open]")
    assert objections() == []


def passes(page) -> bool:
    """Let a moment pass on the page's own clock."""
    page.clock.run_for(100)
    return True


def test_hovering_shows_the_card_after_a_moment_and_it_stays_while_hovered(opened):
    page = opened.page
    # The page has a clock of its own, so that a busy machine does not make the moment pass.
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.hover(FIRST)
    page.clock.run_for(200)

    assert page.is_hidden("#card")
    until(lambda: passes(page) and page.is_visible("#card"))
    card = page.inner_text("#card")
    for words in ("failed", "fifteen years", "gobd.pdf", "page 24, § 8.1", "CE101", "overlap 1"):
        assert words in card
    page.hover("#card")
    page.clock.run_for(2000)
    assert page.is_visible("#card")
    page.mouse.move(5, 5)
    until(lambda: passes(page) and page.is_hidden("#card"))


def test_words_of_the_card_can_be_selected_and_it_stays_meanwhile(opened):
    page = opened.page
    page.hover(FIRST)
    page.wait_for_selector("#card:not([hidden])")

    page.clock.install()
    page.dblclick("#card .claim-words")
    until(lambda: page.evaluate("getSelection().toString()").strip() != "")
    page.mouse.move(5, 5)
    page.clock.run_for(2000)

    assert page.is_visible("#card")
    page.keyboard.press("Escape")
    page.wait_for_selector("#card", state="hidden")


def test_focus_shows_the_same_card_and_escape_closes_it_where_the_focus_is(opened):
    page = opened.page
    page.hover(FIRST)
    page.wait_for_selector("#card:not([hidden])")
    hovered = page.inner_text("#card")
    page.mouse.move(5, 5)
    page.wait_for_selector("#card", state="hidden")

    page.focus("#search")
    for _ in range(10):
        before = page.evaluate_handle("document.activeElement")
        page.keyboard.press("Tab")
        until(lambda was=before: page.evaluate("was => document.activeElement !== was", was))
        if page.evaluate("document.activeElement.matches('a.claim')"):
            break

    page.wait_for_selector("#card:not([hidden])")
    until(lambda: page.inner_text("#card"), hovered)
    until(lambda: page.get_attribute("a.claim:focus", "aria-describedby"), "card-content")
    page.keyboard.press("Escape")
    page.wait_for_selector("#card", state="hidden")
    assert page.evaluate("document.activeElement.dataset.claim") == "0-0"
    page.keyboard.press("Tab")
    page.wait_for_selector("#card:not([hidden])")
    until(lambda: "Claim 2" in page.inner_text("#card"))


def shown(page) -> list[str]:
    return page.eval_on_selector_all(
        ".cards > .card:not([hidden])", "all => all.map(one => one.dataset.state)"
    )


def test_filters_show_only_what_is_asked_for_and_say_how_many(opened):
    page = opened.page
    page.click("[data-filter=failed]")

    until(lambda: shown(page), ["failed", "failed"])
    for field in ("#count", "#said"):
        until(lambda field=field: page.inner_text(field), "2 of 12 claims are shown.")
    until(lambda: page.get_attribute("[data-filter=failed]", "aria-pressed"), "true")
    until(lambda: page.locator("a.claim:not(.off)").count(), 2)
    page.click("[data-filter=uncited]")
    until(lambda: shown(page).count("uncited"), 2)
    page.click("#reset")
    until(lambda: len(shown(page)), 12)
    until(lambda: page.is_hidden("#reset"))


def test_the_counts_of_the_filters_are_those_of_the_claims(opened):
    buttons = opened.page.eval_on_selector_all(
        "[data-filter]:not([data-filter=''])",
        "all => all.map(b => [b.dataset.filter, b.innerText])",
    )

    for state, text in buttons:
        count = sum(one.state == state for one in english().claims)
        assert text.split()[-1] == str(count)
    assert len(buttons) == 7


def test_search_looks_into_claims_quotes_sources_and_passages(opened):
    page = opened.page

    for words, number in (
        ("FIFTEEN years", 1),
        ("study.pdf", 3),
        ("protokolliert", 3),
        ("xyzzy", 0),
    ):
        page.fill("#search", words)
        until(lambda number=number: len(shown(page)), number)
    until(lambda: page.inner_text("#count"), "No claim matches.")
    page.press("#search", "Escape")
    until(lambda: len(shown(page)), 12)


def focused(page) -> str:
    return page.evaluate("document.activeElement.id")


def test_the_keys_walk_filter_search_and_help(opened):
    page = opened.page

    def current() -> str | None:
        return page.evaluate("document.querySelector('.cards > [aria-current]')?.dataset.claim")

    for key, claim in (("j", "0-0"), ("j", "0-1"), ("k", "0-0"), ("k", "0-0")):
        page.keyboard.press(key)
        until(current, claim)
    until(lambda: page.inner_text("#said"), "Claim 1 of 12, failed.")
    until(lambda: focused(page), "text-0-0")

    page.keyboard.press("2")
    until(lambda: shown(page), ["contradicted"])
    page.keyboard.press("j")
    until(current, "0-5")
    page.keyboard.press("0")
    until(lambda: len(shown(page)), 12)
    page.keyboard.press("/")
    until(lambda: focused(page), "search")
    page.keyboard.type("j1")
    until(lambda: page.input_value("#search"), "j1")
    page.keyboard.press("Escape")
    until(lambda: focused(page) != "search")
    page.keyboard.press("?")
    page.wait_for_selector("dialog", state="visible")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="hidden")


def test_the_keys_can_be_switched_off_and_stay_off(opened):
    page = opened.page
    page.click("#help")
    page.uncheck("#keys-on")
    page.click("dialog .close")
    page.wait_for_selector("dialog", state="hidden")
    page.keyboard.press("2")

    assert len(shown(page)) == 12
    page.reload()
    until(lambda: page.evaluate("document.documentElement.className"), "")
    page.keyboard.press("j")
    assert page.locator("[aria-current]").count() == 0


def is_in(inner: dict | None, outer: dict | None) -> bool:
    """Whether one box starts within the other."""
    if inner is None or outer is None:
        return False
    return outer["y"] - 1 <= inner["y"] < outer["y"] + outer["height"]


def test_a_click_brings_up_the_card_and_the_card_leads_back(opened):
    page = opened.page
    card, pane = page.locator("#card-0-10"), page.locator(".claims")
    page.click('a.claim[data-claim="0-10"]')

    until(lambda: card.get_attribute("aria-current"), "true")
    until(lambda: is_in(card.bounding_box(), pane.bounding_box()))
    page.click("#card-0-0 .place")
    until(lambda: focused(page), "text-0-0")


def test_findings_lead_to_their_words_and_to_their_claims(opened):
    page = opened.page
    page.click("#finding-0-2 .ways a >> nth=0")

    until(lambda: page.inner_text(".found"), "[[S:9]]")
    until(lambda: page.get_attribute("#card-0-11", "aria-current"), "true")
    page.click("#finding-0-1 .ways a >> nth=2")
    until(lambda: page.evaluate("document.activeElement.innerText").startswith("S1 gobd.pdf"))


def test_a_source_shows_only_its_claims_and_unused_sources_are_one_click_away(opened):
    page = opened.page
    page.click("#source-0-2 button")

    until(lambda: shown(page), ["contradicted", "supported", "supported"])
    assert page.is_hidden("#source-0-4")
    page.click(".sources summary")
    until(lambda: page.is_visible("#source-0-4"))


def test_the_switch_changes_light_and_dark_and_is_remembered(opened):
    page = opened.page

    def ground() -> str:
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    light = ground()
    page.click("#dark")

    until(lambda: page.get_attribute("#dark", "aria-pressed"), "true")
    until(lambda: ground() != light)

    def pressed_in_a_new_load() -> str | None:
        page.reload()
        return page.get_attribute("#dark", "aria-pressed")

    # A browser hands on what a page keeps in its own time.
    until(pressed_in_a_new_load, "true")
    until(lambda: ground() != light)


def test_the_system_decides_between_light_and_dark_until_the_reader_does(open_page):
    opened = open_page(html([english()]), color_scheme="dark")

    opened.page.wait_for_selector("#dark[aria-pressed=true]")
    opened.page.emulate_media(color_scheme="light")
    opened.page.wait_for_selector("#dark[aria-pressed=false]")


def test_a_narrow_screen_needs_no_sideways_scrolling_and_a_tap_brings_the_card(open_page):
    opened = open_page(html([english(), german()]), width=360, height=740, has_touch=True)
    page = opened.page

    def claim_is_in_sight_above_the_card() -> bool:
        card, claim = (page.locator(one).bounding_box() for one in ("#card", "#text-0-5"))
        return bool(card and claim) and 0 <= claim["y"] < card["y"]

    until(lambda: page.evaluate("document.documentElement.scrollWidth") <= 360)
    page.tap('a.claim[data-claim="0-5"]')
    page.wait_for_selector("#card:not([hidden])")
    until(lambda: page.locator("#card").bounding_box()["width"], 360)
    until(claim_is_in_sight_above_the_card)
    page.tap("#card .close")
    page.wait_for_selector("#card", state="hidden")


def test_it_reads_without_script(open_page):
    opened = open_page(html([english()]), java_script_enabled=False)
    page = opened.page

    assert page.is_hidden(".filters")
    assert page.is_visible("#card-0-0")
    assert "✓supported" in page.inner_text(".legend").replace("\n", "").replace(" ", "")
    page.click("a.claim >> nth=3")
    until(lambda: page.url.endswith("#card-0-3"))


def test_on_paper_every_claim_is_there_and_the_tools_are_not(opened):
    page = opened.page
    page.keyboard.press("1")
    until(lambda: len(shown(page)), 2)
    page.emulate_media(media="print")

    until(lambda: page.is_hidden(".filters"))
    until(lambda: page.locator(".cards > .card").filter(visible=True).count(), 12)
    until(
        lambda: page.evaluate(
            "(pane => pane.scrollHeight === pane.clientHeight)(document.querySelector('.claims'))"
        )
    )


def test_nothing_moves_for_readers_who_want_no_motion(open_page):
    opened = open_page(html([english()]), reduced_motion="reduce")
    opened.page.click(FIRST)

    opened.page.wait_for_selector(".found")
    assert opened.page.evaluate("document.getAnimations().length") == 0


def hostile(payload: str):
    """Return a report in which every text field is the payload."""
    making = Making(f"# {payload}\n\n{payload} [[S:1]].\n\n| {payload} |\n|---|\n", name=payload)
    words = passage(payload + " and more", payload, page=1, section=payload)
    words = words.model_copy(update={"before": payload, "after": payload, "page_label": payload})
    verdict = found(
        words,
        Support.PARTIAL,
        payload,
        notes=payload,
        fix=payload,
        differences=(payload,),
        better=Better(source_id=1, label=payload, name=payload, passage=words, what="words"),
    ).model_copy(update={"judge": JudgeIdentity(name=payload, version=payload, model=payload)})
    making.text = making.text.replace("\r", " ")
    citation = {"source": "S1", "verdict": verdict}
    other = {"source": payload, "unchecked": payload}
    line = f"{payload} [[S:1]]."
    name = making.claim(line, ClaimState.PARTIAL, citation, other, marker="[[S:1]]", quote=payload)
    finding = Finding(
        code=payload,
        name=payload,
        level=Level.ERROR,
        message=payload,
        help=payload,
        claim=name,
        source=payload,
        marker=payload,
        pointer=payload,
        evidence=words,
    )
    lone = finding.model_copy(update={"claim": None})
    source = CheckedSource(
        label="S1",
        name=payload,
        identifier=payload,
        media_type=payload,
        state=ReadState.DEGRADED,
        reason=payload,
        sha256=payload,
        url=payload,
        publisher=payload,
        year=payload,
        used=True,
    )
    made = making.checked(
        (source, source.model_copy(update={"label": payload})),
        ignored=(Ignored(finding=lone, reason=payload),),
        notes=(payload,),
        unchecked=(payload,),
        draft_sha256=payload,
    )
    return made.model_copy(update={"findings": (finding, lone)})


def as_shown(payload: str) -> str:
    return re.sub(r"[\0\u202a-\u202e]", lambda found: f"<U+{ord(found[0]):04X}>", payload)


def test_no_words_of_others_are_obeyed_and_all_are_shown(open_page):
    reports = [hostile(payload) for payload in PAYLOADS]
    opened = open_page(html(reports, Options(sources_text={"S1": PAYLOADS[0] + " and more"})))
    page = opened.page
    for number in range(0, len(PAYLOADS), 9):
        page.hover(f"#report-{number} a.claim")
        page.wait_for_selector("#card:not([hidden])")
        payload = as_shown(PAYLOADS[number])
        until(lambda payload=payload: payload in page.text_content("#card"))
        page.mouse.move(2, 2)
        page.keyboard.press("Escape")
        page.wait_for_selector("#card", state="hidden")
    page.keyboard.press("j")
    page.wait_for_selector(".cards > [aria-current]")
    page.fill("#search", PAYLOADS[0])
    until(lambda: 0 < len(shown(page)) < len(PAYLOADS))

    assert opened.complaints == []
    assert opened.asked_elsewhere() == []
    assert page.locator("script").count() == page.locator("style").count() == 1
    others = "iframe, object, embed, form, video, audio, math, base, marquee, template, x, body img"
    assert page.locator(others).count() == 0
    assert page.locator("[onerror], [onload], [onclick], [style]:not(html, #card)").count() == 0
    assert page.eval_on_selector_all(
        "a", "all => all.every(a => a.hash || a.protocol === 'https:')"
    )
    assert as_shown(PAYLOADS[0]) in page.title()
    fields = (".report-name", ".claim-words", ".banner.incomplete li", ".finding .help", ".excerpt")
    for number, payload in enumerate(PAYLOADS):
        for field in fields:
            assert as_shown(payload) in page.text_content(f"#report-{number} {field}")


def test_two_thousand_claims_are_scrolled_filtered_and_searched(open_page):
    opened = open_page(html([many(2_000)]))
    page = opened.page

    page.keyboard.press("1")
    until(lambda: len(shown(page)), 286)
    page.keyboard.press("k")
    page.wait_for_selector(".cards > [aria-current]")
    current, pane = page.locator(".cards > [aria-current]"), page.locator(".claims")
    until(lambda: is_in(current.bounding_box(), pane.bounding_box()))
    page.keyboard.press("0")
    until(lambda: len(shown(page)), 2_000)
    page.fill("#search", "1234 says")
    # The claim with this number in its words, and the one that is counted as this number.
    until(lambda: len(shown(page)), 2)
    page.press("#search", "Enter")
    page.keyboard.press("j")
    until(lambda: focused(page), "text-0-1234")
    window = {"y": 1, "height": 899}
    until(lambda: is_in(page.locator("#text-0-1234").bounding_box(), window))
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert opened.complaints == []
    assert LAW.startswith("Kapitel")
