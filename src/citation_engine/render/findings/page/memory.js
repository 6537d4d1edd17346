// What a reader chose, kept by the browser where it lets a page from disk do so.
const memory = {
  read(name) {
    try { return localStorage.getItem(`citation-engine.${name}`); } catch { return null; }
  },
  keep(name, value) {
    try { localStorage.setItem(`citation-engine.${name}`, value); } catch { /* Only this time, then. */ }
  },
};

function byId(name) { return document.getElementById(name); }

function say(words, values = {}) {
  const text = words.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  byId("said").textContent = text;
  return text;
}
