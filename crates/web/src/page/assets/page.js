// What makes the pages quicker to use. Everything that can be read is there without it.

const isServer = document.documentElement.dataset.place === "server";
const root = new URL(".", import.meta.url);

// What is said where nobody answers.
const gone = "The server does not answer. 'git memory serve' starts it again, at an address of its own.";

// Does something once at a time; where it is asked for meanwhile, it is done once more.
function oneByOne(work) {
  let isAsked = false, isWorking = false;
  return async () => {
    isAsked = true;
    if (isWorking) return;
    isWorking = true;
    try {
      while (isAsked) {
        isAsked = false;
        await work();
      }
    } finally {
      isWorking = false;
    }
  };
}

// Another page.
async function other(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

// A part of another page, in place of the same part of this one; whether it came there.
async function exchange(address, selector, isUnwanted = () => false) {
  const from = location.href;
  const page = await other(address);
  const there = page.querySelector(selector);
  const here = document.querySelector(selector);
  // This page may have gone on to another search meanwhile.
  if (!here || !there || from !== location.href || isUnwanted()) return false;
  const held = document.activeElement;
  const at = recordLinks().findLastIndex((link) => isUpTo(link, held));
  here.replaceWith(there);
  if (here.contains(held)) sameAs(held, there, at).focus({ preventScroll: true });
  for (const part of ["header .at", toReviews]) {
    const [old, now] = [document, page].map((it) => it.querySelector(part));
    if (old && now) old.replaceChildren(...now.childNodes);
  }
  for (const name of ["state", "reviewed"]) {
    const now = page.documentElement.dataset[name];
    if (now) document.documentElement.dataset[name] = now;
    else delete document.documentElement.dataset[name];
  }
  slide();
  return true;
}

// The number of records to review, and the words for them in rows: finding them takes longer than pages
// should, so the server shows what it found last, and is asked to look only where it has not.
const toReview = oneByOne(async () => {
  const { dataset } = document.documentElement;
  if (!dataset.state || dataset.reviewed) return;
  try {
    await other(new URL("review.html", root));
    const rows = "main > ul.records";
    const isBusy = () => document.querySelector(busy) || !document.querySelector(rows);
    if (isBusy() || !await exchange(location.href, rows, isBusy)) await exchange(location.href, toReviews);
  } catch {
    // Without an answer, nothing is said.
  }
});

// The link that has the number.
const toReviews = "header a[href*='review.html']";

function recordLinks() {
  return [...document.querySelectorAll("main article :is(h2, h3) a")];
}

function isUpTo(link, held) {
  return link === held || link.compareDocumentPosition(held) & Node.DOCUMENT_POSITION_FOLLOWING;
}

// What stands for an element in the new part; where it has gone, the record that is at its place.
function sameAs(held, there, at) {
  const name = ({ id, href, dataset, parentElement }) => [id, href, dataset.do, parentElement?.dataset.record].join(" ");
  const links = recordLinks();
  return [there, ...there.querySelectorAll("[id], a, button[data-do]")].find((it) => name(it) === name(held))
    ?? links[Math.min(at, links.length - 1)] ?? there;
}

// Search as you type: one question at a time, at once.
function searchAsYouType() {
  const input = document.querySelector("#words");
  if (!document.querySelector("#results")) return;
  whenFilledIn(input.form, oneByOne(async () => {
    const address = new URL("search.html", root);
    // Fields that nobody has filled in ask for nothing.
    address.search = new URLSearchParams([...new FormData(input.form)].filter(([, value]) => value));
    try {
      await exchange(address, "#results");
      history.replaceState(null, "", address);
    } catch {
      document.querySelector("#results").textContent = gone;
    }
  }));
}

// Does something each time that a field of a form is filled in, wherever on the page that is.
function whenFilledIn(form, work) {
  document.addEventListener("input", ({ target }) => { if (target.form === form) work(); });
}

// A site has nobody to ask: its index is searched here (search.js). Each of its files is loaded once,
// those of the words when they are asked for.
const loaded = new Map();
function load(name) {
  if (!loaded.has(name)) loaded.set(name, fetch(new URL(name, root)).then((answer) => answer.json()));
  return loaded.get(name);
}

// The same row as on the server's pages (src/page/rows.rs).
function line([address, title, kind, , updated, , words], passage) {
  const add = (to, name, text, more = {}) => Object.assign(to.appendChild(document.createElement(name)), { textContent: text }, more);
  const item = document.createElement("li");
  const article = add(item, "article", "");
  const sign = add(article, "span", "", { className: "sign", ariaHidden: "true" });
  if (words.length) [[sign.dataset.word]] = words;
  add(add(article, "h2", ""), "a", title, { href: new URL(address, root), dir: "auto" });
  const about = add(article, "p", "", { className: "about", dir: "auto" });
  const facts = add(article, "p", "", { className: "facts" });
  const said = add(facts, "span", "", { className: "words" });
  for (const [word, text] of words) add(said, "span", `${text} `).dataset.word = word;
  add(facts, "span", kind, { className: "kind" });
  add(facts, "time", updated.slice(0, 10));
  if (passage) {
    passages.set(about, passage);
    seen.observe(about);
  }
  return item;
}

// What a record says of what was typed is loaded when its line comes into sight.
const passages = new WeakMap();
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    passages.get(target)().then((pieces) => target.replaceChildren(...pieces));
  }
});

