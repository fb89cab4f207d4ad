// The drawer below: the problems, and the output of the program. It opens by itself only if the program writes something.

import {byId, make} from './dom.js';
import {keep, kept} from './keep.js';
import {noteContent} from './problems.js';

const lowest = 80;
/** A longer output is cut for the eye; the end is what counts. */
const longestShown = 200_000;

export class Drawer {
  #goTo;
  #part = '';
  #closed = false;
  #failed = false;

  constructor(goTo) {
    this.#goTo = goTo;
    byId('show-problems').onclick = () => this.#toggle('problems');
    byId('show-output').onclick = () => this.#toggle('output');
    this.#setHeight(kept('drawer', 180));
    const grip = byId('drawer-grip');
    grip.addEventListener('pointerdown', event => grip.setPointerCapture(event.pointerId));
    grip.addEventListener('pointermove', event => {
      if (grip.hasPointerCapture(event.pointerId)) this.#setHeight(innerHeight - event.clientY);
    });
    grip.addEventListener('pointerup', () => keep('drawer', this.height));
    grip.addEventListener('keydown', event => {
      const step = {ArrowUp: 20, ArrowDown: -20}[event.key];
      if (!step) return;
      event.preventDefault();
      this.#setHeight(this.height + step);
      keep('drawer', this.height);
    });
  }

  #setHeight(height) {
    const highest = Math.round(innerHeight * 0.7);
    this.height = Math.round(Math.max(lowest, Math.min(highest, height)));
    byId('drawer').style.setProperty('--drawer', `${this.height}px`);
    const grip = byId('drawer-grip');
    grip.setAttribute('aria-valuemax', String(highest));
    grip.setAttribute('aria-valuenow', String(this.height));
  }

  #toggle(part) {
    this.#closed = this.#part === part;
    this.open(this.#closed ? '' : part);
  }

  open(part) {
    this.#part = part;
    byId('drawer').dataset.open = String(part !== '');
    for (const name of ['problems', 'output']) {
      byId(name).hidden = name !== part;
      byId(`show-${name}`).setAttribute('aria-expanded', String(name === part));
    }
    if (part === 'output') this.#follow();
  }

  /** @param {string} text all that the program wrote so far @param {boolean} ended */
  write(text, ended) {
    const output = byId('output');
    const atEnd = output.scrollTop + output.clientHeight >= output.scrollHeight - 8;
    output.textContent = text.length > longestShown ? `…${text.slice(-longestShown)}` : text;
    const lines = text ? text.replace(/\n$/, '').split('\n').length : 0;
    byId('line-count').textContent = lines === 1 ? '1 line' : `${lines} lines`;
    byId('show-output').dataset.some = String(lines > 0);
    if (atEnd) this.#follow();
    this.#wrote = lines > 0;
    if (ended && !lines) {
      this.#closed = false;
      if (this.#part === 'output') this.open('');
    }
  }
  #wrote = false;

  #follow() {
    byId('output').scrollTop = byId('output').scrollHeight;
  }

  /** Problems of the newest render; none means that it went well, and then its output may come forward. */
  problems(problems, applyFix) {
    byId('problem-count').textContent = String(problems.length);
    byId('show-problems').dataset.some = String(problems.length > 0);
    byId('problems').replaceChildren(...problems.length
      ? problems.map(problem => this.#row(problem, applyFix))
      : [make('p', {}, 'No problems.')]);
    if (!problems.length && this.#wrote && !this.#closed && !this.#part) this.open('output');
  }

  #row(problem, applyFix) {
    const place = problem.line ? `${problem.file}, line ${problem.line}` : '';
    return make('div', {className: 'problem'},
      place ? make('button', {type: 'button', className: 'place', onclick: () => this.#goTo(problem)}, place) : null,
      ...noteContent(problem, applyFix));
  }
}
