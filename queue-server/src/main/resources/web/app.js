// Renders what is in the text area over the WebSocket protocol of /asy: text frames `verb {JSON}`, some of them followed
// by one binary frame. One connection per task; closing it aborts the task.
'use strict';

const byId = id => document.getElementById(id);
const page = {
  form: byId('form'), source: byId('source'), format: byId('format'), timeout: byId('timeout'),
  run: byId('run'), stop: byId('stop'), status: byId('status'), picture: byId('picture'), output: byId('output'),
};
const contentTypes = {svg: 'image/svg+xml', pdf: 'application/pdf', png: 'image/png'};
let task = null;
let pictureUrl = null;

page.form.addEventListener('submit', event => { event.preventDefault(); start(); });
page.stop.addEventListener('click', () => stop('Stopped.'));
page.source.addEventListener('keydown', event => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    start();
  }
});

function start() {
  if (task) stop('');
  page.output.textContent = '';
  page.output.hidden = true;
  page.picture.classList.add('stale');
  say('Connecting …');
  busy(true);
  const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/asy`);
  const mine = task = {socket, pending: null, ended: false, decoder: new TextDecoder()};
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => { if (task === mine) send(socket); };
  socket.onmessage = event => { if (task === mine) receive(mine, event.data); };
  socket.onclose = event => { if (task === mine) closed(mine, event); };
}

function send(socket) {
  const options = {format: page.format.value};
  if (page.timeout.value) options.timeout = Number(page.timeout.value);
  socket.send(`add ${JSON.stringify({filename: 'main.asy', main: true})}`);
  socket.send(new TextEncoder().encode(page.source.value));
  socket.send(`options ${JSON.stringify(options)}`);
  socket.send('run');
  say('Submitted.');
}

function receive(mine, data) {
  if (data instanceof ArrayBuffer) {
    const {verb, body} = mine.pending;
    mine.pending = null;
    if (verb === 'result') show(data, body.format);
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
  if (body.passed) say('Rendering …');
  else if (body.estimate !== undefined) say(`Waiting, about ${(body.estimate / 1000).toFixed(1)} s to go …`);
  else say('Waiting …');
}

function complete(mine, body) {
  const took = body.time === undefined ? '' : ` in ${body.time} ms`;
  if (body.success) finish(mine, `Done${took}.`, false);
  else finish(mine, body.line ? `${body.error} (line ${body.line})` : body.error, true);
}

function finish(mine, text, bad) {
  mine.ended = true;
  say(text, bad);
  busy(false);
}

function closed(mine, event) {
  task = null;
  busy(false);
  if (!mine.ended) say(event.reason || 'The connection was lost. Render again.', true);
}

function stop(text) {
  const socket = task.socket;
  task = null;
  socket.close();
  busy(false);
  say(text);
}

function show(data, format) {
  if (pictureUrl) URL.revokeObjectURL(pictureUrl);
  page.picture.classList.remove('stale');
  pictureUrl = URL.createObjectURL(new Blob([data], {type: contentTypes[format]}));
  if (format === 'pdf') {
    const link = document.createElement('a');
    Object.assign(link, {href: pictureUrl, download: 'figure.pdf', textContent: 'figure.pdf'});
    page.picture.replaceChildren(link);
  } else {
    const image = document.createElement('img');
    Object.assign(image, {src: pictureUrl, alt: 'The rendered figure'});
    page.picture.replaceChildren(image);
  }
}

function print(text) {
  page.output.hidden = false;
  page.output.textContent += text;
}

function say(text, bad = false) {
  page.status.textContent = text;
  page.status.classList.toggle('bad', bad);
}

function busy(isBusy) {
  page.run.disabled = isBusy;
  page.stop.hidden = !isBusy;
}
