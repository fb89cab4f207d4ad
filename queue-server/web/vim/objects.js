// The text objects of the vim keys: what `iw`, `a(` or `ip` means at a place.

import {around, kindOf, lineEnd, lineStart} from './motions.js';

const brackets = {'(': '(', ')': '(', b: '(', '[': '[', ']': '[', '{': '{', '}': '{', B: '{', '<': '<', '>': '<'};

/** @typedef {{from: number, to: number, linewise?: boolean}} Span */

/** @param {boolean} outer whether it is the one with `a` @returns {Span | null} null if there is none */
export function objectAt(text, at, key, outer, count = 1) {
  if (key === 'w' || key === 'W') return word(text, at, key === 'W', outer, count);
  if (key === 'p') return paragraphAt(text, at, outer);
  if (key === '"' || key === '\'' || key === '`') return quoted(text, at, key, outer);
  return key in brackets ? bracketed(text, at, brackets[key], outer, count) : null;
}

function word(text, at, big, outer, count) {
  const [low, high] = [lineStart(text, at), lineEnd(text, at)];
  const same = (i, kind) => i >= low && i < high && kindOf(text[i], big) === kind;
  const kind = kindOf(text[at], big);
  let from = at;
  while (same(from - 1, kind)) from--;
  let to = at;
  for (let i = 0; i < count && to < high; i++) {
    const next = kindOf(text[to], big);
    while (same(to, next)) to++;
    if (!outer) continue;
    const after = kindOf(text[to], big);
    if (next === 0 || after === 0) while (same(to, after)) to++;
  }
  // Blanks before the word go if there are none behind it.
  if (outer && kind !== 0 && kindOf(text[to - 1], big) !== 0) while (from > low && same(from - 1, 0)) from--;
  return to > from ? {from, to} : null;
}

function bracketed(text, at, open, outer, count) {
  let found = around(text, at, open);
  for (let i = 1; i < count && found; i++) found = around(text, found[0] - 1, open);
  if (!found) return null;
  const [from, to] = found;
  return outer ? {from, to: to + 1} : {from: from + 1, to};
}

function quoted(text, at, quote, outer) {
  const low = lineStart(text, at);
  const places = [];
  for (let i = low; i < lineEnd(text, at); i++) if (text[i] === quote && text[i - 1] !== '\\') places.push(i);
  for (let i = 0; i + 1 < places.length; i += 2) {
    const [from, to] = [places[i], places[i + 1]];
    if (at <= to) return outer ? {from, to: to + 1} : {from: from + 1, to};
  }
  return null;
}

/** Lines that are not blank, or blank ones, around the line; with the blank ones behind them if `outer`. */
function paragraphAt(text, at, outer) {
  const blank = start => !text.slice(start, lineEnd(text, start)).trim();
  const kind = blank(lineStart(text, at));
  let from = lineStart(text, at);
  while (from > 0 && blank(lineStart(text, from - 1)) === kind) from = lineStart(text, from - 1);
  let to = lineEnd(text, at);
  const grow = wanted => { while (to < text.length && blank(to + 1) === wanted) to = lineEnd(text, to + 1); };
  grow(kind);
  if (outer) grow(!kind);
  return {from, to, linewise: true};
}
