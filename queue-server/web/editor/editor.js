// The editor page: puts its parts together.

import {Fleet} from '../client/asyfleet.js';
import first from '../examples/first.asy';
import {CodeEditor} from './code.js';
import {completion} from './complete.js';
import {byId, longNote, make, openDialog, part, toast} from './dom.js';
import {Drawer} from './drawer.js';
import {FileTabs} from './files.js';
import {history, keep, kept, keptWork, onLoss, token} from './keep.js';
import {decodeWork} from './link.js';
import {Live} from './live.js';
import {Layout} from './layout.js';
import {addMenus} from './menus.js';
import {Names} from './names.js';
import {Picture} from './picture.js';
import {Status} from './status.js';
import {newWork, sameFiles, workOf} from './work.js';

const status = new Status();
const picture = new Picture();
const drawer = new Drawer(goTo);
const layout = new Layout();
const fleet = new Fleet(new URL('./', document.baseURI), {token: takeToken()});

/** The newest good render, for downloads and links. */
let rendering = null;
let problems = [];
let keeping = null;
/** Whether the work has changed since it was kept. */
let isUnsaved = false;
/** The work that a link took the place of. @type {import('./work.js').WorkData | null} */
let replaced = null;
/** @type {import('./work.js').WorkData} */
let work = await firstWork();

const names = new Names(fleet);
const code = new CodeEditor(byId('code'), {
  changed: edited,
  leave,
  forSources: completion(names, () => work),
});
const tabs = new FileTabs(code, {
  work: () => work,
  changed: () => { remember(); live.changed(); markProblems(); },
  loaded: load,
});

const live = new Live(fleet, {
  status,
  timeout,
  longest: () => Math.max(...document.body.dataset.timeouts.split(' ').map(Number)),
  work: () => ({files: work.files, main: work.main}),
  isCovered: isShellOpen,
  output: (text, ended) => drawer.write(text, ended),
  shown,
  failed,
  wantsToken,
});
live.on = kept('live', true);

const app = {code, drawer, fleet, layout, live, load, picture, status, tabs, work: () => work, rendering: () => rendering, timeout, setTitle, setVim, wantsToken, isShellOpen, shellImage: null};
addMenus(app);
tabs.show();
showTitle();
showLive();
if (!sameFiles(work, newWork(first))) standIn(history.pictureOf(work));
if (replaced) offerBack(replaced);
byId('render').onclick = () => live.render({asked: true});
byId('live').onclick = () => setLive(!live.on);
byId('stop').onclick = () => { live.stop(); byId('render').focus(); };
byId('shell').onclick = switchShell;
byId('examples').onclick = async () => (await part(() => import('./sheets.js')))?.openExamples(app);
byId('commands').onclick = async () => (await part(() => import('./commands.js')))?.openCommands(app);
addEventListener('hashchange', openLink);
document.addEventListener('keydown', onKey);
if (!kept('seen')) welcome();
if (kept('vim')) setVim(true);
live.render({asked: true});
document.documentElement.dataset.ready = 'true';

async function firstWork() {
  const linked = await linkedWork();
  const before = workOf(keptWork.get(), 'untitled');
  if (linked && before && !sameFiles(linked, before)) replaced = before;
  return linked ?? before ?? newWork(first, 'rose');
}

/** The figure of the address, which does not keep it: after the next key it would be an old one. */
async function linkedWork() {
  if (location.hash.length < 2) return null;
  const linked = await decodeWork(location.hash.slice(1));
  window.history.replaceState(null, '', location.pathname + location.search);
  if (!linked) toast('The figure of the link could not be read. Is the link complete?', null, {millis: longNote});
  return linked;
}

/** A link has brought other work than the one that was kept. */
function offerBack(before) {
  history.rescue(before);
  toast(`The figure of the link is open. Yours, ${before.title}, is in the history.`, () => load(before));
}

/** The picture of other work must not stand for this one. */
function standIn(former) {
  picture.standIn(former, `The figure ${work.title}, as it was drawn before`);
}

async function openLink() {
  const linked = await linkedWork();
  if (linked) load(linked);
}

function takeToken() {
  const address = new URL(location.href);
  const given = address.searchParams.get('token');
  if (given) {
    token.set(given);
    address.searchParams.delete('token');
    window.history.replaceState(null, '', address);
  }
  return token.get();
}

/** The first visit: a line that says what to do, and below the source some figures to begin with. */
async function welcome() {
  byId('welcome').hidden = false;
  (await part(() => import('./sheets.js')))?.fillStrip(app, () => keep('seen', true));
}

/** The text of the shown file has changed. */
function edited() {
  work.files[work.active] = code.text;
  byId('welcome').hidden = true;
  byId('strip').hidden = true;
  keep('seen', true);
  remember();
  live.changed();
}

function leave() {
  byId('render').focus();
}

function remember() {
  clearTimeout(keeping);
  isUnsaved = true;
  keeping = setTimeout(save, 200);
}
addEventListener('pagehide', save);
keptWork.onOther(() => history.rescue(work));
onLoss(reason => toast(`The browser could not keep your work: ${reason}. Save it before you close the page.`, () => tabs.saveZip(), {label: 'Save all files', millis: 2 * longNote}));

function save() {
  keptWork.set(work, isUnsaved);
  isUnsaved = false;
}

