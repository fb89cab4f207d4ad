// A small chart of lines and stacked areas over time. The legend says the newest values, or those under the pointer and
// their time; a screen reader hears the newest as a sentence.

import {make} from '../editor/dom.js';

const svgNamespace = 'http://www.w3.org/2000/svg';
const room = {left: 58, right: 6, top: 8, bottom: 22};
const minute = 60_000;
/** Between samples further apart than this nothing is known. */
const longestStep = 35_000;
/** Pixels for a point: more points would be noise. */
const pointWidth = 4;
/** Pixels for a time below the chart. */
const timeWidth = 90;
/** Minutes between two times. */
const timeSteps = [1, 2, 5, 10, 15, 30];

/**
 * @typedef {object} Series
 * @property {string} label
 * @property {(sample: any) => number | null | undefined} value nothing where nothing is known
 * @property {'area' | 'line' | 'limit'} kind areas are stacked in their order, and are as wide as their samples
 * @property {number} tone the number of its colour
 */

export class Chart {
  #title;
  #series;
  #format;
  #step;
  #svg;
  #when = make('small', {'aria-hidden': 'true'});
  #marker = null;
  #values = [];
  #samples = [];
  #points = [];
  #span = {from: 0, to: 1};
  /** In pixels, so that letters and lines are the same in every chart. */
  #size = {width: 560, height: 180};

  /**
   * @param {string} title @param {Series[]} series
   * @param {{format?: (value: number) => string, step?: number}} [options] step: the least height of the scale
   */
  constructor(title, series, {format = String, step = 1} = {}) {
    this.#title = title;
    this.#series = series;
    this.#format = format;
    this.#step = step;
    this.#svg = draw('svg', {role: 'img'});
    this.#values = series.map(() => make('b'));
    this.element = make('figure', {},
      make('figcaption', {}, title, this.#when),
      make('ul', {className: 'legend'}, ...series.map(({label, tone, kind}, i) =>
        make('li', {}, make('i', {className: `tone-${tone} ${kind}`, 'aria-hidden': 'true'}), `${label} `, this.#values[i]))),
      this.#svg);
    this.#svg.addEventListener('pointermove', event => this.#point(event));
    this.#svg.addEventListener('pointerleave', () => this.#unpoint());
    new ResizeObserver(() => this.show(this.#samples, this.#span)).observe(this.#svg);
  }

  /** @param {any[]} samples with a `time`, oldest first @param {{from: number, to: number}} span in milliseconds */
  show(samples, span) {
    this.#samples = samples;
    this.#span = span;
    this.#size = {width: this.#svg.clientWidth || 560, height: this.#svg.clientHeight || 180};
    this.#points = this.#gathered(Math.ceil(samples.length * pointWidth / this.#size.width));
    const top = this.#top();
    const parts = [...this.#areas(top), ...this.#grid(top)];
    this.#series.forEach(({kind, tone}, i) => {
      if (kind === 'area') return;
      const points = this.#points.map(({time, values}) => ({x: this.#x(time), y: this.#y(values[i], top), time}));
      parts.push(draw('path', {class: `tone-${tone} ${kind}`, d: pieces(points).map(line).join('')}));
    });
    if (!this.#points.some(({values}) => values.some(isKnown))) parts.push(this.#nothing());
    this.#svg.replaceChildren(...parts);
    if (this.#marker !== null) this.#mark(this.#marker);
    else this.#say(this.#newest());
    this.#svg.setAttribute('aria-label', `${this.#title}: ${this.#sentence()}`);
  }

  #x(time) {
    const {from, to} = this.#span;
    return room.left + (this.#size.width - room.left - room.right) * (time - from) / (to - from);
  }

  #y(value, top) {
    if (!isKnown(value)) return null;
    const {height} = this.#size;
    return height - room.bottom - (height - room.top - room.bottom) * value / top;
  }

  /** One point for so many samples: the highest of their values, so that no peak is lost, or the mean of areas. */
  #gathered(count) {
    const points = [];
    for (let i = 0; i < this.#samples.length; i += count) {
      const group = this.#samples.slice(i, i + count);
      points.push({time: group.at(-1).time, values: this.#series.map(({value, kind}) => {
        const known = group.map(value).filter(isKnown);
        if (!known.length) return null;
        return kind === 'area' ? known.reduce((sum, one) => sum + one, 0) / known.length : Math.max(...known);
      })});
    }
    return points;
  }

  #newest() {
    const sample = this.#samples.at(-1);
    return sample && {time: sample.time, values: this.#series.map(({value}) => value(sample))};
  }

  /** The upper end of the scale: a round number above all values. */
  #top() {
    const heights = this.#points.flatMap(({values}) => [
      this.#stack(values).at(-1), ...values.filter((value, i) => this.#series[i].kind !== 'area' && isKnown(value))]);
    return roundUp(Math.max(this.#step, ...heights));
  }

  /** The edges of the areas, from the lowest. */
  #stack(values) {
    const edges = [0];
    values.forEach((value, i) => { if (this.#series[i].kind === 'area') edges.push(edges.at(-1) + (value ?? 0)); });
    return edges;
  }

  #nothing() {
    const {width, height} = this.#size;
    const middle = {x: (width + room.left - room.right) / 2, y: (height - room.bottom + room.top) / 2 - 8};
    return draw('text', {...middle, 'text-anchor': 'middle'}, 'nothing yet');
  }

  #areas(top) {
    const stacks = this.#points.map(({values}) => this.#stack(values));
    return this.#series.filter(({kind}) => kind === 'area').map(({tone, value}, i) => {
      const which = this.#series.findIndex(one => one.value === value);
      const points = this.#points.map(({time, values}, at) => ({
        x: this.#x(time), time, y: isKnown(values[which]) ? this.#y(stacks[at][i + 1], top) : null, below: this.#y(stacks[at][i], top),
      }));
      return draw('path', {class: `tone-${tone} area`, d: pieces(points).map(area).join('')});
    });
  }

