// Search of a site, which has nobody to ask: the same words, points and order as on the server. Each
// part does what a file of crates/recall/src does; the names are the same. The index is made by
// src/page/index.rs: `load` gets its files, each once.

// Classes of characters (crates/text/src/fold.rs).
const DENSE = "\\u0e01-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u2e80-\\u2fdf\\u3005-\\u3007\\u3041-\\u3096\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\uff66-\\uffdc\\u{20000}-\\u{3ffff}";
const LETTER = `(?:(?![${DENSE}])[\\p{Alphabetic}\\p{N}])`;
const pieces = new RegExp(`[${DENSE}]+|[\\u2600-\\u27bf\\u{1f000}-\\u{1faff}]|${LETTER}`, "gu");
const word = new RegExp(`${LETTER}(?:${LETTER}|\\p{M})*`, "uy");
const joints = new RegExp(`(?:([_'’‐‑－-])|(\\.)|(::|[/\\\\:]))(?=${LETTER})`, "uy");
const contraction = /['’](s|S|t|re|ve|ll|d|m)(?![\p{Alphabetic}\p{N}])/uy;
const wordParts = /\p{N}+|\p{Lu}+(?:s(?!\p{Ll}))?(?![^\p{Lu}\p{N}])|\p{Lu}?[^\p{Lu}\p{N}]+|\p{Lu}+/gu;
const [CASE, , DOT, PART, END] = [0, 1, 2, 3, 4];
const sounds = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ς: "σ", ё: "е" };

function fold(text) {
  const small = text.toLowerCase().replace(/[ßæœøłđðþıςё]/gu, (letter) => sounds[letter]);
  return small.normalize("NFKD").replace(/(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}/gu, "").normalize("NFC");
}

function at(pattern, text, place) {
  pattern.lastIndex = place;
  return pattern.exec(text);
}

// The words of a run, each with what is before it, and the end of the run.
function runAt(text, start) {
  const words = [];
  let [place, joint] = [start, END];
  for (;;) {
    const [whole] = at(word, text, place);
    const split = whole.match(wordParts);
    let from = place;
    for (const part of split.length > 6 ? [whole] : split) {
      words.push({ form: fold(part), from, end: from + part.length, joint });
      [from, joint] = [from + part.length, CASE];
    }
    place += whole.length;
    const short = at(contraction, text, place);
    if (short) {
      place += short[0].length;
      words.at(-1).form += short[1].toLowerCase() === "s" ? "" : short[1];
      words.at(-1).end = place;
    }
    const next = words.length < 32 && at(joints, text, place);
    if (!next) break;
    joint = next.slice(1).findIndex(Boolean) + 1;
    place += next[0].length;
  }
  if (words.length === 1 && words[0].form.length <= 3 && /\D/.test(words[0].form)) {
    const sign = ["++", "#"].find((it) => text.startsWith(it, place));
    if (sign) {
      place += sign.length;
      Object.assign(words[0], { form: words[0].form + sign, end: place });
    }
  }
  return [words, place];
}

// The forms of a run: its words, versions, and the words of each level joined.
function formsOf(words, position, each) {
  const isNumber = ({ form }) => /^\d+$/.test(form);
  const goesOn = (it) => it?.joint === DOT && isNumber(it);
  words.forEach((one, nth) => {
    const next = words[nth + 1];
    if (words.length === 1 || [...one.form].length > 1) each(one.form, "word", position, one.from, one.end);
    let first = nth;
    while (first > 0 && goesOn(words[first])) first -= 1;
    if (first < nth && !goesOn(next) && isNumber(words[first])) {
      for (let last = first + 1; last <= nth; last += 1) {
        const form = words.slice(first, last + 1).map((it) => it.form).join(".");
        each(form, "compound", position, words[first].from, one.end);
      }
    }
    first = nth;
    for (let level = CASE; level <= PART && level < (next?.joint ?? END); level += 1) {
      const before = first;
      while (first > 0 && words[first].joint <= level) first -= 1;
      const all = words.slice(first, nth + 1);
      const form = all.map((it) => it.form).join("");
      const isVersion = one.joint === DOT && all.every(isNumber);
      if (first < before && form.length <= 64 && !isVersion) each(form, "compound", position, all[0].from, one.end);
    }
    position += 1;
  });
  return position;
}