/**
 * Puts other work in place of this one, which can be brought back.
 *
 * @param {import('./work.js').WorkData} next @param {Blob | string | null} [shown] its picture, if known
 * @param {string} [note] what else there is to say
 */
function load(next, shown = null, note = '') {
  const before = work;
  history.rescue(before);
  history.cut();
  work = {...next, active: next.active ?? next.main};
  showShell(false);
  code.forget();
  problems = [];
  drawer.problems([]);
  tabs.show();
  showTitle();
  remember();
  picture.fit();
  standIn(shown ?? history.pictureOf(work));
  live.render({asked: true});
  if (layout.isNarrow) layout.view('picture');
  toast(`${work.title} is open${note ? `. ${note}` : ''}`, () => load(before), note ? {millis: 15_000} : {});
}

/** @param {{files: Record<string, string>, main: string}} drawn the work as it was when the picture was asked for */
function shown(result, drawn) {
  const drawnWork = {...work, ...structuredClone(drawn), active: work.active in drawn.files ? work.active : drawn.main};
  // First: the browser decodes it while the rest is done.
  picture.show(result.images, `The figure ${work.title}`).then(() => adviseSize(result));
  picture.dim(false);
  rendering = {...result, work: drawnWork};
  problems = [];
  markProblems();
  status.done(result);
  history.add(drawnWork, result.image.format === 'svg' ? result.image.blob : null);
}

/** The unit of Asymptote is a point, so a figure without a size is a dot. */
function adviseSize({images}) {
  const sized = Object.values(work.files).some(text => /\b(unit)?size\s*\(/.test(text));
  if (picture.images === images && picture.isTiny && !sized) status.tiny(() => applyFix('size(6cm);', work.main));
}

function failed(problem, result) {
  problems = [problem];
  markProblems();
  picture.dim(true);
  status.failed(problem, () => problem.line ? goTo(problem) : drawer.open('problems'));
  if (result.images.length) picture.show(result.images, `What the figure ${work.title} drew before its error`);
}

function markProblems() {
  drawer.problems(problems, applyFix);
  code.mark(problems.filter(problem => problem.file === work.active), applyFix);
}

/** @param {string} fix a line to add @param {string} [file] where it is missing */
function applyFix(fix, file = work.main) {
  if (file in work.files && work.active !== file) tabs.choose(file);
  code.insertLine(fix);
  code.focus();
  live.render({asked: true});
}

function goTo({file, line, column}) {
  if (layout.isNarrow) layout.view('source');
  if (file && file !== work.active && file in work.files) tabs.choose(file);
  if (line) code.goTo(line, column);
}

/** The time limit that the user chose, if any. */
function timeout() {
  return kept('timeout') ?? undefined;
}

function setTitle(title) {
  work.title = title.trim() || 'untitled';
  showTitle();
  remember();
}

function showTitle() {
  byId('title').textContent = work.title;
  document.title = work.title === 'untitled' ? 'Asyfleet' : `${work.title} · Asyfleet`;
}

async function switchShell() {
  const shell = isShellOpen() ? null : await part(() => import('./shell.js'));
  if (shell) {
    showShell(true);
    shell.openShell(app);
  } else if (isShellOpen()) {
    showShell(false);
    live.back();
  }
}

function isShellOpen() {
  return !byId('shell-pane').hidden;
}

/** The shell takes the place of the source, which then is not rendered. */
function showShell(open) {
  /** @type {HTMLButtonElement} */ (byId('render')).disabled = open;
  byId('shell-pane').hidden = !open;
  byId('code').hidden = open;
  byId('files').hidden = open;
  byId('welcome').hidden ||= open;
  byId('strip').hidden ||= open;
  byId('shell').setAttribute('aria-pressed', String(open));
}

function setLive(on) {
  live.switch(on);
  keep('live', on);
  showLive();
}

function showLive() {
  byId('live').setAttribute('aria-pressed', String(live.on));
}

/**
 * Vim keys are a module of their own, loaded by those who use them.
 *
 * @returns {Promise<boolean>} whether the keys are now as they should be
 */
async function setVim(on) {
  const vim = on ? await part(() => import('../vim/keys.js')) : null;
  if (on && !vim) return false;
  keep('vim', on);
  code.useKeys(vim ? vim.vimKeys({
    write: () => live.render({asked: true}), download: () => byId('download').dispatchEvent(new Event('quick')), leave,
  }) : []);
  return true;
}

function wantsToken(message) {
  status.say('a token is needed', 'trouble');
  if (document.querySelector('dialog.token')) return;
  const input = make('input', {type: 'password', name: 'token', autocomplete: 'off', required: true, value: fleet.token});
  const form = make('form', {method: 'dialog'}, make('p', {}, message), make('label', {}, 'Token', input),
    make('button', {type: 'submit', className: 'primary'}, 'Use it'));
  const dialog = openDialog('Access', 'token', form);
  form.onsubmit = event => {
    event.preventDefault();
    fleet.token = input.value.trim();
    token.set(fleet.token);
    dialog.close();
    live.render({asked: true});
  };
}

const keys = {
  Enter: () => live.render({asked: true}),
  s: () => byId('download').dispatchEvent(new Event('quick')),
  k: () => byId('commands').click(),
};

function onKey(event) {
  if (event.altKey || !(event.ctrlKey || event.metaKey) || !(event.key in keys)) return;
  event.preventDefault();
  event.stopPropagation();
  keys[event.key]();
}
