// Renders what is in the text area over the WebSocket protocol of /asy: text frames `verb {JSON}`, some of them followed
// by one binary frame. One connection per task; closing it aborts the task.
'use strict';

const byId = id => document.getElementById(id);
const page = Object.fromEntries(
  ['form', 'source', 'lines', 'format', 'timeout', 'access', 'token', 'run', 'stop', 'status', 'clock', 'goto', 'progress',
    'pictures', 'output']
    .map(id => [id, byId(id)]));
const contentTypes = {svg: 'image/svg+xml', pdf: 'application/pdf', png: 'image/png'};
const mainFile = 'main.asy';
let task = null;
let pictureUrls = [];
let ticking = null;

// The source

const keptIn = (storage, key) => ({
  read() { try { return window[storage].getItem(key); } catch { return null; } },
  write(text) { try { window[storage].setItem(key, text); } catch { /* a browser that keeps nothing */ } },
});
const kept = keptIn('localStorage', 'source');

function numberLines(bad = 0) {
  const count = page.source.value.split('\n').length;
  page.lines.replaceChildren(...Array.from({length: count}, (unused, i) => {
    const number = document.createElement('div');
    number.textContent = i + 1;
    number.classList.toggle('bad', i + 1 === bad);
    return number;
  }));
  page.lines.scrollTop = page.source.scrollTop;
}

function goTo(line) {
  const before = page.source.value.split('\n').slice(0, line - 1).join('\n');
  const start = line === 1 ? 0 : before.length + 1;
  const end = page.source.value.indexOf('\n', start);
  page.source.focus();
  page.source.setSelectionRange(start, end < 0 ? page.source.value.length : end);
}

for (const millis of document.body.dataset.timeouts.split(' ')) {
  page.timeout.append(element('option', {value: millis, textContent: `${millis / 1000} s`}));
}
page.source.value = kept.read() ?? page.source.value;
page.source.addEventListener('input', () => { numberLines(); page.goto.hidden = true; kept.write(page.source.value); });
page.source.addEventListener('scroll', () => { page.lines.scrollTop = page.source.scrollTop; });
page.source.addEventListener('keydown', event => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    start();
  }
});
page.form.addEventListener('submit', event => { event.preventDefault(); start(); });
page.stop.addEventListener('click', () => stop('Stopped.'));
page.goto.addEventListener('click', () => goTo(Number(page.goto.value)));
numberLines();

// The token, if the server asks for one: given in the address of the page or typed, kept until the tab is closed

const keptToken = keptIn('sessionStorage', 'token');
page.token.value = new URLSearchParams(location.search).get('token') ?? keptToken.read() ?? '';

