// Vim keys for the editor: modes, counts, operators, text objects, registers, undo by commands and the repeat by dot.
// docs/editor.md lists all of them. A command is a generator that asks for one key after the other; `.` gives the keys of
// the last change to a new one. Loaded only for those who want it.

import {closeCompletion} from '@codemirror/autocomplete';
import {isolateHistory, redo, redoDepth, toggleLineComment, undo, undoDepth} from '@codemirror/commands';
import {foldAll, foldCode, indentRange, indentUnit, toggleFold, unfoldAll, unfoldCode} from '@codemirror/language';
import {EditorSelection, Prec} from '@codemirror/state';
import {Decoration, EditorView, showPanel, ViewPlugin, WidgetType} from '@codemirror/view';
import {Bar} from './bar.js';
import {expressionOf, runCommand} from './ex.js';
import {endOfWord, find, firstInLine, kindOf, lineEnd, lineStart, motions, startOfLine, toCharacter, toLine} from './motions.js';
import {objectAt} from './objects.js';

/** @typedef {import('./objects.js').Span} Span */
/** @typedef {import('./motions.js').Motion} Motion */

/**
 * @typedef {object} Order one command
 * @property {string} register @property {number} count @property {boolean} counted whether a count was typed
 * @property {string[]} keys those after the count, as `.` repeats them
 * @property {string} [text] what was typed in insert mode
 * @property {{lines: number, length: number, linewise: boolean}} [size] of the selection that it changed
 */

/** @typedef {{write: () => void, download: () => void, leave: () => void}} Page */

const names = {
  ArrowLeft: 'h', ArrowRight: 'l', ArrowUp: 'k', ArrowDown: 'j', Backspace: 'h', Enter: 'Enter', Home: '0', End: '$', Delete: 'x',
  PageDown: 'ctrl-f', PageUp: 'ctrl-b', Escape: 'Escape', Tab: 'Tab',
};
const withControl = new Set(['r', 'd', 'u', 'f', 'b', 'a', 'x', '[']);
const mostCount = 9999;

/** What all files of the page have in common: registers, the last change, the last searches. */
class Memory {
  registers = new Map();
  /** @type {Order | null} */
  change = null;
  /** @type {{pattern: string, whole?: boolean, forward: boolean} | null} */
  search = null;
  /** @type {{key: string, char: string} | null} */
  character = null;
}

/** @param {Page} page @returns {import('@codemirror/state').Extension} */
export function vimKeys(page) {
  const memory = new Memory();
  const bar = new Bar();
  const plugin = ViewPlugin.define(view => new Vim(view, page, memory, bar), {
    decorations: vim => vim.decorations,
    eventHandlers: {keydown(event) { return this.keydown(event); }},
  });
  return Prec.highest([
    plugin,
    showPanel.of(() => ({dom: bar.dom, top: false})),
    EditorView.editorAttributes.of(view => ({'data-vim': view.plugin(plugin)?.mode ?? 'normal'})),
    // A keyboard of a screen sends texts and no keys.
    EditorView.inputHandler.of((view, from, to, text) => view.plugin(plugin)?.typed(text) ?? false),
  ]);
}

const block = Decoration.mark({class: 'vim-cursor'});
class NoCharacter extends WidgetType {
  toDOM() {
    const element = document.createElement('span');
    element.className = 'vim-cursor vim-end';
    element.textContent = ' ';
    return element;
  }
}
const blockAtEnd = Decoration.widget({widget: new NoCharacter(), side: 1});

class Vim {
  /** @type {'normal' | 'insert' | 'visual' | 'lines'} */
  mode = 'normal';
  decorations = Decoration.none;
  /** The ends of the visual selection; the one at the head is the cursor. */
  anchor = 0;
  head = 0;
  #parser;
  #pending = '';
  #keys = [];
  #changing = false;
  #column = -1;
  /** @type {{from: number, order: Order, repeat: number} | null} */
  #insertion = null;
  /** The text that `.` inserts while it repeats; null otherwise. */
  #repeated = null;
  /** The depth of the undo history before each command, and of those that were undone. */
  #marks = [];
  #undone = [];
  #chosen = /** @type {[number, number]} */ ([1, 1]);