// Reads a text (crates/text/src/tokens.rs): `each` gets a form, its shape, its position, and its place.
function tokens(text, each) {
  let [place, position] = [0, 0];
  for (;;) {
    const found = at(pieces, text, place);
    if (!found) return;
    const { index: from, 0: piece } = found;
    place = from + piece.length;
    if (new RegExp(`^[${DENSE}]`, "u").test(piece)) {
      let [last, start] = ["", from];
      for (const letter of piece) {
        each(fold(letter), "single", position, start, start + letter.length);
        if (last) each(fold(last + letter), "pair", position, start - last.length, start + letter.length);
        [last, start, position] = [letter, start + letter.length, position + 1];
      }
    } else if (/^[\p{Alphabetic}\p{N}]/u.test(piece)) {
      const [words, end] = runAt(text, from);
      position = formsOf(words, position, each);
      place = end;
    } else {
      each(piece, "single", position, from, place);
      position += 1;
    }
  }
}

// A question as forms (query.rs).
function parse(question, small) {
  const read = [];
  tokens(question, (form, shape, position) => read.push({ form, shape, position }));
  const words = read.filter(({ shape }) => shape === "word").map(({ form }) => form);
  const pairs = new Set(read.filter(({ shape }) => shape === "pair").map(({ position }) => position));
  const isSmall = ({ form, shape }) => shape === "word" && small.has(form);
  const saysNothing = read.every(isSmall);
  const forms = new Map();
  const add = (form, origin, position) => {
    const known = forms.get(form);
    if (!known) forms.set(form, { form, origin, position, count: 1 });
    else if (origin !== "joined") known.count += 1;
  };
  for (const it of read) {
    if (isSmall(it) && !saysNothing) continue;
    if (it.shape === "single" && (pairs.has(it.position) || pairs.has(it.position + 1))) continue;
    add(it.form, it.shape === "compound" ? "whole" : "typed", it.position);
  }
  if (words.length <= 5) {
    for (let length = 2; length <= words.length; length += 1) {
      for (let from = 0; from + length <= words.length; from += 1) add(words.slice(from, from + length).join(""), "joined");
    }
  }
  const whole = words.length >= 2 && words.length <= 5 ? words.join("") : null;
  return { forms: [...forms.values()], whole, exact: exact(question), name: question.trim().toLowerCase() };
}

// The words of a title, whatever is between them (document.rs).
function exact(title) {
  const words = [];
  tokens(title, (form, shape) => { if (shape === "word" || shape === "single") words.push(form); });
  return words.join(" ");
}

const points = (value) => Math.sign(value) * Math.round(Math.abs(value) * 4096) / 4096;
const rarity = (all, found) => points(Math.log(1 + (all - found + 0.5) / (found + 0.5)));

// A list that is kept in parts: the numbers of those that may have keys from one on to another.
function partsFrom(firsts, from, to) {
  const part = (key) => firsts.findLastIndex((first) => first <= key);
  return Array.from({ length: part(to) - Math.max(0, part(from)) + 1 }, (_, nth) => Math.max(0, part(from)) + nth);
}

// Words of the index that begin in one way, each with its stems and its postings.
async function entries(index, beginning) {
  const parts = partsFrom(index.words, beginning, `${beginning}\uffff`);
  const all = await Promise.all(parts.map((nth) => index.load(`words/${nth}.json`)));
  return all.flatMap(Object.entries).filter(([name]) => name.startsWith(beginning));
}

async function entry(index, form) {
  const [nth] = partsFrom(index.words, form, form);
  return nth === undefined ? undefined : Object.getOwnPropertyDescriptor(await index.load(`words/${nth}.json`), form)?.value;
}

const hasStems = (found) => typeof found?.[0] === "string";
const postings = (found) => (found ?? []).slice(hasStems(found) ? 1 : 0);