// A WebSocket of a page cannot set Authorization, and a token in an address ends in logs.
function subprotocolsOf(token) {
  if (!token) return [];
  const bytes = String.fromCharCode(...new TextEncoder().encode(token));
  return ['bearer.' + btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')];
}

// A browser does not say why a WebSocket was refused, so the same is asked over HTTP, which does.
async function explainRefusal() {
  const token = page.token.value;
  const headers = token ? {Authorization: `Bearer ${token}`} : {};
  const answer = await fetch('api/versions', {headers}).catch(() => null);
  const error = answer && !answer.ok ? (await answer.json()).error : 'No connection. Render again.';
  if (task) return;
  if (answer && answer.status === 401) {
    say(token ? 'The token is not accepted.' : 'This server asks for a token.', true);
    page.access.hidden = false;
    page.token.focus();
  } else {
    say(error, true);
  }
}

// One task

function start() {
  if (task) stop('');
  page.output.textContent = '';
  page.output.hidden = true;
  page.goto.hidden = true;
  page.pictures.classList.add('stale');
  numberLines();
  say('Connecting …');
  busy(true);
  const url = new URL('asy', location.href.replace(/^http/, 'ws'));
  const socket = new WebSocket(url, ['asy', ...subprotocolsOf(page.token.value)]);
  const mine = task = {socket, pending: null, opened: false, ended: false, pictures: 0, decoder: new TextDecoder()};
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => { if (task === mine) opened(mine); };
  socket.onmessage = event => { if (task === mine) receive(mine, event.data); };
  socket.onclose = event => { if (task === mine) closed(mine, event); };
}

function opened(mine) {
  mine.opened = true;
  keptToken.write(page.token.value);
  send(mine.socket);
}

function send(socket) {
  const options = {format: page.format.value};
  if (page.timeout.value) options.timeout = Number(page.timeout.value);
  socket.send(`add ${JSON.stringify({filename: mainFile, main: true})}`);
  socket.send(new TextEncoder().encode(page.source.value));
  socket.send(`options ${JSON.stringify(options)}`);
  socket.send('run');
  say('Submitted.');
}

function receive(mine, data) {
  if (data instanceof ArrayBuffer) {
    const {verb, body} = mine.pending;
    mine.pending = null;
    if (verb === 'result') show(mine, data, body.format);
    else print(mine.decoder.decode(data, {stream: true}));
    return;
  }
  const space = data.indexOf(' ');
  const verb = space < 0 ? data : data.slice(0, space);
  const body = space < 0 ? {} : JSON.parse(data.slice(space + 1));
  if (verb === 'result' || verb === 'output') mine.pending = {verb, body};
  else if (verb === 'queue') queued(body);
  else if (verb === 'complete') complete(mine, body);
  else if (verb === 'denied') finish(mine, body.error, true);
}

function queued(body) {
  const now = performance.now();
  if (body.passed) {
    say('Rendering …');
    tick(() => seconds(performance.now() - now));
  } else if (body.estimate === undefined) {
    say('Waiting for a free machine …');
  } else {
    say('Waiting for a free machine …');
    tick(() => `about ${seconds(Math.max(0, body.estimate - (performance.now() - now)))} to go`);
  }
}

function complete(mine, body) {
  if (body.success) {
    finish(mine, body.time === undefined ? 'Done.' : `Done in ${seconds(body.time)}.`, false);
    return;
  }
  const inMain = body.line && (body.file === undefined || body.file === mainFile);
  finish(mine, body.line && !inMain ? `${body.error} (${body.file}, line ${body.line})` : body.error, true);
  if (inMain) {
    numberLines(body.line);
    page.goto.value = body.line;
    page.goto.textContent = `Go to line ${body.line}`;
    page.goto.hidden = false;
  }
}

function finish(mine, text, bad) {
  mine.ended = true;
  if (mine.pictures === 0) clearPictures();
  say(text, bad);
  busy(false);
}

function closed(mine, event) {
  task = null;
  busy(false);
  if (!mine.opened) explainRefusal();
  else if (!mine.ended) say(event.reason || 'The connection was lost. Render again.', true);
}

function stop(text) {
  const socket = task.socket;
  task = null;
  socket.close();
  busy(false);
  say(text);
}

// What the user sees

function clearPictures() {
  pictureUrls.forEach(URL.revokeObjectURL);
  pictureUrls = [];
  page.pictures.replaceChildren();
  page.pictures.classList.remove('stale');
}

function show(mine, data, format) {
  if (mine.pictures === 0) clearPictures();
  mine.pictures++;
  const url = URL.createObjectURL(new Blob([data], {type: contentTypes[format]}));
  pictureUrls.push(url);
  const name = `figure${mine.pictures > 1 ? `-${mine.pictures}` : ''}.${format}`;
  const paper = element('div', {className: 'paper'}, format === 'pdf'
    ? element('a', {href: url, target: '_blank', textContent: `Open ${name}`})
    : element('img', {src: url, alt: `The rendered figure, ${name}`}));
  const caption = element('figcaption', {},
    element('a', {href: url, download: name, textContent: `Download ${name}`}),
    element('small', {textContent: size(data.byteLength)}));
  page.pictures.append(element('figure', {}, paper, caption));
}

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function print(text) {
  page.output.hidden = false;
  page.output.textContent += text;
}

function say(text, bad = false) {
  tick(null);
  page.status.textContent = text;
  page.status.classList.toggle('bad', bad);
}

// Beside the status, not in it: a screen reader would read out every tick.
function tick(text) {
  clearInterval(ticking);
  page.clock.textContent = text ? text() : '';
  if (text) ticking = setInterval(() => { page.clock.textContent = text(); }, 100);
}

function busy(isBusy) {
  page.run.disabled = isBusy;
  page.stop.hidden = !isBusy;
  page.progress.hidden = !isBusy;
}

function seconds(millis) {
  return millis < 1000 ? `${Math.round(millis)} ms` : `${(millis / 1000).toFixed(1)} s`;
}

function size(bytes) {
  return bytes < 1024 ? `${bytes} B` : bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1048576).toFixed(1)} MiB`;
}