  /** @param {EditorView} view @param {Page} page @param {Memory} memory @param {Bar} bar */
  constructor(view, page, memory, bar) {
    this.view = view;
    this.page = page;
    this.memory = memory;
    this.bar = bar;
    this.#begin();
    this.#draw();
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** The place of the cursor: on a character, if the line has one. */
  get at() {
    if (this.isVisual) return this.head;
    const {head} = this.view.state.selection.main;
    const {from, to} = this.view.state.doc.lineAt(head);
    return this.mode === 'insert' ? head : Math.max(from, Math.min(head, to - 1));
  }

  get isVisual() {
    return this.mode === 'visual' || this.mode === 'lines';
  }

  update(update) {
    if (this.#insertion && update.docChanged) this.#insertion.from = update.changes.mapPos(this.#insertion.from, -1);
    const byUser = update.transactions.some(transaction => transaction.isUserEvent('select'));
    const {main} = update.state.selection;
    if (this.isVisual && (update.docChanged || byUser)) this.mode = 'normal';
    if (byUser && this.mode === 'normal' && !main.empty) {
      this.mode = 'visual';
      this.anchor = main.anchor <= main.head ? main.anchor : main.anchor - 1;
      this.head = main.anchor <= main.head ? main.head - 1 : main.head;
    }
    this.#draw();
  }

  #draw() {
    this.bar.show(this.mode, this.#pending);
    if (this.mode === 'insert') {
      this.decorations = Decoration.none;
      return;
    }
    const at = Math.min(this.at, this.view.state.doc.length);
    const atEnd = at === this.view.state.doc.lineAt(at).to;
    this.decorations = Decoration.set([atEnd ? blockAtEnd.range(at) : block.range(at, at + 1)]);
  }

  // Keys

  keydown(event) {
    if (event.isComposing || event.metaKey || event.altKey && !event.getModifierState('AltGraph')) return false;
    const key = keyOf(event);
    if (!key) return false;
    if (this.mode === 'insert') return key === 'Escape' && this.feed(key);
    if (key === 'Tab') this.page.leave();
    else this.feed(key);
    return true;
  }

  typed(text) {
    if (this.mode === 'insert') return false;
    for (const key of text) this.feed(key);
    return true;
  }

  feed(key) {
    this.bar.tell('');
    try {
      if (key === 'Escape') this.#escape();
      else this.#parser.next(key);
    } catch (error) {
      this.#begin();
      throw error;
    }
    this.view.dispatch({}); // the cursor and the line below may be other ones
    return true;
  }

  #begin() {
    this.#pending = '';
    this.#parser = this.#commands();
    this.#parser.next();
  }

  #escape() {
    closeCompletion(this.view);
    if (this.mode === 'insert') this.#endInsert();
    else if (this.isVisual) this.#endVisual(this.head);
    this.#begin();
  }

