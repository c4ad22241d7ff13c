// What makes the pages quicker to use. Everything that can be read is there without it.

const isServer = document.documentElement.dataset.place === "server";
const root = new URL(".", import.meta.url);

// The part of another page, in place of the same part of this one.
async function exchange(address, selector) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [here, there] = [document.querySelector(selector), page.querySelector(selector)];
  if (here && there) here.replaceWith(there);
}

// Search as you type: the newest question alone is answered.
function searchAsYouType() {
  const input = document.querySelector("#words");
  let waiting, asked = 0;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const own = ++asked;
      const address = new URL("search.html", root);
      address.search = new URLSearchParams(new FormData(input.form));
      if (!document.querySelector("#results")) return;
      const answer = await fetch(address);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (own !== asked) return;
      document.querySelector("#results").replaceWith(page.querySelector("#results"));
      history.replaceState(null, "", address);
    }, 120);
  });
}

// A site has nobody to ask: its index of words is searched here (src/page/index.rs makes it).
let index;
async function siteIndex() {
  index ??= fetch(new URL("search.json", root)).then((answer) => answer.json());
  return index;
}

function splitWords(text) {
  return text.toLowerCase().split(/[^\p{Alphabetic}\p{N}]+/u).filter(Boolean);
}

// The places of records by what speaks for them (BM25 without lengths); the word that is still being
// typed may be the beginning of one.
function ranked({ docs, words }, typed) {
  const points = new Map();
  const asked = splitWords(typed);
  asked.forEach((word, nth) => {
    const isLast = nth === asked.length - 1 && /[\p{Alphabetic}\p{N}]$/u.test(typed);
    const known = isLast ? Object.keys(words).filter((it) => it.startsWith(word)) : [word];
    for (const name of known.filter((it) => Object.hasOwn(words, it))) {
      const list = words[name];
      const rare = Math.log(1 + docs.length / (list.length / 2));
      for (let at = 0, place = 0; at < list.length; at += 2) {
        place += list[at];
        const weight = (rare * list[at + 1]) / (list[at + 1] + 1.2) * (name === word ? 1 : 0.6);
        points.set(place, (points.get(place) ?? 0) + weight);
      }
    }
  });
  return [...points].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([place]) => place);
}

// The same line as on the server's pages (src/page/parts.rs).
function line([address, title, kind, status, updated, about, tags]) {
  const add = (to, name, text, more = {}) => Object.assign(to.appendChild(document.createElement(name)), { textContent: text }, more);
  const item = document.createElement("li");
  const article = add(item, "article", "");
  add(add(article, "h3", ""), "a", title, { href: new URL(address, root), dir: "auto" });
  const facts = add(article, "p", "", { className: "facts" });
  for (const word of [kind, status]) add(facts, "span", word, { className: "badge" }).dataset.word = word;
  for (const tag of tags) add(facts, "span", tag, { className: "tag", dir: "auto" });
  add(facts, "time", updated);
  if (about) add(article, "p", about, { dir: "auto" });
  return item;
}

function listed(docs, places) {
  const list = Object.assign(document.createElement("ul"), { className: "records" });
  list.append(...places.map((place) => line(docs[place])));
  return list;
}

async function searchSite() {
  const input = document.querySelector("#words");
  const results = document.querySelector("#results");
  const given = new URLSearchParams(location.search);
  const show = async () => {
    const all = await siteIndex();
    const places = ranked(all, input.value);
    const count = Object.assign(document.createElement("p"), { className: "hint" });
    count.textContent = places.length === 1 ? "1 hit" : `${places.length} hits`;
    results.replaceChildren(count, listed(all.docs, places.slice(0, 50)));
  };
  if (results) {
    input.addEventListener("input", show);
    input.value ||= given.get("words") ?? "";
    if (input.value) await show();
  }
  // The list of a kind or tag: on the server another page, here the same one.
  const [kind, tag] = [given.get("kinds"), given.get("tags")];
  const list = document.querySelector("main > ul.records");
  if (list && (kind || tag)) {
    const { docs } = await siteIndex();
    const places = [...docs.keys()].filter((nth) => (!kind || docs[nth][2] === kind) && (!tag || docs[nth][6].includes(tag)));
    list.replaceWith(listed(docs, places));
    document.querySelector("nav.pages")?.remove();
  }
}

