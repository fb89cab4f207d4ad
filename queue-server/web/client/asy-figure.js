// <asy-figure>: the Asymptote source between the tags becomes a picture. No dependencies beside asyfleet.js, which lies
// next to it. The types are in asy-figure.d.ts.
//
//   <script type="module" src="https://fleet.example.org/client/asy-figure.js"></script>
//   <asy-figure alt="A circle"><script type="text/asymptote">
//   size(4cm); draw(unitcircle);
//   </script></asy-figure>
//
// A picture is an image or a sandboxed frame, never a part of the page, so nothing in it can reach the page.

import {AccessError, encodeSource, Fleet, inSpace} from './asyfleet.js';

/** More figures of one page wait for each other here, and not in the queue of everybody. */
const mostAtOnce = 4;
const longestFrameWait = 15_000;
const shown = new Set(['svg', 'png', 'html']);

/** Set as a style sheet and not as an element, which the policy of a strict page would refuse. */
const style = new CSSStyleSheet();
style.replaceSync(`
  :host { display: block; }
  :host([hidden]) { display: none; }
  figure { position: relative; margin: 0; min-height: 48px; width: fit-content; max-width: 100%; align-content: center; }
  [hidden] { display: none !important; }
  img { display: block; max-width: 100%; height: auto; background: var(--asy-paper, #fff); }
  iframe { display: block; width: 480px; max-width: 100%; aspect-ratio: 4 / 3; border: 0; background: var(--asy-paper, #fff); }
  .old { opacity: 0.6; }
  p { margin: 0; }
  .status:empty, .status:has(span:empty + span:empty) { display: none; }
  .status { font: 13px/20px system-ui, sans-serif; color: var(--asy-soft, light-dark(#6a665e, #a19c92)); padding: 4px 0; }
  .problem { font: 13px/20px system-ui, sans-serif; padding: 8px 12px; border-left: 3px solid; border-radius: 0 6px 6px 0;
    color: var(--asy-error, light-dark(#b5371f, #f0765c)); background: var(--asy-error-ground, light-dark(#fdf0ed, #33211d)); overflow-wrap: anywhere; }
  .problem .hint, .problem .where { color: light-dark(#5c5850, #b5b0a6); }
  code { font: 12px/20px ui-monospace, Menlo, Consolas, monospace; }
  a, button { font: 13px/20px system-ui, sans-serif; color: inherit; }
  .edit { position: absolute; right: 4px; bottom: 4px; padding: 4px 10px; border-radius: 6px; opacity: 0; text-decoration: none;
    color: light-dark(#1c1b19, #e8e6e1); background: light-dark(#ffffffe6, #2a2825e6); box-shadow: 0 1px 4px rgb(0 0 0 / 25%); }
  figure:hover .edit, .edit:focus-visible { opacity: 1; }
  @media (hover: none) { .edit { opacity: 1; } }
  .problem:not([hidden]) ~ .edit { position: static; display: inline-block; margin-top: 4px; opacity: 1; }
  button { margin-top: 4px; padding: 4px 10px; border: 1px solid; border-radius: 6px; background: none; cursor: pointer; }
`);

/** One for each server and token, so that figures share files and connections. */
const fleets = new Map();

function fleetOf(server, token) {
  const key = `${server} ${token}`;
  if (!fleets.has(key)) fleets.set(key, {fleet: new Fleet(server, {token}), running: 0, waiting: []});
  return fleets.get(key);
}

/** Runs the work when fewer than the most are under way. */
async function inTurn(turns, work) {
  if (turns.running < mostAtOnce) turns.running++;
  else await new Promise(resolve => { turns.waiting.push(resolve); });
  try {
    return await work();
  } finally {
    const next = turns.waiting.shift(); // has the place of this one
    if (next) next();
    else turns.running--;
  }
}

const inView = new IntersectionObserver(entries => {
  for (const {target, isIntersecting} of entries) {
    if (isIntersecting) {
      inView.unobserve(target);
      /** @type {AsyFigure} */ (target).render();
    }
  }
}, {rootMargin: '200px'});

export class AsyFigure extends HTMLElement {
  static observedAttributes = ['format', 'server', 'src', 'timeout'];

