// The panes: the divider between them, light and dark, and on a phone which of the two is seen.

import {byId, toast} from './dom.js';
import {keep, kept} from './keep.js';

const usual = 46;
const themes = ['auto', 'light', 'dark'];

export class Layout {
  #narrow = matchMedia('(max-width: 719px)');

  constructor() {
    this.#setWidth(kept('width', usual));
    this.setTheme(kept('theme', 'auto'));
    const divider = byId('divider');
    divider.addEventListener('pointerdown', event => divider.setPointerCapture(event.pointerId));
    divider.addEventListener('pointermove', event => {
      if (divider.hasPointerCapture(event.pointerId)) this.#setWidth(100 * event.clientX / innerWidth);
    });
    divider.addEventListener('dblclick', () => this.#setWidth(usual));
    divider.addEventListener('keydown', event => {
      const step = {ArrowLeft: -2, ArrowRight: 2}[event.key];
      if (step) this.#setWidth(this.width + step);
    });
    byId('theme').onclick = () => {
      this.setTheme(themes[(themes.indexOf(this.theme) + 1) % themes.length]);
      toast(`Colours: ${this.theme === 'auto' ? 'as on this machine' : this.theme}`); // the first step may change nothing that is seen
    };
    byId('view-source').onclick = () => this.view('source');
    byId('view-picture').onclick = () => this.view('picture');
  }

  get isNarrow() {
    return this.#narrow.matches;
  }

  #setWidth(percent) {
    this.width = Math.round(Math.max(15, Math.min(85, percent)));
    byId('desk').style.setProperty('--source', `${this.width}%`);
    byId('divider').setAttribute('aria-valuenow', String(this.width));
    keep('width', this.width);
  }

  setTheme(theme) {
    this.theme = themes.includes(theme) ? theme : 'auto';
    document.documentElement.dataset.theme = this.theme;
    byId('theme').title = `Colours: ${this.theme}`;
    keep('theme', this.theme);
  }

  /** @param {'source' | 'picture'} name */
  view(name) {
    document.body.dataset.view = name;
    byId('view-source').setAttribute('aria-pressed', String(name === 'source'));
    byId('view-picture').setAttribute('aria-pressed', String(name === 'picture'));
  }
}
