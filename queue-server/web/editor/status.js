// The status pill: the one place that says what goes on. A screen reader is told the same by a text that nobody sees: the
// pill is a button, the text of which is not read out when it changes, and its clock changes with every tick.

import {byId} from './dom.js';
import {inMiddle, roundTime, size, time, wait} from './words.js';

/** A picture that comes at once needs no word before it. */
const quietMillis = 150;

export class Status {
  #ticking = null;
  #quiet = null;
  #onClick = null;
  /** Since when the figure runs. */
  #running = null;

  constructor() {
    byId('pill-text').onclick = () => this.#onClick?.();
  }

  /** What is spoken is for screen readers; by default they are told the same. */
  #show(kind, text, {clock = null, stop = false, click = null, share = null, spoken = text.replace(/,$/, '')} = {}) {
    clearTimeout(this.#quiet);
    clearInterval(this.#ticking);
    const pill = byId('pill');
    pill.dataset.kind = kind;
    document.body.dataset.kind = kind;
    const status = byId('status');
    if (status.textContent !== text) status.textContent = text;
    if (byId('spoken').textContent !== spoken) byId('spoken').textContent = spoken;
    this.#onClick = click;
    byId('pill-text').disabled = click === null;
    byId('stop').hidden = !stop;
    const tick = () => {
      byId('clock').textContent = clock ? clock() : '';
      byId('pill-bar').style.width = share ? `${Math.round(100 * Math.max(0, Math.min(1, share())))}%` : '0';
    };
    tick();
    if (clock || share) this.#ticking = setInterval(tick, 100);
  }

  /** A render has begun; it is said only if it takes a while. */
  begun(since) {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#show('busy', 'rendering…', {stop: true}), quietMillis);
    this.since = since;
    this.#running = null;
  }

  /** @param {import('../client/asyfleet.js').Progress} progress @param {number} most how long it may run, if nothing else is said */
  progress(progress, most) {
    if (progress.state === 'connecting') return;
    const now = performance.now();
    const soon = Math.max(0, quietMillis - (now - this.since));
    this.#running = progress.state === 'running' ? this.#running ?? now : null;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.#progress(progress, most, this.#running ?? now), soon);
  }

  /**
   * @param {{state: string, estimate?: number, timeout?: number, backends?: number, schedulers?: number, reason?: string,
   *     said?: boolean}} progress
   */
  #progress({state, estimate, timeout, backends, schedulers, reason, said}, most, since) {
    const elapsed = () => performance.now() - since;
    if (backends === 0) {
      this.#show('trouble', 'no machine is up', {stop: true});
    } else if (schedulers === 0) {
      this.#show('trouble', 'no scheduler is up', {stop: true});
    } else if (state === 'waiting' && estimate !== undefined) {
      this.#show('waiting', 'waiting,', {
        stop: true, clock: () => wait(estimate - elapsed()), share: () => 1 - elapsed() / Math.max(estimate, 1),
      });
    } else if (state === 'waiting') {
      this.#show('waiting', 'waiting for a machine', {stop: true});
    } else if (state === 'running') {
      this.#showRun(timeout, timeout ?? most, elapsed);
    } else if (state === 'lost') {
      this.#show('trouble', 'its machine was lost, it runs again', {stop: true});
    } else if (state === 'reconnecting') {
      this.#show('trouble', `${said ? inMiddle(reason) : 'connection lost'}, trying again`, {stop: true});
    }
  }

  /** The fleet did not take the figure in time; it is submitted again. If something is missing, that stays said. */
  again({summary}) {
    clearTimeout(this.#quiet);
    if (document.body.dataset.kind !== 'trouble') this.#show('trouble', `${inMiddle(summary)}, trying again`, {stop: true});
  }

  /** A run of less than a second needs no clock. */
  #showRun(shortened, most, elapsed) {
    if (!shortened && elapsed() < 1000) {
      this.#show('busy', 'rendering…', {stop: true});
      this.#quiet = setTimeout(() => this.#showRun(shortened, most, elapsed), 1000 - elapsed());
      return;
    }
    const seconds = () => `${Math.floor(elapsed() / 1000)} s`;
    this.#show('busy', shortened ? `the fleet is busy, ${roundTime(shortened)} at most now` : 'running,', {
      stop: true, clock: () => shortened ? `(${seconds()} so far)` : `${seconds()} of at most ${roundTime(most)}`, share: () => elapsed() / most,
    });
  }

  done({millis, images}) {
    const bytes = images.reduce((sum, image) => sum + image.bytes.length, 0);
    const format = images.length > 1 ? `${images.length} pictures` : images[0].format;
    // The time of each render would be read out after each key.
    this.#show('done', `${time(millis)} · ${format} · ${size(bytes)}`, {spoken: 'the picture is drawn'});
  }

  tiny(click) {
    this.#show('done', 'the picture is tiny: add size(6cm);', {click});
  }

  failed(problem, click) {
    const text = problem.line ? `error in line ${problem.line}` : problem.summary;
    this.#show('error', text, {click, spoken: problem.line ? `${text}: ${problem.summary}` : text});
  }

  stopped() {
    this.#show('idle', 'stopped');
  }

  say(text, kind = 'idle') {
    this.#show(kind, text);
  }
}
