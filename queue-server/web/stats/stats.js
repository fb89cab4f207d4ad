// The stats page: asks the server every two seconds, and goes on showing what it knows while there is no answer.

import {byId, make} from '../editor/dom.js';
import {kept, token} from '../editor/keep.js';
import {time} from '../editor/words.js';
import {Chart} from './chart.js';

const period = 2000;
const longestAnswer = 10_000;
const hour = 3_600_000;
const shortestSpan = 300_000;
const mostMachines = 60;
const mostSquares = 48;
/** A server that has not answered for so long may be gone: the curves of another one are shown then. */
const longestAbsence = 60_000;

let samples = [];
/** Whose samples are shown. */
let server = null;
/** What it said last, and when. */
let latest = null;
let heard = 0;
let levels = [];
let charts = [];
let timer = null;

document.documentElement.dataset.theme = kept('theme', 'auto');
byId('token').onsubmit = event => {
  event.preventDefault();
  token.set(byId('token-text').value.trim());
  byId('token').hidden = true;
  ask();
};
document.addEventListener('visibilitychange', () => { if (!document.hidden) ask(); });
ask();

/** Asks now, and again after a while, for as long as somebody looks. */
async function ask() {
  clearTimeout(timer);
  try {
    const answer = await fetch(address(), {
      headers: token.get() ? {Authorization: `Bearer ${token.get()}`} : {}, signal: AbortSignal.timeout(longestAnswer),
    });
    const body = await answer.json();
    if (answer.status === 401) {
      wantToken();
      return;
    }
    if (!answer.ok) throw new Error(body.error);
    show(body);
  } catch (error) {
    lost(error);
  }
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(ask, period);
}

function address() {
  const url = new URL('api/stats', document.baseURI);
  url.searchParams.set('since', samples.at(-1)?.time ?? 0);
  return url;
}

function wantToken() {
  say(token.get() ? 'The token is not accepted.' : 'This server asks for a token.', 'trouble');
  byId('token').hidden = false;
  byId('token-text').focus();
}

/** What was known stays, with the time from which it is. */
function lost(error) {
  const since = byId('figures').dataset.time;
  const reason = error.name === 'TimeoutError' ? 'The server does not answer'
    : error instanceof TypeError || error instanceof SyntaxError ? 'Connection lost' : error.message;
  say(`${reason}, trying again.${since ? ` These numbers are from ${new Date(Number(since)).toLocaleTimeString()}.` : ''}`, 'trouble');
  document.body.dataset.old = 'true';
}

function show(answer) {
  document.body.dataset.old = 'false';
  const isOther = server !== null && server !== answer.server;
  if (isOther && performance.now() - heard > longestAbsence) {
    server = null;
    samples = [];
    ask();
    return;
  }
  if (!isOther) {
    server = answer.server;
    latest = answer.now;
    heard = performance.now();
  }
  byId('raw').hidden = token.get() !== ''; // a link cannot carry the token
  const now = answer.now;
  // Behind a balancer another server may answer: it knows the same fleet, but has a history of its own tasks.
  samples = [...samples, ...isOther ? [] : answer.samples].filter(sample => sample.time > now.time - hour);
  drawCharts(answer.levels);
  const from = Math.max(now.time - hour, Math.min(samples[0]?.time ?? now.time, now.time - shortestSpan));
  const all = perMinute([...samples, ...latest.time > (samples.at(-1)?.time ?? 0) ? [latest] : []]);
  charts.forEach(chart => chart.show(all, {from, to: now.time}));
  showFigures(now);
  showMachines(answer.machines);
  const [text, kind] = inWords(answer);
  say(text, kind);
}

/** Said only when it changes, so that a screen reader is not read the same again and again. */
function say(text, kind) {
  const state = byId('state');
  state.dataset.kind = kind;
  if (state.textContent !== text) state.textContent = text;
}

function inWords({now, scheduler, machines}) {
  const busy = sum(now.running);
  const waiting = now.waiting === 1 ? 'One figure waits' : `${now.waiting} figures wait`;
  if (!scheduler) return [`No scheduler is up. ${now.waiting ? `${waiting} until one is.` : 'Figures will wait until one is.'}`, 'error'];
  if (!machines.length) return [`No machine is up. ${now.waiting ? `${waiting} until one is.` : 'Figures will wait until one is.'}`, 'error'];
  if (now.waiting) return [`${waiting}; ${slots(busy, now.slots)} busy.`, 'busy'];
  return [busy ? `Nobody waits; ${slots(busy, now.slots)} busy.` : 'All slots are free.', 'good'];
}