  *#commands() {
    for (;;) {
      yield* this.#command();
      this.#pending = '';
    }
  }

  *#key() {
    const key = /** @type {string} */ (yield);
    this.#pending += key.length === 1 ? key : '';
    this.#keys.push(key);
    return key;
  }

  /** Digits before a key: a leading 0 is a motion. @returns {Generator<void, {count: number | null, key: string}, string>} */
  *#count(first) {
    let key = first;
    let digits = '';
    while (/^[1-9]$/.test(key) || digits && key === '0') {
      digits += key;
      key = yield* this.#key();
    }
    return {count: digits ? Math.min(mostCount, Number(digits)) : null, key};
  }

  *#command() {
    this.#keys = [];
    let key = yield* this.#key();
    let register = '';
    if (key === '"') {
      register = yield* this.#key();
      key = yield* this.#key();
    }
    const {count, key: first} = yield* this.#count(key);
    this.#keys = [first];
    this.#changing = false;
    const name = first === 'g' || first === 'z' ? first + (yield* this.#key()) : first;
    /** @type {Order} */
    const order = {register, count: count ?? 1, counted: count !== null, keys: this.#keys};
    if (this.isVisual) yield* this.#inVisual(name, order);
    else yield* this.#inNormal(name, order);
    if (!/^(j|k)$/.test(name)) this.#column = -1;
  }

  *#inNormal(name, order) {
    if (name in operators) {
      yield* this.#operate(name, order);
    } else if (name in actions) {
      const more = actions[name](this, order);
      if (more) yield* more;
    } else {
      const motion = yield* this.#motion(name, order.count, order.counted);
      if (motion) this.select(motion.to);
    }
  }

  *#operate(name, order) {
    const {count, key} = yield* this.#count(yield* this.#key());
    const times = order.count * (count ?? 1);
    const motionName = key === 'g' ? key + (yield* this.#key()) : key;
    let span = null;
    if (motionName === name || motionName === name[1]) {
      const last = toLine(this.text, this.at, times - 1, 0).to;
      span = {from: lineStart(this.text, this.at), to: lineEnd(this.text, last), linewise: true};
    } else if (key === 'i' || key === 'a') {
      span = objectAt(this.text, this.at, yield* this.#key(), key === 'a', times);
    } else {
      const changesWord = name === 'c' && /^w$/i.test(motionName) && kindOf(this.text[this.at], false) !== 0;
      const motion = changesWord ? this.#toEndOfWord(motionName === 'W', times)
        : yield* this.#motion(motionName, times, order.counted || count !== null);
      span = motion && this.#spanOf(motion, motionName);
    }
    if (span) operators[name](this, span, order);
  }

  /** `cw` ends with the word, also if the cursor is on its last character. */
  #toEndOfWord(big, count) {
    let to = this.at - 1;
    for (let i = 0; i < count; i++) to = endOfWord(this.text, to, big);
    return {to, inclusive: true};
  }

  /** @param {Motion} motion @returns {Span} */
  #spanOf({to, inclusive, linewise}, name) {
    const text = this.text;
    const from = Math.min(this.at, to);
    let end = Math.max(this.at, to);
    if (linewise) return {from: lineStart(text, from), to: lineEnd(text, end), linewise};
    if (inclusive) return {from, to: Math.min(text.length, end + 1)};
    // The last word of a line ends with it.
    if (/^w$/i.test(name)) while (lineStart(text, end) > from && firstInLine(text, end) >= end) end = lineStart(text, end) - 1;
    if (end > lineEnd(text, from) && end === lineStart(text, end)) {
      if (from <= firstInLine(text, from)) return {from: lineStart(text, from), to: end - 1, linewise: true};
      end--;
    }
    return {from, to: end};
  }

  /** @returns {Generator<void, Motion | null, string>} */
  *#motion(name, count, counted) {
    if (name in motions) return motions[name](this.text, this.at, count, counted);
    if (name === 'j' || name === 'k') return this.#vertical(name === 'j' ? count : -count);
    if (/^ctrl-[dufb]$/.test(name)) return this.#vertical(this.#page(name) * count);
    if (/^[fFtT]$/.test(name)) {
      this.memory.character = {key: name, char: yield* this.#key()};
      return toCharacter(this.text, this.at, name, this.memory.character.char, count);
    }
    if (name === ';' || name === ',') return this.#characterAgain(name === ',', count);
    if (name === '/' || name === '?') {
      this.ask(name);
      const pattern = yield* this.#key();
      this.memory.search = {pattern: pattern || this.memory.search?.pattern || '', forward: name === '/'};
      return this.#found(count, true);
    }
    if (name === '*' || name === '#') return this.#wordAgain(name === '*', count);
    return name === 'n' || name === 'N' ? this.#found(count, name === 'n') : null;
  }

  #vertical(lines) {
    if (this.#column < 0) this.#column = this.at - lineStart(this.text, this.at);
    return toLine(this.text, this.at, lines, this.#column);
  }

  #page(name) {
    const lines = Math.max(2, Math.floor(this.view.scrollDOM.clientHeight / this.view.defaultLineHeight));
    return (name.endsWith('d') || name.endsWith('f') ? 1 : -1) * (/[fb]$/.test(name) ? lines - 2 : Math.floor(lines / 2));
  }

  #characterAgain(back, count) {
    if (!this.memory.character) return null;
    const {key, char} = this.memory.character;
    const turned = key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase();
    return toCharacter(this.text, this.at, back ? turned : key, char, count, true);
  }

  #wordAgain(forward, count) {
    const word = objectAt(this.text, this.at, 'w', false);
    if (!word) return null;
    const pattern = this.text.slice(word.from, word.to).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    this.memory.search = {pattern: /^\w/.test(pattern) ? `\\b${pattern}\\b` : pattern, whole: true, forward};
    return this.#found(count, true);
  }

  #found(count, same) {
    const {search} = this.memory;
    if (!search?.pattern) return null;
    const pattern = expressionOf(search.pattern, search.whole ? false : undefined);
    let to = this.at;
    for (let i = 0; i < count; i++) to = find(this.text, to, pattern, same === search.forward);
    if (to < 0) this.bar.tell(`${search.pattern} is not found`);
    return to < 0 ? null : {to};
  }

  /** Asks below the editor; the answer comes as the next key. */
  ask(sign, text = '') {
    if (this.#repeated !== null) return;
    this.bar.ask(sign, text, typed => this.feed(typed ?? 'Escape'), () => this.view.focus());
  }

  // Visual mode

  startVisual(linewise) {
    this.anchor = this.head = this.at;
    this.mode = linewise ? 'lines' : 'visual';
    this.#showSelection();
  }

  #showSelection() {
    const text = this.text;
    const [low, high] = [Math.min(this.anchor, this.head), Math.max(this.anchor, this.head)];
    const from = this.mode === 'lines' ? lineStart(text, low) : low;
    const to = this.mode === 'lines' ? lineEnd(text, high) : Math.min(text.length, high + 1);
    this.#chosen = [this.#lineOf(low), this.#lineOf(high)];
    this.view.dispatch({
      selection: this.head < this.anchor ? EditorSelection.single(to, from) : EditorSelection.single(from, to),
      effects: EditorView.scrollIntoView(this.head),
    });
  }

  #endVisual(at) {
    this.mode = 'normal';
    this.select(at);
  }

  /** The selection as what an operator works on; it is over then. */
  #takeSelection(order, linewise) {
    const text = this.text;
    const lines = linewise || this.mode === 'lines';
    const [low, high] = [Math.min(this.anchor, this.head), Math.max(this.anchor, this.head)];
    order.size = {linewise: lines, lines: this.#lineOf(high) - this.#lineOf(low) + 1, length: high - low + 1};
    this.mode = 'normal';
    return lines ? {from: lineStart(text, low), to: lineEnd(text, high), linewise: true}
      : {from: low, to: Math.min(text.length, high + 1)};
  }

  *#inVisual(name, order) {
    const operator = inVisual[name] ?? name;
    if (operator in operators) {
      operators[operator](this, this.#takeSelection(order, /^[XDYCSR]$/.test(name)), order);
    } else if (name === 'i' || name === 'a') {
      const span = objectAt(this.text, this.at, yield* this.#key(), name === 'a', order.count);
      if (!span) return;
      if (span.linewise) this.mode = 'lines';
      [this.anchor, this.head] = [span.from, Math.max(span.from, span.to - 1)];
      this.#showSelection();
    } else if (name in selected) {
      const more = selected[name](this, order, () => this.#takeSelection(order, false));
      if (more) yield* more;
    } else {
      const motion = yield* this.#motion(name, order.count, order.counted);
      if (!motion || !this.isVisual) return;
      this.head = Math.min(motion.to, Math.max(0, this.text.length));
      this.#showSelection();
    }
  }

  turnVisual() {
    [this.anchor, this.head] = [this.head, this.anchor];
    this.#showSelection();
  }

  setVisual(mode) {
    if (this.mode === mode) return this.#endVisual(this.head);
    this.mode = mode;
    return this.#showSelection();
  }

  // Changes

  key() {
    return this.#key();
  }

  select(at) {
    const {from, to} = this.view.state.doc.lineAt(Math.min(at, this.view.state.doc.length));
    const place = Math.max(from, Math.min(at, this.mode === 'insert' ? to : to - 1));
    this.view.dispatch({selection: EditorSelection.cursor(place), scrollIntoView: true});
  }

  /** Everything until the next command is undone as one step. */
  #mark() {
    if (this.#changing) return;
    this.#changing = true;
    this.#marks.push(undoDepth(this.view.state));
    this.#undone = [];
    this.view.dispatch({annotations: isolateHistory.of('full')});
  }

  change(from, to, insert, at = from) {
    this.#mark();
    this.view.dispatch({changes: {from, to, insert}, userEvent: 'input.vim'});
    this.select(at);
  }

  /** @param {Order} order what `.` repeats from now on */
  remember(order) {
    if (this.#repeated === null) this.memory.change = order;
  }

  /** @param {Order} order @param {number} [repeat] how often the text is inserted */
  insertAt(at, order, repeat = 1) {
    this.#mark();
    this.remember(order);
    if (this.#repeated !== null) {
      const text = this.#repeated.repeat(repeat);
      this.change(at, at, text, Math.max(lineStart(this.text, at), at + text.length - 1));
      return;
    }
    this.mode = 'insert';
    this.select(at);
    this.#insertion = {from: at, order, repeat};
  }

  #endInsert() {
    const {from, order, repeat} = this.#insertion;
    const {head} = this.view.state.selection.main;
    order.text = from <= head ? this.text.slice(from, head) : '';
    if (repeat > 1) this.change(head, head, order.text.repeat(repeat - 1), head + order.text.length * (repeat - 1));
    this.#insertion = null;
    this.mode = 'normal';
    const after = repeat > 1 ? head + order.text.length * (repeat - 1) : head;
    this.select(Math.max(lineStart(this.text, after), after - 1));
  }

  /** Does the last change once more. */
  repeat({counted, count}) {
    const last = this.memory.change;
    if (!last) return;
    if (counted) last.count = count;
    this.#changing = false;
    this.#repeated = last.text ?? '';
    try {
      if (last.size) this.#selectAgain(last.size);
      const parser = this.#commands();
      parser.next();
      const given = counted || last.counted ? [...String(last.count)] : [];
      for (const key of [...last.register ? ['"', last.register] : [], ...given, ...last.keys]) parser.next(key);
    } finally {
      this.#repeated = null;
      if (this.isVisual) this.#endVisual(this.head);
    }
  }

  #selectAgain({linewise, lines, length}) {
    this.startVisual(linewise);
    this.head = linewise ? toLine(this.text, this.at, lines - 1, 0).to : Math.min(this.text.length, this.anchor + length - 1);
  }

  undo(count) {
    for (let i = 0; i < count; i++) {
      const depth = undoDepth(this.view.state);
      let mark = this.#marks.pop() ?? depth - 1;
      while (mark >= depth && this.#marks.length) mark = this.#marks.pop();
      while (undoDepth(this.view.state) > mark && undo(this.view));
      this.#undone.push({depth, mark});
    }
    this.select(this.view.state.selection.main.from);
  }

  redo(count) {
    for (let i = 0; i < count; i++) {
      const {depth, mark} = this.#undone.pop() ?? {depth: undoDepth(this.view.state) + 1, mark: undoDepth(this.view.state)};
      while (undoDepth(this.view.state) < depth && redoDepth(this.view.state) && redo(this.view));
      this.#marks.push(mark);
    }
    this.select(this.view.state.selection.main.from);
  }

  /** Keeps a text in its register. @param {Span} span @param {boolean} yanked */
  keep({from, to, linewise}, register, yanked) {
    if (register === '_') return;
    const kept = {text: this.text.slice(from, to), linewise: !!linewise};
    if (register === '+' || register === '*') navigator.clipboard?.writeText(kept.text + (linewise ? '\n' : '')).catch(() => {});
    this.memory.registers.set('"', kept);
    if (yanked) this.memory.registers.set('0', kept);
    if (/^[a-z]$/i.test(register)) {
      const before = /[A-Z]/.test(register) ? this.memory.registers.get(register.toLowerCase()) : undefined;
      const text = before ? before.text + (kept.linewise ? '\n' : '') + kept.text : kept.text;
      this.memory.registers.set(register.toLowerCase(), {text, linewise: kept.linewise || !!before?.linewise});
    }
  }

  /** @returns {Promise<void> | void} */
  put(order, after) {
    const {register, count} = order;
    this.remember(order);
    if (register === '+' || register === '*') {
      return navigator.clipboard.readText().then(text =>
        this.#put({text: text.replace(/\n$/, ''), linewise: text.endsWith('\n')}, count, after), () => {});
    }
    return this.#put(this.memory.registers.get(register.toLowerCase() || '"'), count, after);
  }

  #put(kept, count, after) {
    if (!kept) return;
    const {at, text} = this;
    if (!kept.linewise) {
      const place = after ? Math.min(lineEnd(text, at), at + 1) : at;
      const insert = kept.text.repeat(count);
      this.change(place, place, insert, kept.text.includes('\n') ? place : place + insert.length - 1);
      return;
    }
    const lines = Array(count).fill(kept.text).join('\n');
    const place = after ? lineEnd(text, at) : lineStart(text, at);
    this.change(place, place, after ? `\n${lines}` : `${lines}\n`);
    this.select(firstInLine(this.text, after ? place + 1 : place));
  }

  /** @param {Span} span */
  remove({from, to, linewise}) {
    const {length} = this.text;
    if (!linewise) return this.change(from, to, '');
    this.change(to === length && from > 0 ? from - 1 : from, Math.min(length, to + 1), '');
    return this.select(firstInLine(this.text, Math.min(from, this.text.length)));
  }

  /** Replaces each line of a span. @param {Span} span @param {(line: string) => string} change */
  eachLine({from, to}, change) {
    const start = lineStart(this.text, from);
    const end = lineEnd(this.text, to);
    this.change(start, end, this.text.slice(start, end).split('\n').map(change).join('\n'));
    this.select(firstInLine(this.text, start));
  }

  /** Runs a command of the editor on the lines of a span. */
  onLines({from, to}, command) {
    this.#mark();
    this.view.dispatch({selection: EditorSelection.single(from, to)});
    command(this.view);
    this.select(firstInLine(this.text, from));
  }

  indent({from, to}) {
    this.#mark();
    this.view.dispatch({changes: indentRange(this.view.state, from, to), userEvent: 'input.vim'});
    this.select(firstInLine(this.text, from));
  }

  #lineOf(at) {
    return this.view.state.doc.lineAt(Math.min(at, this.view.state.doc.length)).number;
  }

  execute(typed) {
    this.bar.tell(runCommand({
      text: () => this.text, line: () => this.#lineOf(this.at), chosen: () => this.#chosen,
      goTo: line => this.select(firstInLine(this.text, startOfLine(this.text, line - 1))),
      replace: (from, to, insert) => { this.change(from, to, insert); this.select(firstInLine(this.text, Math.min(from, this.text.length))); },
      ...this.page,
    }, typed));
  }
}