  #grid(top) {
    const {from, to} = this.#span;
    const right = this.#size.width - room.right;
    const rows = [0, 0.5, 1].flatMap(share => {
      const y = this.#y(top * share, top);
      return [
        draw('line', {class: 'grid', x1: room.left, x2: right, y1: y, y2: y}),
        draw('text', {x: room.left - 8, y: y + 4, 'text-anchor': 'end'}, share ? this.#format(top * share) : '0'),
      ];
    });
    return [...rows, ...this.#times(from, to)];
  }

  /** Round times, counted back from now. */
  #times(from, to) {
    const across = this.#size.width - room.left - room.right;
    const minutes = (to - from) / minute;
    const step = timeSteps.find(one => across * one / minutes >= timeWidth) ?? minutes;
    const bottom = this.#size.height - room.bottom;
    const parts = [];
    for (let ago = 0; ago <= minutes; ago += step) {
      const x = this.#x(to - ago * minute);
      parts.push(draw('line', {class: 'grid', x1: x, x2: x, y1: bottom, y2: bottom + 4}));
      if (ago && x < room.left + 20) continue; // it would stand below the numbers
      parts.push(draw('text', {x, y: this.#size.height - 4, 'text-anchor': ago ? 'middle' : 'end'}, ago ? `${ago} min ago` : 'now'));
    }
    return parts;
  }

  #point(event) {
    const place = this.#svg.getBoundingClientRect();
    const x = event.clientX - place.left;
    const near = this.#points.reduce((best, point) =>
      Math.abs(this.#x(point.time) - x) < Math.abs(this.#x(best.time) - x) ? point : best, this.#points[0]);
    if (near) this.#mark(near.time);
  }

  #mark(time) {
    this.#marker = time;
    this.#svg.querySelector('.marker')?.remove();
    const x = this.#x(time);
    this.#svg.append(draw('line', {class: 'marker', x1: x, x2: x, y1: room.top, y2: this.#size.height - room.bottom}));
    this.#when.textContent = new Date(time).toLocaleTimeString();
    this.#say(this.#points.find(point => point.time >= time) ?? this.#newest());
  }

  #unpoint() {
    this.#marker = null;
    this.#svg.querySelector('.marker')?.remove();
    this.#when.textContent = '';
    this.#say(this.#newest());
  }

  #say(point) {
    this.#series.forEach((series, i) => { this.#values[i].textContent = this.#text(point?.values[i]); });
  }

  #text(value) {
    return isKnown(value) ? this.#format(value) : '–';
  }

  #sentence() {
    const newest = this.#newest();
    return this.#series.map(({label, value}, i) => {
      const known = this.#samples.map(value).filter(isKnown);
      const most = known.length ? `, at most ${this.#format(Math.max(...known))}` : '';
      return `${label} ${this.#text(newest?.values[i])}${most}`;
    }).join('; ');
  }
}

function isKnown(value) {
  return value !== null && value !== undefined;
}

/** The runs of points between gaps. */
function pieces(points) {
  const longestGap = Math.max(longestStep, 3 * ((points[1]?.time ?? 0) - (points[0]?.time ?? 0)));
  const found = [];
  let before = null;
  for (const point of points) {
    if (point.y !== null) {
      if (before === null || point.time - before.time > longestGap) found.push([]);
      found.at(-1).push(point);
    }
    before = point.y === null ? null : point;
  }
  return found;
}

const at = (x, y) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** A point by itself is a short line. */
function line(points) {
  return `M${points.map(({x, y}) => at(x, y)).join('L')}${points.length === 1 ? 'm-3 0h6' : ''}`;
}

/** A sample is the height of the time before it: a count that was seen once is a block, not a peak. */
function area(points) {
  const first = Math.max(room.left, points[0].x - (points.length > 1 ? points[1].x - points[0].x : pointWidth));
  const blocks = points.map((point, i) => ({...point, from: i ? points[i - 1].x : first}));
  const there = blocks.flatMap(({from, x, y}) => [at(from, y), at(x, y)]);
  const back = [...blocks].reverse().flatMap(({from, x, below}) => [at(x, below), at(from, below)]);
  return `M${[...there, ...back].join('L')}Z`;
}

/** 1, 2, 4, 10, 20, 40, 100, …: halves of these are round, too. */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 6, 10].map(factor => factor * power).find(round => round >= value * 0.999);
}

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