function slots(busy, all) {
  return `${busy} of ${all} ${all === 1 ? 'slot' : 'slots'} ${busy === 1 ? 'is' : 'are'}`;
}

function showFigures(now) {
  byId('figures').dataset.time = now.time;
  byId('waiting').textContent = now.waiting;
  byId('running').textContent = sum(now.running);
  byId('slots').textContent = now.slots;
  byId('wait').textContent = now.wait ? short(now.wait.p50) : '–';
}

/** How many figures ended in a minute, from the counts of the whole fleet. */
function perMinute(all) {
  return all.map((sample, i) => {
    const before = all.slice(0, i).reverse().find(one => sample.time - one.time >= 55_000) ?? all[0];
    const minutes = (sample.time - before.time) / 60_000;
    // Counts that went back belong to a Redis that began anew.
    const rate = field => minutes > 0 ? Math.max(0, sample[field] - before[field]) / minutes : null;
    return {...sample, done: rate('completed'), bad: rate('failed')};
  });
}

function drawCharts(known) {
  if (charts.length && JSON.stringify(known) === JSON.stringify(levels)) return;
  levels = known;
  const names = levels.length ? levels.map(level => `up to ${short(level)}`) : ['running'];
  charts = [
    new Chart('Running by time limit, and waiting', [
      ...names.map((label, i) => ({label, kind: 'area', tone: 1 + i % 3, value: sample => sample.running[i] ?? 0})),
      {label: 'waiting', kind: 'area', tone: 4, value: sample => sample.waiting},
      {label: 'slots', kind: 'limit', tone: 0, value: sample => sample.slots},
    ], {step: 2, format: rate}),
    new Chart('Wait', percentiles('wait'), {step: 100, format: short}),
    new Chart('Run time', percentiles('run'), {step: 100, format: short}),
    new Chart('Figures per minute', [
      {label: 'drawn', kind: 'area', tone: 1, value: sample => sample.done},
      {label: 'failed', kind: 'area', tone: 4, value: sample => sample.bad},
    ], {step: 4, format: rate}),
    new Chart('Error of the estimated wait', percentiles('estimateError'), {step: 100, format: short}),
  ];
  byId('charts').replaceChildren(...charts.map(chart => chart.element));
}

/** @returns {import('./chart.js').Series[]} */
function percentiles(field) {
  return [
    {label: 'half within', kind: 'line', tone: 2, value: sample => sample[field]?.p50},
    {label: '95 % within', kind: 'line', tone: 3, value: sample => sample[field]?.p95},
  ];
}

function showMachines(machines) {
  byId('machines').replaceChildren(...machines.slice(0, mostMachines).map(machineItem));
  const more = machines.length - mostMachines;
  byId('note').textContent = [
    more > 0 ? `And ${more} more machines.` : '',
    'Waits, run times and errors of estimates are those of the tasks of this queue server in the minute before.',
  ].join(' ').trim();
}

function machineItem({name, slots, busy, runs, warm}, i) {
  const squares = make('span', {className: 'squares', 'aria-hidden': 'true'});
  for (let slot = 0; slot < Math.min(slots, mostSquares); slot++) {
    squares.append(make('i', {className: slot < busy * Math.min(1, mostSquares / slots) ? 'busy' : ''}));
  }
  const ratio = runs ? `, ${Math.round(100 * warm / runs)} % of ${count(runs)} runs began warm` : '';
  return make('li', {},
    make('h3', {}, `Machine ${i + 1}`, make('small', {}, name.slice(0, 8))), squares,
    make('p', {}, `${busy} of ${slots} ${slots === 1 ? 'slot' : 'slots'} busy${ratio}`));
}

function sum(counts) {
  return counts.reduce((total, one) => total + one, 0);
}

function count(value) {
  return value >= 10_000 ? `${Math.round(value / 1000)}k` : String(value);
}

function short(millis) {
  return time(millis).replace('.0 ', ' ');
}

function rate(value) {
  return value < 10 ? String(Math.round(value * 10) / 10) : count(Math.round(value));
}
