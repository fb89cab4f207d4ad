// The commands after `:` of the vim keys.

import {lineEnd, startOfLine} from './motions.js';

/**
 * @typedef {object} Host what the commands work on
 * @property {() => string} text
 * @property {() => number} line of the cursor, from 1
 * @property {() => [number, number]} chosen the lines of the last visual selection
 * @property {(line: number) => void} goTo
 * @property {(from: number, to: number, insert: string) => void} replace
 * @property {() => void} write @property {() => void} download @property {() => void} leave
 */

/** @type {Record<string, (host: Host) => void>} */
const simple = {
  w: host => host.write(), write: host => host.write(), up: host => host.write(), update: host => host.write(),
  sav: host => host.download(), saveas: host => host.download(),
  wq: host => { host.write(); host.leave(); }, x: host => { host.write(); host.leave(); },
  q: host => host.leave(), quit: host => host.leave(),
  noh: () => {}, nohlsearch: () => {},
};

/** @param {Host} host @returns {string} what was wrong; empty if it was done */
export function runCommand(host, typed) {
  const {lines, rest} = range(host, typed.trim());
  const name = rest.replace(/!$/, '');
  if (name === '' && lines) host.goTo(lines[1]);
  else if (name === '') return '';
  else if (name in simple) simple[name](host);
  else if (/^s[^\w\s]/.test(rest)) return substitute(host, lines ?? [host.line(), host.line()], rest.slice(1));
  else if (/^d(elete)?$/.test(rest)) remove(host, lines ?? [host.line(), host.line()]);
  else return `There is no :${typed} here`;
  return '';
}

function range(host, typed) {
  const last = host.text().split('\n').length;
  if (typed.startsWith('%')) return {lines: [1, last], rest: typed.slice(1)};
  if (typed.startsWith('\'<,\'>')) return {lines: host.chosen(), rest: typed.slice(5)};
  const found = /^(\d+|\.|\$)(?:,(\d+|\.|\$))?/.exec(typed);
  if (!found) return {lines: null, rest: typed};
  const number = text => text === '.' ? host.line() : text === '$' ? last : Math.min(last, Math.max(1, Number(text)));
  const first = number(found[1]);
  return {lines: [first, Math.max(first, found[2] ? number(found[2]) : first)], rest: typed.slice(found[0].length)};
}

/** The place of the first line, and that after the last. */
function placeOf(text, [first, last]) {
  return [startOfLine(text, first - 1), lineEnd(text, startOfLine(text, last - 1))];
}

function substitute(host, lines, order) {
  const [pattern, replacement = '', flags = ''] = order.slice(1).split(order[0]);
  const expression = expressionOf(pattern, flags.includes('i'));
  const text = host.text();
  const [from, to] = placeOf(text, lines);
  const once = new RegExp(expression.source, expression.flags.replace('g', ''));
  const insert = replacement.replaceAll('$', '$$$$').replace(/\\(\d)/g, '$$$1').replace(/\\?&/g, found => found === '&' ? '$&' : '&');
  const changed = text.slice(from, to).split('\n')
    .map(line => line.replace(flags.includes('g') ? expression : once, insert)).join('\n');
  if (changed === text.slice(from, to)) return `${pattern} is not found`;
  host.replace(from, to, changed);
  return '';
}

function remove(host, lines) {
  const text = host.text();
  const [from, to] = placeOf(text, lines);
  host.replace(to === text.length && from > 0 ? from - 1 : from, Math.min(text.length, to + 1), '');
}

/** A typed pattern as a regular expression; as plain text if it is none. */
export function expressionOf(pattern, ignoreCase = pattern === pattern.toLowerCase()) {
  const flags = ignoreCase ? 'gim' : 'gm';
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), flags);
  }
}