function listed(docs, places, passage) {
  const list = Object.assign(document.createElement("ul"), { className: "records" });
  list.append(...places.map((place) => line(docs[place], passage && (() => passage(place)))));
  return list;
}

function hint(...parts) {
  const told = Object.assign(document.createElement("p"), { className: "hint" });
  told.append(...parts);
  return told;
}

function counted(count, what) {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

// What a list was asked for, and the way to the whole one.
function chosen(name, value) {
  const all = Object.assign(document.createElement("a"), { href: new URL("index.html", root), textContent: "all" });
  return hint(`${name}: `, Object.assign(document.createElement("strong"), { textContent: value, dir: "auto" }), " ", all);
}

async function searchSite() {
  document.querySelector(".unasked")?.remove();
  const input = document.querySelector("#words");
  const results = document.querySelector("#results");
  const given = new URLSearchParams(location.search);
  const show = oneByOne(async () => {
    const typed = input.value;
    const { kinds, statuses, tags } = Object.fromEntries(new FormData(input.form));
    if (!(typed || kinds || statuses || tags)) return results.replaceChildren();
    const [index, { ranked, snippet }] = await Promise.all([load("search.json"), import("./search.js")]);
    index.load = load;
    const isMeant = ([, , kind, status, , own]) =>
      (!kinds || kind === kinds) && (!statuses || status === statuses) && (!tags || own.includes(tags));
    const { places: found, terms } = typed ? await ranked(index, typed) : { places: [...index.docs.keys()] };
    const places = found.filter((place) => isMeant(index.docs[place]));
    const passage = terms && ((place) => snippet(index, place, terms));
    results.replaceChildren(hint(counted(places.length, "hit")), listed(index.docs, places.slice(0, 50), passage));
  });
  if (results) {
    load("search.json");
    whenFilledIn(input.form, show);
    const asked = ["words", "kinds", "statuses", "tags"].filter((name) => given.get(name));
    for (const name of asked) input.form.elements[name].value ||= given.get(name);
    if (asked.length) await show();
  }
  // The list of a kind or tag: on the server another page, here the same one.
  const [kind, tag] = [given.get("kinds"), given.get("tags")];
  const list = document.querySelector("main > ul.records");
  if (list && (kind || tag)) {
    const { docs } = await load("search.json");
    const places = [...docs.keys()].filter((nth) => (!kind || docs[nth][2] === kind) && (!tag || docs[nth][5].includes(tag)));
    list.replaceWith(listed(docs, places));
    const asked = ["kinds", "tags"].filter((name) => given.get(name)).map((name) => chosen(name, given.get(name)));
    document.querySelector("main > .hint").replaceWith(...asked, hint(counted(places.length, "record")));
    document.querySelector("nav.pages")?.remove();
    for (const link of document.querySelectorAll(".chips li a")) {
      if (new URL(link.href).searchParams.get("kinds") === kind) link.ariaCurrent = "true";
      else link.removeAttribute("aria-current");
    }
  }
}

// The slider stands for the list of commits beside it; let go, it shows memory as it was then.
function slide() {
  const [slide, list] = [document.querySelector("#slide"), document.querySelector("#rev")];
  if (!slide) return;
  const then = document.querySelector("#then");
  const tell = () => slide.setAttribute("aria-valuetext", list.selectedOptions[0].textContent);
  const follow = () => {
    slide.valueAsNumber = list.selectedIndex;
    tell();
  };
  slide.hidden = false;
  follow();
  list.addEventListener("change", follow);
  slide.addEventListener("input", () => {
    list.selectedIndex = slide.valueAsNumber;
    tell();
  });
  slide.addEventListener("change", oneByOne(async () => {
    const address = new URL("index.html", root);
    address.search = new URLSearchParams({ rev: list.value });
    try {
      const { children } = (await other(address)).querySelector("main");
      then.replaceChildren(...[...children].filter((it) => !it.matches("h1, nav, .chips")));
    } catch {
      then.textContent = gone;
    }
    then.hidden = false;
  }));
}

// From a page of a revision to the same one now, with the words and filters that it has by then.
function now() {
  document.querySelector("p.then a")?.addEventListener("click", ({ currentTarget }) => {
    const address = new URL(location);
    address.searchParams.delete("rev");
    currentTarget.href = address;
  });
}

// Sends what is to be written; what went wrong is told where the reader is.
async function send(path, body, told) {
  try {
    const answer = await fetch(new URL(`../${path}`, root), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const document = await answer.json();
    if (answer.ok) return document;
    const { message, details, hints } = document.error;
    told.textContent = ["Nothing was written.", message, ...details, ...hints.map(({ text }) => text)].join("\n");
  } catch {
    told.textContent = gone;
  }
  return null;
}

function actions() {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-do]");
    if (!button || button.hasAttribute("aria-disabled")) return;
    const place = button.closest("[data-record]");
    const told = place.querySelector("[role=alert]") ?? place.appendChild(document.createElement("span"));
    told.setAttribute("role", "alert");
    // A button that is disabled loses the focus.
    button.setAttribute("aria-disabled", "true");
    try {
      await deeds[button.dataset.do](place.dataset.record, place.dataset.private === "true", told);
    } catch {
      told.textContent = gone;
    } finally {
      button.removeAttribute("aria-disabled");
    }
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

// What is between the items of a list.
const between = { paths: "\n", tags: "," };

function items(name, value) {
  return value.split(between[name]).map((item) => item.trim()).filter(Boolean);
}

// What was typed, by the names of the fields: those that another kind does not have may come back.
const typed = new Map();

// The fields of the kind that is chosen, with what was typed.
const chooseKind = oneByOne(async () => {
  const form = document.querySelector("form.write");
  const address = new URL("write.html", root);
  const kind = form.elements.kind.value;
  address.search = new URLSearchParams({ kind });
  try {
    const page = await other(address);
    const there = page.querySelector("form.write");
    // Another one was chosen meanwhile: it is on its way.
    if (kind !== form.elements.kind.value) return;
    for (const [name, value] of new FormData(form)) typed.set(name, value);
    // The id is of the kind.
    typed.delete("new");
    typed.delete("told");
    for (const [name, value] of typed) if (there.elements[name]) there.elements[name].value = value;
    const held = there.elements[document.activeElement.name] ?? there.elements.kind;
    form.replaceWith(there);
    document.querySelector("h1").textContent = page.querySelector("h1").textContent;
    history.replaceState(null, "", address);
    writing();
    preview();
    held.focus();
  } catch {
    form.querySelector("#told").textContent = gone;
  }
});

function writing() {
  const form = document.querySelector("form.write");
  if (!form) return;
  if (form.dataset.edit) return editing(form);
  form.elements.kind?.addEventListener("change", chooseKind);
  whenFilledIn(form, () => {
    clearTimeout(pause);
    pause = setTimeout(preview, 300);
  });
}

// The time until what was typed is looked at.
let pause;

// The file that a form makes, and the records that it may contradict.
const preview = oneByOne(async () => {
  const form = document.querySelector("form.write");
  const body = new URLSearchParams(new FormData(form));
  body.set("do", "preview");
  try {
    const answer = await fetch(form.action, { method: "POST", headers: { Accept: "text/html" }, body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [here, there] = [document, page].map((it) => it.querySelector("#preview"));
    // Another kind was chosen meanwhile.
    if (!here || !there || form !== here.closest("form")) return;
    const isOpen = here.querySelector("details")?.open;
    here.replaceChildren(...there.childNodes);
    if (isOpen) here.querySelector("details")?.setAttribute("open", "");
  } catch {
    document.querySelector("#told").textContent = gone;
  }
});

// The value of a field as the page came: what was typed before this script ran is a change, too.
function given(field) {
  if (!field.options) return field.defaultValue;
  const options = [...field.options];
  return (options.find((option) => option.defaultSelected) ?? options[0]).value;
}

// Sends what was changed of a record, with the name of the text that it was shown from.
function editing(form) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { edit: id, blob } = form.dataset;
    const now = [...form.elements].filter((field) => field.name && field.value !== given(field));
    if (!now.length) return show(id);
    const question = { id, blob, private: form.dataset.private === "true", clear: [] };
    for (const { name, value } of now) {
      if (!Object.hasOwn(between, name)) question[name] = value;
      else if (value.trim()) question[name] = items(name, value);
      else question.clear.push(name);
    }
    if (await send("records", question, document.querySelector("#told"))) show(id);
  });
}

// `/` goes to the search, as people expect; j and k go from record to record.
function keys() {
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") {
      event.preventDefault();
      const words = document.querySelector("#words");
      if (words) words.focus();
      else location.href = new URL("search.html", root);
    } else if (event.key === "j" || event.key === "k") {
      const links = recordLinks();
      const now = links.indexOf(document.activeElement);
      const next = links[Math.max(0, now + (event.key === "j" ? 1 : -1))];
      next?.focus();
    }
  });
}