/** @type {Record<string, (vim: Vim, span: Span, order: Order) => void>} */
const operators = {
  d(vim, span, order) {
    vim.remember(order);
    vim.keep(span, order.register, false);
    vim.remove(span);
  },
  c(vim, span, order) {
    vim.keep(span, order.register, false);
    const from = span.linewise ? firstInLine(vim.text, span.from) : span.from;
    vim.change(Math.min(from, span.to), span.to, '');
    vim.insertAt(Math.min(from, span.to), order);
  },
  y(vim, span, order) {
    const {at} = vim;
    vim.keep(span, order.register, true);
    vim.select(span.linewise && order.size === undefined ? Math.min(at, span.to) : span.from);
  },
  '>': (vim, span, order) => shift(vim, span, order, (line, unit) => line ? unit + line : line),
  '<': (vim, span, order) => shift(vim, span, order, (line, unit) => line.replace(new RegExp(`^(\t| {1,${unit.length}})`), '')),
  '='(vim, span, order) {
    vim.remember(order);
    vim.indent(span);
  },
  gu: (vim, span, order) => letters(vim, span, order, text => text.toLowerCase()),
  gU: (vim, span, order) => letters(vim, span, order, text => text.toUpperCase()),
  'g~': (vim, span, order) => letters(vim, span, order, otherCase),
  gc(vim, span, order) {
    vim.remember(order);
    vim.onLines(span, toggleLineComment);
  },
};

