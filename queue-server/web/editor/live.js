// Rendering while typing: when to begin, what is newest, what is shown. A result is shown only if no newer render has
// begun, and the place of an error only in the very text that has it.

import {AccessError, ConnectionError, inSpace} from '../client/asyfleet.js';
import {problemOf} from './words.js';

/** Nobody is told of an error in the middle of a word. */
const errorPatience = 1000;

/** Why the fleet denies a figure now and takes it later: it is submitted again. */
const passing = new Set(['QUEUE_TIMEOUT', 'UNAVAILABLE']);
const againMillis = 2000;

/** A key after a pause is a change of its own, such as another number. */
const pauseMillis = 600;
const quickMillis = 400;

/** How long to wait after a key: not at all after a pause, if the figure is quick; else as fast as the figure is. */
export function debounce(lastMillis, sinceLastKey) {
  if (sinceLastKey > pauseMillis && lastMillis < quickMillis) return 0;
  return Math.round(Math.min(400, Math.max(120, 120 + (lastMillis - 150) * 0.25)));
}

export class Live {
  #timer = null;
  #sequence = 0;
  #lastMillis = 0;
  #lastKey = 0;
  #stop = null;
  #rendered = null;
  /** The last figure that was drawn. @type {{key: string | null, result: any}} */
  #drawn = {key: null, result: null};
  #refused = new Set();

  /**
   * @param {import('../client/asyfleet.js').Fleet} fleet
   * @param {object} page what it works on: work(), timeout(), longest(), isCovered() by a shell, shown(result, work), failed(problem, result), output(text), status
   */
  constructor(fleet, page) {
    this.fleet = fleet;
    this.page = page;
    this.on = true;
  }

  /** Renders while typing, or no more. @param {boolean} on */
  switch(on) {
    this.on = on;
    clearTimeout(this.#timer);
    if (on) this.render();
  }

  /** The source has changed. */
  changed() {
    const now = performance.now();
    const delay = debounce(this.#lastMillis, now - this.#lastKey);
    this.#lastKey = now;
    if (!this.on) return;
    this.fleet.prepare();
    clearTimeout(this.#timer);
    // A timer of no time would still come after the editor has drawn itself.
    if (delay === 0) this.render();
    else this.#timer = setTimeout(() => this.render(), delay);
  }

  /** Renders now; `asked` if the user said so, who then is told of an error at once. */
  async render({asked = false} = {}) {
    clearTimeout(this.#timer);
    if (this.page.isCovered()) return; // it is rendered when the source is back
    const work = structuredClone(this.page.work()); // it may change before the result is there
    const key = this.#key();
    if (!asked && key === this.#rendered) return;
    this.#rendered = key;
    const mine = ++this.#sequence;
    const stop = this.#stop = new AbortController();
    const since = performance.now();
    this.page.status.begun(since);
    try {
      const result = await this.#untilTaken(work, stop.signal, () => mine === this.#sequence);
      if (mine !== this.#sequence) return;
      this.#lastMillis = performance.now() - since;
      await this.#ended(result, work, asked, mine);
    } catch (error) {
      if (mine === this.#sequence) this.#broken(error);
    }
  }

  /** Shows the figure again, after a shell was in its place. If it has not changed, nothing runs: the shell keeps its machine. */
  back() {
    const {key, result} = this.#drawn;
    if (key !== this.#key()) return this.render({asked: true});
    this.#rendered = key;
    this.page.output(result.output, true);
    this.page.shown(result, this.page.work());
    return undefined;
  }

  /** What a render is made of: two with the same key draw the same. */
  #key() {
    return JSON.stringify([this.page.work(), this.page.timeout()]);
  }

  /** What waited in vain, as nothing was up or all was busy, is submitted again until it runs, or nobody wants it. */
  async #untilTaken(work, signal, isNewest) {
    for (let again = false; ; again = true) {
      const result = await this.#run(work, signal, again, isNewest);
      const {verdict} = result;
      if (!isNewest() || !verdict.denied || !passing.has(verdict.code)) return result;
      this.page.status.again(problemOf(verdict, '', work.main));
      await new Promise(resolve => setTimeout(resolve, againMillis));
      if (!isNewest()) return result;
    }
  }

  #run(work, signal, again, isNewest) {
    const {main, files} = work;
    const others = Object.fromEntries(Object.entries(files).filter(([name]) => name !== main));
    let wrote = '';
    let isSaid = again; // first of all it waits, and the status says why already
    const timeout = this.page.timeout();
    const onProgress = progress => {
      if (!isNewest()) return;
      if (isSaid && progress.state === 'waiting') {
        isSaid = false;
        return;
      }
      this.page.status.progress(progress, timeout ?? this.page.longest());
      if (progress.state === 'reconnecting') wrote = '';
    };
    return this.fleet.render(files[main], {
      main, files: others, signal, onProgress, slot: 'page', format: this.#format(work), attempts: Infinity, timeout, longest: this.page.longest(),
      onOutput: text => { if (isNewest()) this.page.output(wrote += text, false); },
    });
  }

  /** A figure in space is asked for as one that turns, where the server can do that. */
  #format({files}) {
    const turns = Object.values(files).some(inSpace);
    return turns && !this.#refused.has('html') ? 'html' : 'svg';
  }

  async #ended(result, work, asked, mine) {
    const {verdict, images, output} = result;
    if (verdict.code === 'BAD_REQUEST' && /html/.test(verdict.error) && !this.#refused.has('html')) {
      this.#refused.add('html');
      this.#rendered = null;
      return this.render({asked});
    }
    this.page.output(output, true);
    if (this.on && document.hasFocus()) this.fleet.prepare(); // for the next key
    if (verdict.success && images.length) {
      this.#drawn = {key: this.#rendered, result};
      this.page.shown(result, work);
      return undefined;
    }
    const problem = problemOf(verdict, output, work.main);
    if (!asked) await this.#typingPauses();
    if (mine !== this.#sequence) return undefined;
    if (this.#key() === this.#rendered) this.page.failed(problem, result);
    else if (!this.on) this.page.failed({summary: problem.summary, hint: problem.hint}, result); // no line of the text that is there now
    return undefined;
  }

  async #typingPauses() {
    for (let rest = 0; (rest = this.#lastKey + errorPatience - performance.now()) > 0;) {
      await new Promise(resolve => setTimeout(resolve, rest));
    }
  }

  #broken(error) {
    this.#rendered = null;
    if (error instanceof AccessError) this.page.wantsToken(error.message);
    else if (error instanceof ConnectionError) this.page.status.say(error.message, 'trouble');
    else if (error.name === 'AbortError') this.page.status.stopped();
    else throw error;
  }

  stop() {
    this.leave();
    this.page.status.stopped();
  }

  /** Ends what is under way, without a word. */
  leave() {
    clearTimeout(this.#timer);
    this.#sequence++;
    this.#rendered = null;
    this.#stop?.abort();
  }
}
