// The motions of the vim keys: pure functions from a text and a place in it to another place.

/**
 * @typedef {object} Motion where a motion leads
 * @property {number} to
 * @property {boolean} [inclusive] whether an operator takes the character there, too
 * @property {boolean} [linewise] whether an operator takes whole lines
 */

export const lineStart = (text, at) => at > 0 ? text.lastIndexOf('\n', at - 1) + 1 : 0;

export function lineEnd(text, at) {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

export function firstInLine(text, at) {
  const start = lineStart(text, at);
  return start + /^[ \t]*/.exec(text.slice(start, lineEnd(text, at)))[0].length;
}

/** The place of a line, counted from 0; the last one if there are fewer. */
export function startOfLine(text, line) {
  let at = 0;
  for (let i = 0; i < line; i++) {
    const end = text.indexOf('\n', at);
    if (end < 0) break;
    at = end + 1;
  }
  return at;
}

/** 0 for blanks, 1 for words, 2 for other signs; `big` words have both. */
export function kindOf(char, big) {
  if (char === undefined || /\s/.test(char)) return 0;
  return big || /\w/.test(char) ? 1 : 2;
}

function nextWord(text, at, big) {
  const here = kindOf(text[at], big);
  let i = at;
  if (here) while (i < text.length && kindOf(text[i], big) === here) i++;
  while (i < text.length && kindOf(text[i], big) === 0) {
    if (text[i] === '\n' && text[i + 1] === '\n') return i + 1; // an empty line is a word, too
    i++;
  }
  return i;
}

export function endOfWord(text, at, big) {
  let i = at + 1;
  while (i < text.length && kindOf(text[i], big) === 0) i++;
  const kind = kindOf(text[i], big);
  while (i + 1 < text.length && kindOf(text[i + 1], big) === kind) i++;
  return Math.min(i, Math.max(0, text.length - 1));
}

function wordBefore(text, at, big) {
  let i = at - 1;
  while (i > 0 && kindOf(text[i], big) === 0) {
    if (text[i] === '\n' && text[i - 1] === '\n') return i;
    i--;
  }
  const kind = kindOf(text[i], big);
  while (i > 0 && kind && kindOf(text[i - 1], big) === kind) i--;
  return Math.max(0, i);
}

function endOfWordBefore(text, at, big) {
  let i = at;
  const kind = kindOf(text[i], big);
  if (kind) while (i >= 0 && kindOf(text[i], big) === kind) i--;
  else i--;
  while (i > 0 && kindOf(text[i], big) === 0) i--;
  return Math.max(0, i);
}

function paragraph(text, at, step) {
  const lines = text.split('\n');
  let line = text.slice(0, at).split('\n').length - 1;
  while (line + step >= 0 && line + step < lines.length && !lines[line].trim()) line += step;
  while (line + step >= 0 && line + step < lines.length && lines[line].trim()) line += step;
  return step > 0 && line === lines.length - 1 && lines[line].trim() ? text.length : startOfLine(text, line);
}

const pairs = {'(': ')', '[': ']', '{': '}', '<': '>'};

/** The bracket that belongs to the one at a place; -1 if there is none. */
export function matching(text, at) {
  const open = text[at];
  const forward = open in pairs;
  const other = forward ? pairs[open] : Object.keys(pairs).find(key => pairs[key] === open);
  let depth = 0;
  for (let i = at; i >= 0 && i < text.length; i += forward ? 1 : -1) {
    if (text[i] === open) depth++;
    else if (text[i] === other && --depth === 0) return i;
  }
  return -1;
}

/** The innermost bracket around a place, or at it: [place of the open one, place of the closed one]; null if none. */
export function around(text, at, open) {
  for (let i = at; i >= 0; i--) {
    if (text[i] === open) {
      const end = matching(text, i);
      if (end >= at) return [i, end];
    }
  }
  return null;
}

/** f, F, t and T: to a character of this line. @param {string} key @param {boolean} [again] whether it repeats one */
export function toCharacter(text, at, key, char, count, again = false) {
  const step = key === 'f' || key === 't' ? 1 : -1;
  const before = key === 't' || key === 'T';
  const [low, high] = [lineStart(text, at), lineEnd(text, at)];
  let i = before && again && text[at + step] === char ? at + step : at;
  for (let found = 0; found < count; found++) {
    do i += step; while (i >= low && i < high && text[i] !== char);
    if (i < low || i >= high) return null;
  }
  return {to: before ? i - step : i, inclusive: step > 0};
}

/** The next place of a pattern, around the ends of the text. @param {RegExp} pattern with the flag g @returns {number} -1 if there is none */
export function find(text, at, pattern, forward) {
  const places = [...text.matchAll(pattern)].map(match => match.index);
  if (!places.length) return -1;
  return forward ? places.find(place => place > at) ?? places[0] : places.filter(place => place < at).at(-1) ?? places.at(-1);
}

const repeat = (step, count, at) => {
  let place = at;
  for (let i = 0; i < count; i++) place = step(place);
  return place;
};

/** @type {Record<string, (text: string, at: number, count: number, counted: boolean) => Motion | null>} */
export const motions = {
  h: (text, at, count) => ({to: Math.max(lineStart(text, at), at - count)}),
  l: (text, at, count) => ({to: Math.min(lineEnd(text, at), at + count)}),
  0: (text, at) => ({to: lineStart(text, at)}),
  '^': (text, at) => ({to: firstInLine(text, at)}),
  $: (text, at, count) => {
    const end = lineEnd(text, repeat(place => Math.min(text.length, lineEnd(text, place) + 1), count - 1, at));
    return {to: Math.max(lineStart(text, end), end - 1), inclusive: end > lineStart(text, end)};
  },
  '|': (text, at, count) => ({to: Math.min(lineEnd(text, at), lineStart(text, at) + count - 1)}),
  w: (text, at, count) => ({to: repeat(place => nextWord(text, place, false), count, at)}),
  W: (text, at, count) => ({to: repeat(place => nextWord(text, place, true), count, at)}),
  e: (text, at, count) => ({to: repeat(place => endOfWord(text, place, false), count, at), inclusive: true}),
  E: (text, at, count) => ({to: repeat(place => endOfWord(text, place, true), count, at), inclusive: true}),
  b: (text, at, count) => ({to: repeat(place => wordBefore(text, place, false), count, at)}),
  B: (text, at, count) => ({to: repeat(place => wordBefore(text, place, true), count, at)}),
  ge: (text, at, count) => ({to: repeat(place => endOfWordBefore(text, place, false), count, at), inclusive: true}),
  gg: (text, at, count, counted) => ({to: firstInLine(text, startOfLine(text, counted ? count - 1 : 0)), linewise: true}),
  G: (text, at, count, counted) =>
    ({to: firstInLine(text, counted ? startOfLine(text, count - 1) : text.length), linewise: true}),
  _: (text, at, count) => ({to: firstInLine(text, repeat(place => down(text, place), count - 1, at)), linewise: true}),
  '+': (text, at, count) => ({to: firstInLine(text, repeat(place => down(text, place), count, at)), linewise: true}),
  '-': (text, at, count) => ({to: firstInLine(text, repeat(place => up(text, place), count, at)), linewise: true}),
  '{': (text, at, count) => ({to: repeat(place => paragraph(text, place, -1), count, at)}),
  '}': (text, at, count) => ({to: repeat(place => paragraph(text, place, 1), count, at)}),
  '%': (text, at) => {
    const bracket = /[()[\]{}]/.exec(text.slice(at, lineEnd(text, at)));
    const to = bracket ? matching(text, at + bracket.index) : -1;
    return to < 0 ? null : {to, inclusive: true};
  },
};

motions.Enter = motions['+'];

function down(text, at) {
  const end = lineEnd(text, at);
  return end === text.length ? at : end + 1;
}

function up(text, at) {
  const start = lineStart(text, at);
  return start === 0 ? at : lineStart(text, start - 1);
}

/** A line up or down, at a column if the line is that long. @returns {Motion | null} */
export function toLine(text, at, step, column) {
  let place = lineStart(text, at);
  for (let i = 0; i < Math.abs(step); i++) {
    const next = step > 0 ? down(text, place) : up(text, place);
    if (next === place) break;
    place = next;
  }
  return {to: Math.min(lineEnd(text, place), place + column), linewise: true};
}