// Where somebody is at something that must not go away under them.
const busy = "main form:focus-within, main :is(input, select):focus, #then:not([hidden])";

// Memory and code change without this page: by a commit, a pull, an editor. A browser has six connections to a
// host and no more, so one of the pages that are open listens, and tells the others; when it goes, the
// next one does.
function follow() {
  const { dataset } = document.documentElement;
  // A page of a revision stays what it is, and so does what somebody is writing.
  if (!dataset.state || document.querySelector("form.write")) return;
  const pages = new BroadcastChannel("state");
  let last = "";
  const renew = oneByOne(async () => {
    const state = last;
    if (state === dataset.state || document.querySelector(busy)) return;
    try {
      // Somebody may have begun meanwhile.
      if (!await exchange(location.href, "main", () => document.querySelector(busy))) return;
      dataset.state = state;
      await toReview();
    } catch {
      // The server has gone; where it comes back, it tells the state again.
    }
  });
  const hear = (state) => {
    last = state;
    renew();
  };
  // Once somebody has left a form: the next field has the focus only after this.
  document.addEventListener("focusout", () => { if (last) setTimeout(renew); });
  const listen = () => new Promise((end) => {
    const events = new EventSource(new URL("../events", root));
    events.addEventListener("state", ({ data }) => {
      pages.postMessage(data);
      hear(data);
    });
    // It comes back by itself where it can.
    events.addEventListener("error", () => { if (events.readyState === EventSource.CLOSED) end(); });
  });
  pages.addEventListener("message", ({ data }) => {
    if (data) hear(data);
    else if (last) pages.postMessage(last);
  });
  // What changed since this page was made was told before it was there.
  pages.postMessage("");
  if (navigator.locks) navigator.locks.request("events", listen);
  else listen();
}

keys();
slide();
if (isServer) {
  searchAsYouType();
  actions();
  writing();
  now();
  follow();
  toReview();
} else {
  searchSite();
}
