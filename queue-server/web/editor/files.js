// The tabs of the files: add, rename, remove, choose which one is run, drop files onto the page.

import {byId, longNote, make, openDialog, openMenu, part, save, toast} from './dom.js';
import {endings, fileBase, freeName, largestFile, mostFiles, nameProblem, newWork, noText, removeFile, renameFile, textOf, tooLarge}
  from './work.js';

const mostNamed = 4;

export class FileTabs {
  #code;
  #page;

  /** @param {{work: () => any, changed: () => void, loaded: (work: any, picture?: null, note?: string) => void}} page */
  constructor(code, page) {
    this.#code = code;
    this.#page = page;
    byId('tabs').addEventListener('keydown', event => this.#key(event));
    byId('file-menu').onclick = event => openMenu(event.currentTarget, this.#fileItems());
    byId('add-file').onclick = event => openMenu(event.currentTarget, [
      {label: 'New source', note: '.asy', run: () => this.add(freeName(this.#work, 'helper.asy'), '')},
      {label: 'New data', note: '.csv', run: () => this.add(freeName(this.#work, 'data.csv'), '')},
      {label: 'Files from this machine…', run: () => this.pick()},
    ]);
    addEventListener('dragover', event => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      byId('drop').hidden = false;
    });
    addEventListener('dragleave', event => { if (!event.relatedTarget) byId('drop').hidden = true; });
    addEventListener('drop', event => {
      byId('drop').hidden = true;
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      this.take([...event.dataTransfer.files]);
    });
  }

  get #work() {
    return this.#page.work();
  }

  /** Draws the tabs, and shows the active file. */
  show() {
    const work = this.#work;
    this.#code.show(work.active, work.files[work.active]);
    this.#draw();
  }

  #draw() {
    const work = this.#work;
    const many = Object.keys(work.files).length > 1;
    byId('tabs').replaceChildren(...Object.keys(work.files).map(name => make('button', {
      type: 'button', role: 'tab', id: `tab-${name}`, tabIndex: name === work.active ? 0 : -1,
      'aria-selected': String(name === work.active), 'aria-controls': 'code', onclick: () => this.choose(name),
      ondblclick: () => this.rename(name), className: many && name === work.main ? 'main' : '',
    }, name, many && name === work.main ? make('span', {className: 'mark', title: 'the file that is run'}, ' ▸') : null)));
    byId('tabs').querySelector('[aria-selected=true]').scrollIntoView({block: 'nearest', inline: 'nearest'});
  }

  choose(name) {
    if (name === this.#work.active) return;
    this.#work.active = name;
    this.show();
    this.#page.changed();
  }

  add(name, text) {
    this.#work.files[name] = text;
    this.#work.active = name;
    this.show();
    this.#page.changed();
    this.#code.focus();
  }

  #fileItems() {
    const {active, main} = this.#work;
    const isMain = active === main;
    return [
      {label: 'Rename…', run: () => this.rename(active)},
      !isMain && active.endsWith('.asy') ? {label: 'Run this file', run: () => this.#setMain(active)} : null,
      !isMain ? {label: 'Remove', run: () => this.#remove(active)} : null,
    ];
  }

  #setMain(name) {
    this.#work.main = name;
    this.#draw();
    this.#page.changed();
  }

  #remove(name) {
    const text = this.#work.files[name];
    removeFile(this.#work, name);
    this.show();
    this.#page.changed();
    toast(`${name} is removed`, () => this.add(name, text));
  }

  rename(name) {
    const input = make('input', {value: name, name: 'name', autocomplete: 'off', spellcheck: false, required: true});
    const form = make('form', {method: 'dialog'}, make('label', {}, 'Name', input),
      make('button', {type: 'submit', className: 'primary'}, 'Rename'));
    input.oninput = () => input.setCustomValidity(
      input.value === name ? '' : nameProblem(this.#work, input.value, name === this.#work.main));
    const dialog = openDialog('Rename the file', 'small', form);
    form.onsubmit = event => {
      event.preventDefault();
      if (input.value !== name) {
        renameFile(this.#work, name, input.value);
        this.#code.renamed(name, input.value);
        this.show();
        this.#page.changed();
      }
      dialog.close();
    };
    input.select();
  }

  pick() {
    const input = make('input', {type: 'file', multiple: true, accept: [...endings(), '.zip'].join(',')});
    input.onchange = () => this.take([...input.files]);
    input.click();
  }

  /** Files that were dropped or picked: a zip file is other work, all others join this one. */
  async take(files) {
    /** @type {Record<string, string>} */
    const left = {};
    for (const file of files) {
      const taken = file.name.endsWith('.zip') ? this.#open(file) : this.#join(file);
      const problem = await taken.catch(() => 'it could not be read'); // a folder, for example
      if (problem) left[file.name] = problem;
    }
    if (Object.keys(left).length) toast(inWords(left), null, {millis: longNote});
  }

  /** @returns {Promise<string>} why it cannot be opened; empty if it is */
  async #open(file) {
    const zip = await part(() => import('./zip.js'));
    if (!zip) return '';
    if (file.size > zip.largestZip) return zip.tooLargeZip;
    try {
      const {files, left} = await zip.unzip(new Uint8Array(await file.arrayBuffer()), nameReason);
      const main = ['main.asy', ...Object.keys(files)].find(name => name in files && name.endsWith('.asy'));
      const [source, reason] = Object.entries(left).find(([path]) => path.endsWith('.asy')) ?? [];
      if (!main) return source ? `${source}: ${reason}` : 'there is no .asy file in it';
      const note = Object.keys(left).length ? inWords(left) : '';
      this.#page.loaded({...newWork(''), title: file.name.replace(/\.zip$/, ''), files, main, active: main}, null, note);
      return '';
    } catch (error) {
      return error.message;
    }
  }

  /** @returns {Promise<string>} why it cannot join; empty if it has */
  async #join(file) {
    const isFull = Object.keys(this.#work.files).length >= mostFiles;
    const problem = nameReason(file.name) || (file.size > largestFile ? tooLarge : isFull ? `a figure has at most ${mostFiles} files` : '');
    if (problem) return problem;
    const text = textOf(new Uint8Array(await file.arrayBuffer()));
    if (text === null) return noText;
    this.add(freeName(this.#work, file.name), text);
    return '';
  }

  async saveZip() {
    const {files} = this.#work;
    const zip = await part(() => import('./zip.js'));
    if (zip) save(await zip.zip(files), `${fileBase(this.#work)}.zip`);
  }

  #key(event) {
    const names = Object.keys(this.#work.files);
    const at = names.indexOf(this.#work.active);
    const next = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1}[event.key];
    if (event.key === 'F2') this.rename(this.#work.active);
    else if (next !== undefined) this.choose(names[(next + names.length) % names.length]);
    else return;
    event.preventDefault();
    byId(`tab-${this.#work.active}`)?.focus();
  }
}

function nameReason(name) {
  const problem = nameProblem({files: {}}, name, false);
  return problem.charAt(0).toLowerCase() + problem.slice(1);
}

/** @param {Record<string, string>} left reasons by name */
function inWords(left) {
  const all = Object.entries(left).map(([name, reason]) => `${name} (${reason})`);
  const more = all.length > mostNamed ? ` and ${all.length - mostNamed} more` : '';
  return `Left out: ${all.slice(0, mostNamed).join(', ')}${more}`;
}
