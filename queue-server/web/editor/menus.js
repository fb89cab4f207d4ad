// The menus of the bar: the work, Download, Share.

import {byId, copyText, longNote, make, openDialog, openMenu, part, save, toast} from './dom.js';
import {exportFigure, supported} from './export.js';
import {keep, kept} from './keep.js';
import {addresses, encodeWork, isSafe, isSingle} from './link.js';
import {nameOf} from './picture.js';
import {fileBase, longestTitle, newWork} from './work.js';
import {roundTime, size} from './words.js';

/** A file that comes at once needs no word before it. */
const quietMillis = 250;

export function addMenus(app) {
  byId('work').onclick = event => openMenu(event.currentTarget, workItems(app));
  byId('download').onclick = async event => {
    const button = event.currentTarget;
    openMenu(button, await downloadItems(app));
  };
  byId('download').addEventListener('quick', () => download(app, kept('format', {format: 'svg'})));
  byId('share').onclick = event => openMenu(event.currentTarget, shareItems(app));
}

/** @returns {any[]} */
export function workItems(app) {
  return [
    {label: 'Rename the figure…', run: () => renameWork(app)},
    {label: 'New figure', run: () => app.load(newWork('size(6cm);\n\ndraw(unitcircle);\n'))},
    {label: 'History…', run: async () => (await part(() => import('./sheets.js')))?.openHistory(app)},
    {label: 'Open files…', note: '.asy, .csv, .zip', run: () => app.tabs.pick()},
    {label: 'Save all files', note: '.zip', run: () => app.tabs.saveZip()},
    {heading: 'Time limit'},
    ...timeouts().map(({label, value}) => ({
      label, checked: (kept('timeout') ?? undefined) === value, run: () => setTimeLimit(app, value),
    })),
  ];
}

export function timeouts() {
  const series = document.body.dataset.timeouts.split(' ').map(Number);
  return [{label: 'As long as the load allows', value: undefined},
    ...series.map(value => ({label: roundTime(value), value}))];
}

export function setTimeLimit(app, value) {
  keep('timeout', value ?? null);
  app.live.render({asked: true});
}

function renameWork(app) {
  const input = make('input', {value: app.work().title, name: 'title', autocomplete: 'off', required: true, maxLength: longestTitle});
  const form = make('form', {method: 'dialog'}, make('label', {}, 'Title', input),
    make('button', {type: 'submit', className: 'primary'}, 'Rename'));
  const dialog = openDialog('Rename the figure', 'small', form);
  form.onsubmit = event => { event.preventDefault(); app.setTitle(input.value); dialog.close(); };
  input.select();
}

async function downloadItems(app) {
  const formats = app.isShellOpen() ? new Set(['svg']) : await supported(app.fleet);
  const item = (format, label, note = '') => formats.has(format)
    ? {label, note: sizeOf(app, format) || note, run: () => download(app, {format})} : null;
  return [
    item('svg', 'SVG'),
    item('pdf', 'PDF'),
    {label: 'PNG', choices: [1, 2, 3, 4].map(scale => (
      {label: `${scale}×`, name: `PNG, ${scale} times`, run: () => download(app, {format: 'png', scale})}))},
    item('eps', 'EPS'),
    item('html', 'HTML', 'figures in space turn'),
    app.isShellOpen() ? {heading: 'A shell has no other formats'}
      : {label: 'Source', note: isSingle(app.work()) ? '.asy' : '.zip', run: () => saveSource(app)},
  ];
}

function sizeOf(app, format) {
  const image = app.picture.images.find(one => one.format === format);
  return image ? size(image.bytes.length) : '';
}