// The stems of a form. Of one that no record has, the longest stem that it goes on from with an ending.
const ENDING = /^(?:e?s|e?d|e|ings?|[eo]rs?|ions?|ly|al|ments?|able|ness|y|ie[sd]|ally|ive|ations?)$/;
async function stemsOf(index, form) {
  const found = await entry(index, form);
  if (hasStems(found)) return found[0].split(" ");
  if (found || form.length < 4 || !/^\p{Alphabetic}+$/u.test(form)) return [form];
  let best = form;
  for (const [name, { 0: first }] of await entries(index, form.slice(0, Math.max(3, form.length - 5)))) {
    for (const stem of typeof first === "string" ? first.split(" ") : [name]) {
      const is = [stem, stem.slice(0, -1)].some((it) => it.length > 2 && form.startsWith(it) && ENDING.test(form.slice(it.length)));
      if (is && (best === form || stem.length > best.length)) best = stem;
    }
  }
  return [best];
}

// How far a stem is from a word (spelling.rs); null where it is too far.
function distance(stem, form) {
  const [one, other] = [[...stem], [...form]];
  const limit = one.length > 7 ? 2 : 1;
  if (one.length < Math.max(4, Math.floor(other.length * 3 / 5)) || one.length > other.length + limit) return null;
  let [before, last] = [[], other.map((_, nth) => nth).concat(other.length)];
  for (const [i, letter] of one.entries()) {
    const row = [i + 1];
    for (const [j, its] of other.entries()) {
      let cost = Math.min(last[j] + (letter === its ? 0 : 1), last[j + 1] + 1, row[j] + 1);
      if (i && j && one[i - 1] === its && other[j - 1] === letter) cost = Math.min(cost, before[j - 1] + 1);
      row.push(cost);
    }
    if (row.every((cost) => cost > limit)) return null;
    [before, last] = [last, row];
  }
  const costs = [0, 1, 2, 3].filter((ending) => ending <= other.length).map((ending) => [last[other.length - ending], ending]);
  const near = costs.filter(([cost]) => cost <= limit).map(([cost, ending]) => cost * 4 + ending);
  return near.length ? Math.min(...near) : null;
}

// The stem that is spelled most like a word (lookup.rs).
async function nearest(index, form) {
  let best = null;
  for (const [stem, found] of await entries(index, [...form][0])) {
    const count = postings(found).length / 2;
    const far = count && (index.docs.length < 20 || count * 2 <= index.docs.length) ? distance(stem, form) : null;
    if (far !== null && (!best || far < best.far || (far === best.far && count > best.count))) best = { stem, far, count };
  }
  return best?.stem;
}

// The terms of a question, each with its stems, its postings and its weight (expand.rs, words.rs).
async function expand(index, { forms }) {
  const said = (count) => (count * 9) / (8 + count);
  const term = async (form, stems, origin, position, weight) => {
    const lists = await Promise.all(stems.map((stem) => entry(index, stem)));
    const list = lists.flatMap(postings);
    const found = list.length / 2;
    const worth = found ? points(weight * Math.max(rarity(index.docs.length, found), 1 / 256)) : 0;
    const typed = origin === "typed" ? worth || points(weight * rarity(index.docs.length, 1)) : 0;
    return { form, stems, origin, position, list, found, weight: worth, typed };
  };
  const terms = [];
  for (const { form, origin, position, count } of forms) {
    const stems = await stemsOf(index, form);
    const one = await term(form, stems, origin, position, origin === "joined" ? 0.7 : said(count));
    if (!one.found && origin === "typed" && form.length >= 5 && /^\p{Alphabetic}+$/u.test(form)) {
      const stem = await nearest(index, form);
      if (stem && !forms.some((it) => it.form === stem)) terms.push(await term(stem, [stem], "stem", 0, 0.5));
    }
    terms.push(one);
  }
  return terms;
}