function shift(vim, span, order, change) {
  vim.remember(order);
  const unit = vim.view.state.facet(indentUnit);
  vim.eachLine(span, line => change(line, unit));
}

function letters(vim, span, order, change) {
  vim.remember(order);
  vim.change(span.from, span.to, change(vim.text.slice(span.from, span.to)));
}

function otherCase(text) {
  return [...text].map(char => char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()).join('');
}

/** Operators under their names in visual mode. */
const inVisual = {x: 'd', X: 'd', D: 'd', s: 'c', C: 'c', S: 'c', R: 'c', Y: 'y', u: 'gu', U: 'gU', '~': 'g~'};

/** What else works on a selection. @type {Record<string, (vim: Vim, order: Order, take: () => Span) => Generator<void, void, string> | void>} */
const selected = {
  o: vim => vim.turnVisual(),
  v: vim => vim.setVisual('visual'),
  V: vim => vim.setVisual('lines'),
  J(vim, order, take) {
    vim.remember(order);
    const {from, to} = take();
    vim.select(from);
    join(vim, vim.text.slice(from, to).split('\n').length);
  },
  p(vim, order, take) {
    const span = take();
    const kept = vim.memory.registers.get(order.register.toLowerCase() || '"');
    if (!kept) return;
    vim.keep(span, '', false);
    vim.change(span.from, span.to, kept.linewise && !span.linewise ? `\n${kept.text}\n` : kept.text);
  },
  *r(vim, order, take) {
    const char = yield* vim.key();
    vim.remember(order);
    const {from, to} = take();
    vim.change(from, to, vim.text.slice(from, to).replace(/[^\n]/g, char));
  },
  *':'(vim, order, take) {
    take();
    vim.ask(':', '\'<,\'>');
    vim.execute(yield* vim.key());
  },
};