/** @param {any} app @param {{format: string, scale?: number}} wanted */
async function download(app, {format, scale}) {
  keep('format', {format, scale});
  const base = `${fileBase(app.work())}${app.isShellOpen() ? '-shell' : ''}`;
  const stop = new AbortController();
  const late = setTimeout(() => toast(`Making ${base}.${format}…`, () => stop.abort(), {label: 'Stop', millis: Infinity}), quietMillis);
  try {
    const images = await exportFigure(app, format, scale, stop.signal);
    clearTimeout(late);
    images.forEach(image => save(image.blob, `${images.length > 1 ? `${base}-${nameOf(image, images)}` : base}.${format}`));
    toast(images.length > 1 ? `${images.length} pictures saved` : `${base}.${format}, ${size(images[0].blob.size)}`);
  } catch (error) {
    clearTimeout(late);
    toast(stop.signal.aborted ? 'Stopped' : `No ${format.toUpperCase()}: ${error.message}`);
  }
}

function saveSource(app) {
  const work = app.work();
  if (!isSingle(work)) app.tabs.saveZip();
  else save(new Blob([work.files[work.main]], {type: 'text/plain'}), `${fileBase(work)}.asy`);
}

function shareItems(app) {
  /** @param {'page' | 'picture' | 'embed'} place @param {(address: string, work: import('./work.js').WorkData) => string} text */
  const withLink = (place, text = address => address) => async () => {
    const address = addresses(await encodeWork(app.work()))[place];
    await copy(text(address, app.work()));
    if (!isSafe(address)) {
      toast(`Copied. This link has ${size(address.length)}; some programs cut links over 8 KB. A zip file is safer.`, null, {millis: longNote});
    }
  };
  // An address carries no token, and must not.
  const locked = document.body.dataset.token === 'true';
  const seen = [
    {heading: 'The picture itself'},
    {label: 'Copy image', note: 'PNG', run: () => copyImage(app)},
    {label: 'Copy SVG', run: () => copySvg(app)},
  ];
  if (app.isShellOpen()) return [{heading: 'A shell has no address'}, ...seen];
  return [
    locked ? {heading: 'This server asks everybody for a token'} : null,
    {label: 'Copy link', note: 'opens here', run: withLink('page')},
    {label: 'Copy picture link', note: locked ? 'shown only with a token' : 'always the newest', run: withLink('picture')},
    {label: 'Copy <img>', note: locked ? 'not shown on pages' : '', run: withLink('picture', (address, {title}) => `<img src="${address}" alt="${escape(title)}">`)},
    {label: 'Copy Markdown', note: locked ? 'not shown on pages' : '', run: withLink('picture', (address, {title}) => `![${title}](${address})`)},
    {label: 'Copy embed', note: '<iframe>', run: withLink('embed', (address, {title}) =>
      `<iframe src="${address}" title="${escape(title)}" width="600" height="400" loading="lazy"></iframe>`)},
    {label: 'Copy LaTeX', note: 'asy environment', run: () => copy(latex(app.work()))},
    ...seen,
  ];
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function latex(work) {
  return `% \\usepackage{asymptote}\n\\begin{asy}\n${work.files[work.main].trimEnd()}\n\\end{asy}\n`;
}

/** Where the browser does not allow it, the text is shown to be copied by hand. */
async function copy(text) {
  if (await copyText(text)) {
    toast('Copied');
    return;
  }
  const box = make('textarea', {readOnly: true, value: text, rows: 8, 'aria-label': 'Text to copy'});
  openDialog('Copy this', 'copy', box);
  box.select();
}

/** Of several pictures, the one that the user looks at. */
async function exportSeen(app, format, scale = 1) {
  const images = await exportFigure(app, format, scale);
  const seen = app.picture.current && nameOf(app.picture.current, app.picture.images);
  return images.find(image => nameOf(image, images) === seen) ?? images.at(-1);
}

async function copySvg(app) {
  try {
    await copy(await (await exportSeen(app, 'svg')).blob.text());
  } catch (error) {
    toast(`The SVG could not be copied: ${error.message}`);
  }
}

async function copyImage(app) {
  try {
    const blob = exportSeen(app, 'png', 2).then(image => image.blob);
    await navigator.clipboard.write([new ClipboardItem({'image/png': blob})]);
    toast('Copied');
  } catch (error) {
    toast(`The image could not be copied: ${error.message}`);
  }
}