// The mark of a stem in the order of a text's words (stream.rs): 23 bits of its CRC-32.
function mark(stem) {
  let sum = -1;
  for (const byte of new TextEncoder().encode(stem)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return Math.max(1, ~sum & 0x7fffff);
}

// The words of a record in order: marks and positions.
async function orderOf(index, doc) {
  const nth = index.orders.findLastIndex((first) => first <= doc);
  const bytes = atob((await index.load(`orders/${nth}.json`))[doc - index.orders[nth]]);
  const words = [];
  let position = 0;
  for (let at = 0; at < bytes.length; at += 3) {
    const value = bytes.charCodeAt(at) | (bytes.charCodeAt(at + 1) << 8) | (bytes.charCodeAt(at + 2) << 16);
    if (!value) {
      at += 3;
      position += 1000;
      continue;
    }
    if (!(value & 0x800000)) position += 1;
    words.push([value & 0x7fffff, position]);
  }
  return words;
}

// How close together the words of a question are in a text, and how much of it was typed
// (closeness.rs).
function matched(order, terms, marks) {
  const found = order.filter(([it]) => marks.has(it)).map(([it, position]) => ({ term: marks.get(it), position }));
  const held = terms.map(() => 0);
  let [sum, best, first] = [0, 0, 0];
  for (const { term, position } of found) {
    for (; found[first].position + 60 <= position; first += 1) {
      held[found[first].term] -= 1;
      if (!held[found[first].term]) sum -= terms[found[first].term].weight;
    }
    held[term] += 1;
    if (held[term] === 1) sum += terms[term].weight;
    best = Math.max(best, sum);
  }
  const gains = terms.map(() => 0);
  found.forEach((one, nth) => {
    if (terms[one.term].origin !== "typed") return;
    for (let after = nth + 1; after < found.length && found[after].position < one.position + 8; after += 1) {
      const two = found[after];
      if (terms[two.term].origin !== "typed" || one.term === two.term) continue;
      const [asked, next] = [terms[one.term].position, terms[two.term].position];
      const isPhrase = next > asked && next - asked === two.position - one.position;
      const gain = (isPhrase ? 1 : 0.75) * Math.min(terms[one.term].weight, terms[two.term].weight);
      gains[one.term] = Math.max(gains[one.term], gain);
    }
  });
  const there = new Set(found.map(({ term }) => term));
  const typed = terms.reduce((all, { origin, weight }, nth) => all + (there.has(nth) && origin === "typed" ? weight : 0), 0);
  return { close: 0.3 * best + 0.3 * gains.reduce((all, gain) => all + gain, 0), typed };
}

// What each of the best gains from others that are like it (neighbours.rs).
function neighbours(texts, scores) {
  const count = texts.length;
  const having = new Map();
  texts.forEach((order, text) => {
    for (const [it] of order.slice(0, 600)) {
      const of = having.get(it) ?? having.set(it, new Map()).get(it);
      of.set(text, (of.get(text) ?? 0) + 1);
    }
  });
  const norms = new Float64Array(count);
  const products = new Float64Array(count * count);
  for (const [, of] of [...having].sort(([a], [b]) => a - b)) {
    if (of.size * 3 > Math.max(count, 9)) continue;
    const rare = rarity(count, of.size);
    const all = [...of];
    all.forEach(([one, times], nth) => {
      norms[one] += rare * rare * times;
      for (const [other, its] of all.slice(nth + 1)) {
        const product = rare * rare * Math.sqrt(times * its);
        products[one * count + other] += product;
        products[other * count + one] += product;
      }
    });
  }
  return scores.map((score, text) => {
    const near = scores.map((its, other) => [products[text * count + other] ** 2 / (norms[text] * norms[other]), its]);
    const best = near.filter(([likeness]) => likeness > 0).sort((a, b) => b[0] - a[0] || b[1] - a[1]).slice(0, 3);
    const weight = best.reduce((all, [likeness]) => all + likeness, 0);
    return weight ? points(0.2 * (best.reduce((all, [likeness, its]) => all + likeness * its, 0) / weight - score)) : 0;
  });
}

// The points of the words in each record (words.rs).
function wordPoints({ docs }, terms) {
  const average = Math.max(1, docs.reduce((all, doc) => all + doc[8], 0) / Math.max(1, docs.length));
  const words = new Map();
  for (const { list, weight } of terms) {
    for (let at = 0; at < list.length; at += 2) {
      const norm = 1.2 * (0.25 + (0.75 * docs[list[at]][8]) / average);
      const score = points((weight * list[at + 1] * 2.2) / (list[at + 1] + norm));
      words.set(list[at], (words.get(list[at]) ?? 0) + score);
    }
  }
  return words;
}

// Shares of the points for its words that a record gets which has the one name that a question is.
async function named(index, terms, { whole }) {
  const shares = new Map();
  const name = terms.find(({ form, found }) => form === whole && found);
  if (!name) return shares;
  for (let at = 0; at < name.list.length; at += 2) shares.set(name.list[at], 1);
  if (name.origin === "joined") {
    const typed = terms.filter(({ origin }) => origin === "typed").map(({ form }) => form).join(" ");
    index.docs.forEach((doc, nth) => { if (` ${titleOf(doc)} `.includes(` ${typed} `)) shares.set(nth, 2); });
  }
  return shares;
}

const titles = new Map();
function titleOf(doc) {
  return titles.get(doc) ?? titles.set(doc, exact(doc[1])).get(doc);
}

// The part of a question that the name of a page's file is (app/src/recall/file_names.rs).
function ofName(path, telling) {
  const name = path.match(/(?:^|\/)[\d\-_. ]*([^/]+)\.[^./]*$/)?.[1];
  const words = name ? exact(name).split(" ").filter(Boolean) : [];
  return words.length && words.every((it) => telling.includes(it)) ? words.length / telling.length : 0;
}

// The places of records in the order of the server, and the terms by which they were found
// (search.rs, candidates.rs).
export async function ranked(index, typed) {
  const question = parse(typed, index.smallSet ??= new Set(index.small));
  const terms = await expand(index, question);
  const shares = await named(index, terms, question);
  const words = wordPoints(index, terms);
  const top = Math.max(1, ...words.values());
  const { docs } = index;
  const exactly = (nth) => docs[nth][7].toLowerCase() === question.name || (question.exact && titleOf(docs[nth]) === question.exact);
  const telling = question.exact.split(" ").filter((it) => it && !index.smallSet.has(it));
  const byFile = docs.map((doc) => ofName(doc[7], telling));
  docs.forEach((_, nth) => { if (!words.has(nth) && (byFile[nth] || exactly(nth))) words.set(nth, 0); });
  const total = (all, past) => all + points(all * [0, -0.1, -0.3, -0.1][past]);
  const candidates = [...words].map(([nth, own]) => {
    const [, , , , updated] = docs[nth];
    const before = exactly(nth) ? (docs[nth][7].toLowerCase() === question.name ? 0 : 1) : docs[nth][9] === 3 ? 3 : 2;
    const name = own || before > 1 ? 0 : top;
    const base = own + points(own * (shares.get(nth) ?? 0)) + name + points(top * byFile[nth]);
    return { nth, own, before, base, updated, score: total(base, docs[nth][9]) };
  });
  const order = (a, b) => a.before - b.before || b.score - a.score || (b.updated > a.updated) - (b.updated < a.updated) || a.nth - b.nth;
  const best = candidates.sort(order).slice(0, 100);
  const orders = await Promise.all(best.map(({ nth }) => orderOf(index, nth)));
  const marks = new Map();
  terms.forEach(({ stems }, nth) => stems.forEach((stem) => { if (!marks.has(mark(stem))) marks.set(mark(stem), nth); }));
  const sum = terms.reduce((all, { weight }) => all + weight, 0) || Number.MIN_VALUE;
  const whole = terms.reduce((all, it) => all + it.typed, 0) || Number.MIN_VALUE;
  const texts = orders.map((it) => matched(it, terms, marks));
  const closeness = best.map(({ own }, nth) => points(own * (texts[nth].close / sum)));
  const gains = neighbours(orders, best.map(({ own }, nth) => own + closeness[nth]));
  best.forEach((it, nth) => {
    it.score = total(it.base + closeness[nth] + gains[nth], docs[it.nth][9]);
    it.isWhole = it.before < 2 || texts[nth].typed / whole >= 1;
  });
  const hits = best.filter(({ isWhole, score }) => isWhole || score >= 21 / 4096).sort(order);
  return { places: withSuccessors(docs, hits), terms };
}

// What replaced a hit comes before it (results.rs).
function withSuccessors(docs, hits) {
  const places = hits.map(({ nth }) => nth);
  const exactly = new Set(hits.filter(({ before }) => before < 2).map(({ nth }) => nth));
  for (let at = 0; at < places.length; at += 1) {
    const isExact = exactly.has(places[at]);
    for (const successor of docs[places[at]][10]) {
      const known = places.indexOf(successor);
      if (known >= 0 && known <= at) continue;
      if (known >= 0) places.splice(known, 1);
      places.splice(isExact ? at + 1 : at, 0, successor);
      if (!isExact) at += 1;
    }
  }
  return places;
}

// The piece of a record's text that answers best (snippet.rs): pieces of text, and the words of the
// question in it as marks.
export async function snippet(index, doc, terms) {
  const nth = index.texts.findLastIndex((first) => first <= doc);
  const [about, text] = (await index.load(`texts/${nth}.json`))[doc - index.texts[nth]];
  const stems = new Map();
  terms.forEach((term) => term.stems.forEach((stem) => { if (!stems.has(stem)) stems.set(stem, term); }));
  const forms = new Map();
  const read = [];
  tokens(text, (form, _, position, from, end) => read.push({ form, from, end }));
  const firsts = new Set([...stems.keys()].map((stem) => [...stem][0]));
  const found = [];
  for (const it of read) {
    if (!firsts.has([...it.form][0])) continue;
    if (!forms.has(it.form)) forms.set(it.form, (await stemsOf(index, it.form)).map((stem) => stems.get(stem)).find(Boolean));
    const term = forms.get(it.form);
    if (term) found.push({ ...it, term });
  }
  const first = bestStart(found);
  if (first === null) return [about];
  const word = found[first].from;
  const start = beginning(text, word);
  const held = new Map();
  for (const it of found.slice(first)) if (it.end <= word + 240 && !held.has(it.term)) held.set(it.term, it.end);
  const end = ending(text, word + 240, Math.max(word, ...held.values()));
  const cut = [];
  let at = start;
  const spans = [];
  for (const it of found.filter((one) => one.from >= start && one.end <= end)) {
    const last = spans.at(-1);
    if (last && it.from < last.end) last.end = Math.max(last.end, it.end);
    else spans.push({ from: it.from, end: it.end });
  }
  for (const it of spans) {
    const marked = Object.assign(document.createElement("mark"), { textContent: text.slice(it.from, it.end) });
    cut.push(text.slice(at, it.from), marked);
    at = it.end;
  }
  const isWhole = /[.!?。]$/.test(text.slice(0, end));
  return [text.slice(0, start).trim() ? "…" : "", ...cut, text.slice(at, end), isWhole || !text.slice(end).trim() ? "" : "…"];
}

function bestStart(found) {
  const counts = new Map();
  let [held, best, at, first] = [0, 0, null, 0];
  for (const last of found) {
    for (; found[first].from + 240 < last.end && found[first].from < last.from; first += 1) {
      const { term } = found[first];
      counts.set(term, counts.get(term) - 1);
      if (!counts.get(term)) held -= term.weight;
    }
    counts.set(last.term, (counts.get(last.term) ?? 0) + 1);
    if (counts.get(last.term) === 1) held += last.term.weight;
    if (held > best) [best, at] = [held, first];
  }
  return at;
}

// The start of the block or sentence before a word, if that is near, else a word before it.
function beginning(text, word) {
  const lowest = Math.max(0, word - 80);
  const lead = text.slice(lowest, word);
  const border = Math.max(...[" · ", ". "].map((it) => (lead.includes(it) ? lead.lastIndexOf(it) + it.length : -1)));
  if (border >= 0) return lowest + border;
  const space = lead.indexOf(" ");
  return lowest === 0 ? 0 : space < 0 ? word : lowest + space + 1;
}

// The end of the sentence or block that ends nearest, if one ends near, else a word's before it.
function ending(text, end, least) {
  if (end >= text.length) return text.length;
  const nearest = Math.max(least, end - 100);
  const ends = [...text.slice(nearest, end + 40).matchAll(/[.!?]["')”’]*(?= (?!\p{Ll}))|。|(?= · )/gu)];
  const [near] = ends.map((it) => nearest + it.index + it[0].length).sort((a, b) => Math.abs(a - end) - Math.abs(b - end));
  if (near) return near;
  const space = text.lastIndexOf(" ", end - 1);
  return space >= 0 && space + 40 > end ? space : end;
}