/** @type {Record<string, (vim: Vim, order: Order) => Generator<void, void, string> | void>} */
const actions = {
  i: (vim, order) => vim.insertAt(vim.at, order, order.count),
  a: (vim, order) => vim.insertAt(Math.min(lineEnd(vim.text, vim.at), vim.at + 1), order, order.count),
  I: (vim, order) => vim.insertAt(firstInLine(vim.text, vim.at), order, order.count),
  A: (vim, order) => vim.insertAt(lineEnd(vim.text, vim.at), order, order.count),
  o: (vim, order) => openLine(vim, order, true),
  O: (vim, order) => openLine(vim, order, false),
  x: (vim, order) => cut(vim, order, vim.at, Math.min(lineEnd(vim.text, vim.at), vim.at + order.count)),
  X: (vim, order) => cut(vim, order, Math.max(lineStart(vim.text, vim.at), vim.at - order.count), vim.at),
  s: (vim, order) => operators.c(vim, {from: vim.at, to: Math.min(lineEnd(vim.text, vim.at), vim.at + order.count)}, order),
  S: (vim, order) => operators.c(vim, wholeLines(vim, order), order),
  D: (vim, order) => cut(vim, order, vim.at, lineEnd(vim.text, vim.at)),
  C: (vim, order) => operators.c(vim, {from: vim.at, to: lineEnd(vim.text, vim.at)}, order),
  Y: (vim, order) => operators.y(vim, wholeLines(vim, order), order),
  p: (vim, order) => { vim.put(order, true); },
  P: (vim, order) => { vim.put(order, false); },
  u: (vim, order) => vim.undo(order.count),
  'ctrl-r': (vim, order) => vim.redo(order.count),
  '.': (vim, order) => vim.repeat(order),
  J: (vim, order) => { vim.remember(order); join(vim, Math.max(2, order.count)); },
  '~'(vim, order) {
    vim.remember(order);
    const to = Math.min(lineEnd(vim.text, vim.at), vim.at + order.count);
    vim.change(vim.at, to, otherCase(vim.text.slice(vim.at, to)), to);
  },
  *r(vim, order) {
    const char = yield* vim.key();
    if (lineEnd(vim.text, vim.at) < vim.at + order.count) return;
    vim.remember(order);
    const insert = char === 'Enter' ? '\n' : char.repeat(order.count);
    vim.change(vim.at, vim.at + order.count, insert, vim.at + insert.length - 1);
  },
  v: vim => vim.startVisual(false),
  V: vim => vim.startVisual(true),
  *':'(vim) {
    vim.ask(':');
    vim.execute(yield* vim.key());
  },
  'ctrl-a': (vim, order) => countBy(vim, order, order.count),
  'ctrl-x': (vim, order) => countBy(vim, order, -order.count),
  zz: vim => scrollTo(vim, 'center'),
  zt: vim => scrollTo(vim, 'start'),
  zb: vim => scrollTo(vim, 'end'),
  za: vim => { toggleFold(vim.view); },
  zc: vim => { foldCode(vim.view); },
  zo: vim => { unfoldCode(vim.view); },
  zM: vim => { foldAll(vim.view); },
  zR: vim => { unfoldAll(vim.view); },
};