  /** Files beside the source, by name: those that it imports or reads. */
  files = {};
  #root = this.attachShadow({mode: 'open'});
  #source = null;
  #stop = null;
  #ticking = null;
  #url = '';
  #figure = make('figure', {part: 'figure'});
  #picture = null;
  #status = make('span', {role: 'status'});
  #clock = make('span', {'aria-hidden': 'true'});
  #problem = make('div', {className: 'problem', part: 'problem', role: 'alert', hidden: true});
  #edit = make('a', {className: 'edit', part: 'edit', target: '_blank', rel: 'noopener', hidden: true}, 'Edit');

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [style];
    this.#figure.append(this.#problem, make('div', {className: 'status', part: 'status'}, this.#status, this.#clock), this.#edit);
    this.#root.append(this.#figure);
  }

  connectedCallback() {
    // The parser may not have come to the source yet.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => inView.observe(this), {once: true});
    else inView.observe(this);
  }

  disconnectedCallback() {
    inView.unobserve(this);
    this.#stop?.abort();
    clearInterval(this.#ticking);
    URL.revokeObjectURL(this.#url); // what is put back is rendered again
    this.#url = '';
  }

  attributeChangedCallback(name, before, after) {
    if (this.#stop !== null && before !== after) this.render();
  }

  /** The source: what was set, else what stands between the tags. */
  get source() {
    const script = this.querySelector('script[type="text/asymptote"]');
    return this.#source ?? (script ?? this).textContent;
  }

  set source(source) {
    this.#source = source;
    if (this.#stop !== null) this.render();
  }

  /** Where the fleet is: the attribute, else where this module came from. */
  get server() {
    return new URL(this.getAttribute('server') ?? new URL('..', import.meta.url), document.baseURI).href;
  }

  /** Renders now, whether it is in view or not. Never rejected: what goes wrong is shown. */
  async render() {
    this.#stop?.abort();
    const stop = this.#stop = new AbortController();
    const isNewest = () => stop === this.#stop && !stop.signal.aborted;
    this.#figure.setAttribute('aria-busy', 'true');
    this.#picture?.classList.add('old');
    this.#say('waiting for its turn');
    try {
      const source = await this.#load(stop.signal);
      this.#link(source, isNewest);
      const turns = fleetOf(this.server, this.getAttribute('token') ?? '');
      const rendering = await inTurn(turns, () => this.#run(turns.fleet, source, stop.signal));
      if (isNewest()) await this.#ended(rendering, source, isNewest);
    } catch (error) {
      if (isNewest()) this.#fail({summary: error.message, hint: error instanceof AccessError ? 'Set the attribute token.' : ''}, true);
    } finally {
      if (isNewest()) this.#figure.setAttribute('aria-busy', 'false');
    }
  }

  async #load(signal) {
    const src = this.getAttribute('src');
    if (src === null || this.#source !== null) return this.source;
    const answer = await fetch(new URL(src, document.baseURI), {signal});
    if (!answer.ok) throw new Error(`${src} could not be loaded: status ${answer.status}.`);
    return answer.text();
  }

  #run(fleet, source, signal) {
    const timeout = Number(this.getAttribute('timeout')) || undefined;
    const onProgress = progress => { if (!signal.aborted) this.#progress(progress); };
    return fleet.render(source, {signal, timeout, onProgress, files: this.files, format: this.#format(source)});
  }

  /** A figure in space turns, unless another format was asked for. */
  #format(source) {
    return this.getAttribute('format') ?? (inSpace(source) ? 'html' : 'svg');
  }

  #progress({state, estimate, backends, schedulers, reason, said}) {
    if (state === 'reconnecting') this.#say(`${said ? inMiddle(reason) : 'connection lost'}, trying again`);
    else if (backends === 0) this.#say('no machine is up');
    else if (schedulers === 0) this.#say('no scheduler is up');
    else if (state === 'lost') this.#say('its machine was lost, it runs again');
    else if (state === 'running') this.#say('rendering…');
    else if (state === 'waiting' && estimate !== undefined) this.#say('waiting,', estimate);
    else if (state === 'waiting') this.#say('waiting for a machine');
  }

  /** Says a state; how long it will still be stands beside it, where no screen reader reads it out every second. */
  #say(text, estimate) {
    clearInterval(this.#ticking);
    if (this.#status.textContent !== text) this.#status.textContent = text;
    const end = performance.now() + (estimate ?? 0);
    const tick = () => { this.#clock.textContent = estimate === undefined ? '' : ` ${wait(end - performance.now())}`; };
    tick();
    if (estimate !== undefined) this.#ticking = setInterval(tick, 500);
  }

  async #link(source, isNewest) {
    const several = Object.keys(this.files).length > 0;
    this.#edit.hidden = several || this.hasAttribute('no-edit');
    const address = `${this.server}#${await encodeSource(source)}`;
    if (isNewest()) this.#edit.href = address;
  }

  async #ended(rendering, source, isNewest) {
    const {image, images, verdict} = rendering;
    if (image) await this.#show(images.at(-1), isNewest);
    if (!isNewest()) return;
    const isDrawn = verdict.success && image !== null;
    // What a program drew before its error is as pale as the last good picture.
    this.#picture?.classList.toggle('old', !isDrawn);
    if (isDrawn) {
      this.#problem.hidden = true;
      this.#say('');
      this.#tell('asy-rendered', rendering);
    } else {
      this.#fail({...verdict, summary: verdict.summary ?? verdict.error ?? 'The program drew nothing.'}, verdict.denied, source);
    }
  }

  /** The picture in place of the one before, as soon as it is loaded; unless a newer one was begun by then. */
  async #show(image, isNewest) {
    const html = image.format === 'html' ? await image.blob.text() : null;
    const url = html === null ? URL.createObjectURL(image.blob) : '';
    const element = this.#element(image, url);
    if (html === null) await element.decode?.().catch(() => {});
    if (!isNewest()) {
      URL.revokeObjectURL(url);
      return;
    }
    this.#picture?.remove();
    this.#figure.prepend(element);
    this.#picture = element;
    URL.revokeObjectURL(this.#url);
    this.#url = url;
    if (html !== null) await fill(element, html);
  }

  #element(image, url) {
    const name = this.getAttribute('alt') ?? 'Figure';
    if (image.format === 'html') {
      return make('iframe', {title: name, part: 'picture', sandbox: 'allow-scripts', src: new URL('viewer', this.server).href});
    }
    return shown.has(image.format) ? make('img', {src: url, alt: name, part: 'picture'})
      : make('a', {href: url, download: `figure.${image.format}`, part: 'picture'}, `${name} (${image.format.toUpperCase()})`);
  }

  /**
   * @param {import('./asy-figure.d.ts').Failure} failure
   * @param {boolean} [again] whether to offer another try @param {string} [source] to quote the line from
   */
  #fail({summary, hint, file, line}, again, source) {
    const text = line && (!file || file === 'main.asy') ? source?.split('\n')[line - 1]?.trim() : undefined;
    this.#say('');
    this.#problem.hidden = false;
    this.#problem.replaceChildren(
      make('p', {}, sentence(summary)),
      line ? make('p', {className: 'where'}, `Line ${line}${text ? ': ' : ''}`, make('code', {}, text ?? '')) : '',
      hint ? make('p', {className: 'hint'}, sentence(hint)) : '',
      again ? make('button', {type: 'button', onclick: () => this.render()}, 'Try again') : '');
    this.#tell('asy-failed', {summary, hint, file, line});
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, {detail, bubbles: true, composed: true}));
  }
}

/** A figure that turns runs scripts of its own: in a frame that can reach neither the page nor a server. */
async function fill(frame, html) {
  await new Promise((resolve, reject) => {
    const end = how => {
      removeEventListener('message', listen);
      clearTimeout(late);
      how();
    };
    const listen = event => { if (event.source === frame.contentWindow) end(resolve); };
    const late = setTimeout(() => end(() => reject(new Error('The viewer for this figure could not be loaded.'))), longestFrameWait);
    addEventListener('message', listen);
  });
  frame.contentWindow?.postMessage(html, '*');
}

function wait(millis) {
  if (millis < 500) return 'any moment';
  const seconds = Math.max(1, Math.round(millis / 1000));
  return seconds < 100 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} min`;
}

/** A sentence of the server as a part of one of ours. */
function inMiddle(text) {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/[.;,]( try again.*)?$/, '');
}

function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element && name !== 'part' && name !== 'sandbox') element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

customElements.define('asy-figure', AsyFigure);
