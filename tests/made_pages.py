"""Web pages as they are made in the wild, small, with the main content known."""

NEWS = """<!DOCTYPE html>
<html lang="de">
<head>
  <meta charset="utf-8">
  <title>Aufbewahrungsfrist verkürzt – Tagesblatt</title>
  <meta property="og:title" content="Aufbewahrungsfrist verkürzt">
  <meta property="og:site_name" content="Tagesblatt">
  <meta name="author" content="Anna Müller">
  <meta property="article:published_time" content="2025-01-14T08:30:00+01:00">
  <meta property="article:modified_time" content="2025-01-15">
  <meta name="description" content="Belege müssen nur noch acht Jahre aufbewahrt werden.">
  <link rel="canonical" href="https://tagesblatt.example/wirtschaft/frist">
  <script>track("Geheimnis");</script>
  <style>.x { color: red }</style>
</head>
<body>
<header><a href="/">Tagesblatt</a>
  <nav><ul><li><a href="/politik">Politik</a></li>
    <li><a href="/wirtschaft">Wirtschaft</a></li></ul></nav>
</header>
<main>
  <article>
    <header><h1>Aufbewahrungsfrist für Belege&nbsp;verkürzt</h1>
      <p>Von <a href="/a">Anna Müller</a>,
        <time datetime="2025-01-14">14. Januar 2025</time></p></header>
    <p>Unternehmen müssen Buchungsbelege künftig nur noch <strong>acht</strong> statt zehn Jahre
       aufbewahren. Das gilt nach §&nbsp;147 Abs.&nbsp;3 Satz&nbsp;1 der Abgabenordnung.</p>
    <h2>Was sich <em>ändert</em></h2>
    <p>„Die Frist beginnt mit dem Schluss des Kalenderjahres“, sagte eine Sprecherin.</p>
    <figure><img src="a.jpg" alt="Ein Ordner">
      <figcaption>Ordner in einem Archiv</figcaption></figure>
  </article>
  <aside><h2>Mehr zum Thema</h2>
    <ul><li><a href="/1">Grundsteuer steigt in vielen Städten</a></li></ul></aside>
</main>
<footer><p>© 2025 Tagesblatt · <a href="/impressum">Impressum</a></p></footer>
</body></html>
"""

NEWS_TEXT = """Tagesblatt

Politik
Wirtschaft

Aufbewahrungsfrist für Belege\u00a0verkürzt

Von Anna Müller, 14. Januar 2025

Unternehmen müssen Buchungsbelege künftig nur noch acht statt zehn Jahre aufbewahren. \
Das gilt nach §\u00a0147 Abs.\u00a03 Satz\u00a01 der Abgabenordnung.

Was sich ändert

„Die Frist beginnt mit dem Schluss des Kalenderjahres“, sagte eine Sprecherin.

Ordner in einem Archiv

Mehr zum Thema

Grundsteuer steigt in vielen Städten

© 2025 Tagesblatt · Impressum"""

DOCUMENTATION = """<!doctype html><html lang=en><title>Settings — Tool 2.1</title><body>
<div class=topbar><a href=/>Tool</a> <input placeholder=Search></div>
<div role=navigation><ul><li><a href=#a>Install</a><li><a href=#b>Settings</a></ul></div>
<div role=main><h1>Settings</h1>
<p>Set <code>TOOL_TIMEOUT</code> to the number of seconds that a call may take at most.
<pre><code><span class=k>export</span> TOOL_TIMEOUT=20

tool   --run
</code></pre>
<table><thead><tr><th>Name</th><th>Default</th></tr></thead>
<tbody><tr><td><code>timeout</code></td><td>20 s</td></tr><tr><td>retries</td><td></td></tr>
<tr><td>proxy</td><td>none</td></tr></tbody></table>
<ol><li>First step<li>Second step<ul><li>with a part</ul></ol>
</div>
<div class=footer>Built with care. Version 2.1</div>"""

DOCUMENTATION_TEXT = """Tool

Install
Settings

Settings

Set TOOL_TIMEOUT to the number of seconds that a call may take at most.

export TOOL_TIMEOUT=20

tool   --run

Name\tDefault
timeout\t20 s
retries
proxy\tnone

First step
Second step
with a part

Built with care. Version 2.1"""

_MENU = "".join(f'<div class="m"><a href="/{n}">Menu entry number {n}</a></div>' for n in range(30))
_TEXT = (
    "The committee met on Tuesday and discussed the report that had been handed in before. "
    "It found that the figures for the second quarter were complete and correct. "
)
_PARAGRAPHS = "".join(f"<p>{n}. {_TEXT}</p>" for n in range(1, 6))
_LINES = "<br><br>".join(f"{n}. {_TEXT}" for n in range(1, 6))
_ASIDE = "<div class=related>" + "<div><a href=/r>Related story of the day</a></div>" * 8 + "</div>"
_COMMENTS = "<div class=comments>" + "<div><b>user</b> I agree!</div>" * 10 + "</div>"
_LEGAL = "<div class=foot>All rights reserved by the publisher of this site, 2025.</div>"

# Pages by the way they are built; the main content begins with "1. The" and ends before the rest.
BY_BUILD = {
    "main": f"<nav>{_MENU}</nav><main>{_PARAGRAPHS}</main><footer>{_LEGAL}</footer>",
    "article": f"{_MENU}<article>{_PARAGRAPHS}</article>{_ASIDE}{_LEGAL}",
    "main around article": (
        f"<main>{_MENU}<article>{_PARAGRAPHS}</article>{_ASIDE}</main>{_LEGAL}"
    ),
    "role": f"{_MENU}<div role=main>{_PARAGRAPHS}</div>{_LEGAL}",
    "divs": f"<div>{_MENU}</div><div><div class=c>{_PARAGRAPHS}</div>{_ASIDE}</div>{_LEGAL}",
    "deep divs": (
        f"<div><div><div>{_MENU}</div><div><div><div>{_PARAGRAPHS}</div></div></div></div></div>"
        f"{_COMMENTS}{_LEGAL}"
    ),
    "table layout": (
        f"<table><tr><td>{_MENU}</td><td>{_PARAGRAPHS}</td><td>{_ASIDE}</td></tr></table>{_LEGAL}"
    ),
    "line breaks": f"<div>{_MENU}</div><div>{_LINES}</div>{_ASIDE}{_LEGAL}",
    "article with comments": (
        f"{_MENU}<article>{_PARAGRAPHS}</article>"
        + "<article><p>I do not agree with this at all, sorry.</p></article>" * 4
    ),
    "empty main": f"<main></main>{_MENU}<div>{_PARAGRAPHS}</div>{_LEGAL}",
    "sections": f"{_MENU}<section>{_PARAGRAPHS}</section><section>{_ASIDE}</section>{_LEGAL}",
}