// The slider stands for the list of commits beside it.
function slide() {
  const [slide, list] = [document.querySelector("#slide"), document.querySelector("#rev")];
  if (!slide) return;
  slide.hidden = false;
  slide.addEventListener("input", () => { list.selectedIndex = slide.valueAsNumber; });
  list.addEventListener("change", () => { slide.valueAsNumber = list.selectedIndex; });
}

// Sends what is to be written; what went wrong is told where the reader is.
async function send(path, body, told) {
  const answer = await fetch(new URL(`../${path}`, root), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const document = await answer.json();
  if (answer.ok) return document;
  told.textContent = [document.error.message, ...document.error.details].join("\n");
  return null;
}

function actions() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-do]");
    if (!button) return;
    const place = button.closest("[data-record]");
    const told = place.querySelector("[role=alert]") ?? place.appendChild(document.createElement("span"));
    told.setAttribute("role", "alert");
    button.disabled = true;
    await deeds[button.dataset.do](place.dataset.record, place.dataset.private === "true", told);
    button.disabled = false;
  });
}

// What a person may do with a record, and where that leads.
const deeds = {
  async confirm(id, isPrivate, told) {
    if (await send("review", { id }, told)) await exchange(location.href, "main");
  },
  async close(id, isPrivate, told) {
    const closed = await send("records", { id, status: "closed", private: isPrivate }, told);
    if (closed) await exchange(location.href, "main");
  },
  async adopt(path, isPrivate, told) {
    const report = await send("adopt", { paths: [path] }, told);
    if (report?.adopted.length) show(report.adopted[0].id);
    else if (report) told.textContent = report.skipped.map((page) => page.reason).join("\n");
  },
  async publish(id, isPrivate, told) {
    const published = await send("publish", { id }, told);
    if (published) show(published.id);
  },
};

// Goes to a record.
function show(id) {
  location.href = new URL(`records/${id}.html`, root);
}

function writing() {
  const form = document.querySelector("form.write");
  if (!form) return;
  if (form.dataset.edit) return editing(form);
  form.elements.kind?.addEventListener("change", () => {
    location.search = new URLSearchParams({ kind: form.elements.kind.value });
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const record = { parts: {}, title: form.elements.title.value };
    if (form.dataset.supersedes) record.supersedes = form.dataset.supersedes;
    else record.kind = form.elements.kind.value;
    for (const [name, value] of new FormData(form)) {
      if (!value.trim()) continue;
      if (name.startsWith("parts.")) record.parts[name.slice(6)] = value;
      else if (name === "paths") record.paths = value.split("\n").filter(Boolean);
      else if (name === "tags") record.tags = value.split(/[,\s]+/).filter(Boolean);
      else if (name === "body") record.body = value;
    }
    const written = await send("records", record, document.querySelector("#told"));
    if (written) show(written.id);
  });
}

// Sends what was changed of a record, with the name of the text that it was shown from.
function editing(form) {
  const before = Object.fromEntries(new FormData(form));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { edit: id, blob } = form.dataset;
    const now = [...new FormData(form)].filter(([name, value]) => value !== before[name]);
    if (!now.length) return show(id);
    const question = { ...Object.fromEntries(now), id, blob, private: form.dataset.private === "true" };
    if (await send("records", question, document.querySelector("#told"))) show(id);
  });
}

// `/` goes to the search, as people expect; j and k go from record to record.
function keys() {
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") {
      event.preventDefault();
      document.querySelector("#words").focus();
    } else if (event.key === "j" || event.key === "k") {
      const links = [...document.querySelectorAll("main article h3 a")];
      const now = links.indexOf(document.activeElement);
      const next = links[Math.max(0, now + (event.key === "j" ? 1 : -1))];
      next?.focus();
    }
  });
}

// Memory changes without this page: by a commit, a pull, an editor.
function follow() {
  const { dataset } = document.documentElement;
  // A page of a revision stays what it is, and so does what somebody is writing.
  if (!dataset.state || document.querySelector("form.write")) return;
  const events = new EventSource(new URL("../events", root));
  events.addEventListener("state", async (event) => {
    if (event.data === dataset.state) return;
    dataset.state = event.data;
    await exchange(location.href, "main");
  });
}

keys();
slide();
if (isServer) {
  searchAsYouType();
  actions();
  writing();
  follow();
} else {
  searchSite();
}
