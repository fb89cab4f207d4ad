// The line below the editor: the mode, the keys of a command that is not complete, and the input of `/`, `?` and `:`.

import {make} from '../editor/dom.js';

export class Bar {
  #mode = make('span', {className: 'vim-mode', role: 'status'});
  #told = make('span', {className: 'vim-told', role: 'status'});
  #keys = make('span', {className: 'vim-keys', 'aria-hidden': 'true'});
  #sign = make('label', {htmlFor: 'vim-input'});
  #input = make('input', {id: 'vim-input', type: 'text', autocomplete: 'off', spellcheck: false});
  #asking = make('span', {className: 'vim-asking', hidden: true}, this.#sign, this.#input);
  #answer = null;
  #back = null;

  constructor() {
    this.dom = make('div', {className: 'vim-bar'}, this.#mode, this.#asking, this.#told, make('span', {className: 'gap'}), this.#keys);
    this.#input.addEventListener('keydown', event => this.#key(event));
    this.#input.addEventListener('blur', () => this.close(null, false));
  }

  show(mode, keys) {
    const name = {normal: 'normal', insert: 'insert', visual: 'visual', lines: 'visual lines'}[mode];
    if (this.#mode.textContent !== name) this.#mode.textContent = name;
    this.#keys.textContent = keys;
  }

  tell(text) {
    this.#told.textContent = text;
  }

  /** @param {string} sign what stands before the input @param {string} text @param {(typed: string | null) => void} answer null if it was given up @param {() => void} back takes the focus */
  ask(sign, text, answer, back) {
    this.tell('');
    this.#answer = answer;
    this.#back = back;
    this.#sign.textContent = sign;
    this.#input.value = text;
    this.#asking.hidden = false;
    this.#mode.hidden = true;
    this.#keys.hidden = true; // the sign says the same
    this.#input.focus();
  }

  get isAsking() {
    return this.#answer !== null;
  }

  close(typed = null, back = true) {
    const answer = this.#answer;
    if (!answer) return;
    this.#answer = null;
    this.#asking.hidden = true;
    this.#mode.hidden = false;
    this.#keys.hidden = false;
    if (back) this.#back();
    answer(typed);
  }

  #key(event) {
    const gone = event.key === 'Escape' || event.key === 'Backspace' && this.#input.value === '';
    if (event.key === 'Enter') this.close(this.#input.value);
    else if (gone) this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