function wholeLines(vim, {count}) {
  const last = toLine(vim.text, vim.at, count - 1, 0).to;
  return {from: lineStart(vim.text, vim.at), to: lineEnd(vim.text, last), linewise: true};
}

function cut(vim, order, from, to) {
  if (from < to) operators.d(vim, {from, to}, order);
}

function openLine(vim, order, below) {
  const start = lineStart(vim.text, vim.at);
  const blanks = vim.text.slice(start, firstInLine(vim.text, vim.at));
  const at = below ? lineEnd(vim.text, vim.at) : start;
  vim.change(at, at, below ? `\n${blanks}` : `${blanks}\n`);
  vim.insertAt(below ? at + 1 + blanks.length : at + blanks.length, order);
}

function join(vim, lines) {
  for (let i = 1; i < lines; i++) {
    const end = lineEnd(vim.text, vim.at);
    if (end === vim.text.length) return;
    const next = firstInLine(vim.text, end + 1);
    const gap = next === lineEnd(vim.text, end + 1) || vim.text[next] === ')' || vim.text[end - 1] === ' ' ? '' : ' ';
    vim.change(end, next, gap, end);
  }
}

/** The number at the cursor or behind it; one with decimals counts in its last one, so 0.25 becomes 0.26. */
function countBy(vim, order, step) {
  const {at, text} = vim;
  const start = lineStart(text, at);
  const found = [...text.slice(start, lineEnd(text, at)).matchAll(/(?<![\w.)\]])-?\d+(?:\.\d+)?|\d+(?:\.\d+)?/g)]
    .find(match => start + match.index + match[0].length > at);
  if (!found) return;
  vim.remember(order);
  const decimals = found[0].split('.')[1]?.length ?? 0;
  const next = ((Number(found[0]) * 10 ** decimals + step) / 10 ** decimals).toFixed(decimals);
  const from = start + found.index;
  vim.change(from, from + found[0].length, next, from + next.length - 1);
}

function scrollTo(vim, y) {
  vim.view.dispatch({effects: EditorView.scrollIntoView(vim.at, {y})});
}

/** @returns {string} the name of the key; empty for those that are left to the editor and the page */
function keyOf({key, ctrlKey}) {
  if (ctrlKey && withControl.has(key)) return key === '[' ? 'Escape' : `ctrl-${key}`;
  if (ctrlKey) return '';
  return names[key] ?? ([...key].length === 1 ? key : '');
}
