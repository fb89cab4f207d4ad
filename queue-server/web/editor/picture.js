// The picture: zoom, move and fit, the ground behind it, and which of several pictures is shown. It stays where the user
// put it while the figure changes. A picture is an image or a sandboxed frame, never a part of the page.

import {byId, make, toast} from './dom.js';
import {keep, kept} from './keep.js';

/** Room around a fitted picture; below it stands the status. */
const margin = 36;
const below = 32;
const tabsBelow = 44;
/** Paper around a picture; one in space draws on its own. */
const paper = 16;
/** A picture below this size, in pixels, is a dot. */
const tiny = 16;
const largestFit = 3;
const longestFrameWait = 15000;

/** A figure in space draws itself for the size of its frame. If the room becomes this much larger or smaller, it is shown anew. */
const otherRoom = 1.25;
const resizePause = 300;
const grounds = ['paper', 'dark', 'checkered'];

export class Picture {
  #stage = byId('stage');
  #sheet = byId('sheet');
  #view = {fitted: true, zoom: 1, x: 0, y: 0};
  #size = {width: 0, height: 0};
  #images = [];
  #chosen = '';
  #url = '';
  #pointers = new Map();
  #shown = 0;
  #resizeTimer = 0;

  constructor() {
    this.setGround(kept('ground', 'paper'));
    byId('zoom-in').onclick = () => this.zoomBy(1.25);
    byId('zoom-out').onclick = () => this.zoomBy(0.8);
    byId('zoom').onclick = () => this.zoomBy(1 / this.#view.zoom);
    byId('fit').onclick = () => this.fit();
    byId('ground').onclick = () => this.nextGround();
    this.#stage.addEventListener('wheel', event => this.#wheel(event), {passive: false});
    this.#stage.addEventListener('pointerdown', event => this.#press(event));
    this.#stage.addEventListener('pointermove', event => this.#drag(event));
    for (const end of ['pointerup', 'pointercancel']) {
      this.#stage.addEventListener(end, event => this.#pointers.delete(event.pointerId));
    }
    this.#stage.addEventListener('dblclick', () => this.fit());
    this.#stage.addEventListener('keydown', event => this.#key(event));
    new ResizeObserver(() => this.#resized()).observe(this.#stage);
    const first = this.#sheet.querySelector('img');
    first.decode().then(() => { if (this.#shown === 0) this.#measure(first); }, () => {});
  }

  /** The images of the newest good render. */
  get images() {
    return this.#images;
  }

  /** The image that the user looks at. */
  get current() {
    return this.#images[this.#index(this.#images)] ?? null;
  }

  /** Shows the images of a render in place of the former ones, as soon as the browser has decoded the chosen one. */
  async show(images, title) {
    const mine = ++this.#shown;
    this.#sheet.querySelectorAll('.waiting').forEach(older => older.remove()); // a frame would draw on for nobody
    const index = this.#index(images);
    const prepared = await this.#prepare(images[index], title);
    if (!prepared) {
      if (mine === this.#shown) toast('The viewer for this figure could not be loaded.', () => this.show(images, title), {label: 'Try again'});
      return;
    }
    const {element, url} = prepared;
    if (mine !== this.#shown) {
      element.remove();
      URL.revokeObjectURL(url);
      return;
    }
    this.#images = images;
    this.#place(element, url);
    this.#resized(); // the room may have another size than when the frame began to draw
  }

  /**
   * Shows a kept picture until the figure is drawn. Without one nothing is shown, because the picture of another figure
   * would mislead.
   *
   * @param {Blob | string | null | Promise<Blob | string | null>} picture an image or its address
   */
  async standIn(picture, title) {
    const mine = ++this.#shown;
    this.#images = [];
    this.#sheet.replaceChildren();
    this.#forget();
    this.#sheet.classList.add('empty');
    this.dim(false);
    this.#listPictures();
    const found = await picture;
    if (!found || mine !== this.#shown) return;
    const url = typeof found === 'string' ? found : URL.createObjectURL(found);
    const element = make('img', {src: url, alt: title, draggable: false, className: 'waiting'});
    await element.decode().catch(() => {});
    if (mine !== this.#shown) {
      URL.revokeObjectURL(url);
      return;
    }
    this.#sheet.append(element);
    this.#place(element, url);
  }

  #place(element, url) {
    // A frame that is moved loads again, so the others go, and it stays.
    [...this.#sheet.children].filter(child => child !== element).forEach(child => child.remove());
    element.classList.remove('waiting');
    this.#sheet.classList.remove('empty');
    this.#sheet.classList.toggle('frame', element.tagName === 'IFRAME');
    this.#forget();
    this.#url = url;
    this.#listPictures();
    this.#measure(element);
  }

  #forget() {
    URL.revokeObjectURL(this.#url);
    this.#url = '';
  }

  /** Whether the picture is a dot, as it is without a size. */
  get isTiny() {
    return Math.max(this.#size.width, this.#size.height) < tiny;
  }

  /** Loads an image, unseen, beside the one that is shown. @returns {Promise<{element: any, url: string} | null>} null if it cannot be shown */
  async #prepare(image, title) {
    if (image.format === 'html') {
      const element = make('iframe', {title, className: 'waiting', src: new URL('viewer', document.baseURI).href});
      element.setAttribute('sandbox', 'allow-scripts');
      // It draws for the size that it will have.
      const {width, height} = this.#room(paper);
      element.style.width = `${width}px`;
      element.style.height = `${height}px`;
      this.#sheet.append(element);
      if (await fill(element, image)) return {element, url: ''};
      element.remove();
      return null;
    }
    const url = URL.createObjectURL(image.blob);
    const element = make('img', {src: url, alt: title, draggable: false, className: 'waiting'});
    await element.decode().catch(() => {});
    this.#sheet.append(element);
    return {element, url};
  }

  dim(dimmed) {
    this.#sheet.classList.toggle('dim', dimmed);
  }

  setGround(ground) {
    this.#stage.dataset.ground = grounds.includes(ground) ? ground : 'paper';
    keep('ground', this.#stage.dataset.ground);
  }

  nextGround() {
    this.setGround(grounds[(grounds.indexOf(this.#stage.dataset.ground) + 1) % grounds.length]);
  }

  fit() {
    this.#view.fitted = true;
    this.#layout();
  }

  /** Zooms around a point of the stage, by default its middle. */
  zoomBy(factor, at = {x: this.#stage.clientWidth / 2, y: this.#stage.clientHeight / 2}) {
    const view = this.#view;
    const zoom = Math.min(40, Math.max(0.05, view.zoom * factor));
    view.x = at.x - (at.x - view.x) * (zoom / view.zoom);
    view.y = at.y - (at.y - view.y) * (zoom / view.zoom);
    view.zoom = zoom;
    view.fitted = false;
    this.#layout();
  }

  #moveBy(x, y) {
    this.#view.x += x;
    this.#view.y += y;
    this.#view.fitted = false;
    this.#layout();
  }

  #measure(element) {
    const natural = element.tagName === 'IFRAME'
      ? {width: parseFloat(element.style.width), height: parseFloat(element.style.height)}
      : {width: element.naturalWidth || 300, height: element.naturalHeight || 200};
    const before = this.#size;
    const view = this.#view;
    if (!view.fitted) {
      // The middle of the picture stays where it was.
      view.x += (before.width - natural.width) * view.zoom / 2;
      view.y += (before.height - natural.height) * view.zoom / 2;
    }
    this.#size = natural;
    this.#layout();
  }

  /** The most that a fitted picture may take, and of the paper around it so much on each side. */
  #room(around = 0) {
    return {
      width: Math.max(1, this.#stage.clientWidth - 2 * margin + 2 * around),
      height: Math.max(1, this.#stage.clientHeight - 2 * margin - this.#below + 2 * around),
    };
  }

  /** What lies over the stage below the picture: the status, and the names of several pictures. */
  get #below() {
    return byId('pictures').hidden ? below : below + tabsBelow;
  }

  #resized() {
    this.#layout();
    clearTimeout(this.#resizeTimer);
    const frame = this.#sheet.querySelector('iframe:not(.waiting)');
    if (frame && this.#stage.clientWidth) {
      const room = this.#room(paper);
      const factors = [room.width / this.#size.width, room.height / this.#size.height];
      if (factors.some(factor => Math.max(factor, 1 / factor) > otherRoom)) {
        this.#resizeTimer = setTimeout(() => this.show(this.#images, frame.title), resizePause);
      }
    }
  }

  #layout() {
    const {width, height} = this.#size;
    const view = this.#view;
    if (!width || !this.#stage.clientWidth) return;
    if (view.fitted) {
      const room = this.#room(this.#sheet.classList.contains('frame') ? paper : 0);
      view.zoom = Math.max(0.05, Math.min(room.width / width, room.height / height, largestFit));
      view.x = (this.#stage.clientWidth - width * view.zoom) / 2;
      view.y = (this.#stage.clientHeight - this.#below - height * view.zoom) / 2;
    }
    const style = this.#sheet.style;
    style.width = `${width * view.zoom}px`;
    style.height = `${height * view.zoom}px`;
    style.transform = `translate(${Math.round(view.x)}px, ${Math.round(view.y)}px)`;
    const frame = this.#sheet.querySelector('iframe:not(.waiting)');
    if (frame) frame.style.transform = `scale(${view.zoom})`;
    byId('zoom').textContent = `${Math.round(view.zoom * 100)} %`;
    byId('fit').setAttribute('aria-pressed', String(view.fitted));
  }

  #wheel(event) {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey || Math.abs(event.deltaY) >= 40 || event.deltaMode !== 0) {
      this.zoomBy(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)), this.#at(event));
    } else {
      this.#moveBy(-event.deltaX, -event.deltaY);
    }
  }

  #at(event) {
    const box = this.#stage.getBoundingClientRect();
    return {x: event.clientX - box.left, y: event.clientY - box.top};
  }

  #press(event) {
    if (event.button !== 0) return;
    this.#pointers.set(event.pointerId, this.#at(event));
    this.#stage.setPointerCapture(event.pointerId);
  }

  /** One finger moves, two zoom around their middle. */
  #drag(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = this.#at(event);
    this.#pointers.set(event.pointerId, now);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) {
      this.#moveBy(now.x - before.x, now.y - before.y);
      return;
    }
    const middle = {x: (now.x + other.x) / 2, y: (now.y + other.y) / 2};
    const apart = (a, b) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
    this.zoomBy(apart(now, other) / apart(before, other), middle);
    this.#moveBy((now.x - before.x) / 2, (now.y - before.y) / 2);
  }

  #key(event) {
    const moves = {ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40]};
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') this.zoomBy(1.25);
    else if (event.key === '-') this.zoomBy(0.8);
    else if (event.key === '0') this.fit();
    else if (event.key === '1') this.zoomBy(1 / this.#view.zoom);
    else if (event.key in moves) this.#moveBy(...moves[event.key]);
    else return;
    event.preventDefault();
  }

  /** The picture that the user chose, else the last: a program's main picture comes after those that it named. */
  #index(images) {
    const chosen = images.findIndex(image => nameOf(image, images) === this.#chosen);
    return chosen >= 0 ? chosen : images.length - 1;
  }

  #listPictures() {
    const list = byId('pictures');
    list.hidden = this.#images.length < 2;
    const index = this.#index(this.#images);
    list.replaceChildren(...this.#images.map((image, i) => {
      const name = nameOf(image, this.#images);
      return make('button', {type: 'button', role: 'tab', 'aria-selected': String(i === index), onclick: () => {
        this.#chosen = name;
        this.show(this.#images, name);
      }}, name);
    }));
    list.querySelector('[aria-selected=true]')?.scrollIntoView({block: 'nearest', inline: 'nearest'});
  }
}

/** The name that the program gave; the picture without one is the main one. */
export function nameOf(image, images) {
  const unnamed = images.filter(one => !one.name);
  return image.name ?? (unnamed.length === 1 ? 'main' : String(images.indexOf(image) + 1));
}

/**
 * A figure that turns runs scripts of its own: in a frame that can reach neither this page nor a server.
 *
 * @returns {Promise<boolean>} whether the frame was there
 */
async function fill(frame, image) {
  const ready = told(frame);
  const html = await image.blob.text();
  if (!await ready) return false;
  const drawn = told(frame);
  frame.contentWindow?.postMessage(html, '*');
  await drawn;
  return true;
}

/**
 * Waits for the next message of a frame; not for too long, as a figure of others may never be drawn.
 *
 * @returns {Promise<boolean>} whether it came
 */
function told(frame) {
  return new Promise(resolve => {
    const end = came => {
      removeEventListener('message', listen);
      clearTimeout(late);
      resolve(came);
    };
    const listen = event => { if (event.source === frame.contentWindow) end(true); };
    const late = setTimeout(() => end(false), longestFrameWait);
    addEventListener('message', listen);
  });
}
