// The sheets that cover the page: examples with their pictures, and the history of the work.

import {groups, inviting} from '../examples/list.js';
import {byId, make, openDialog} from './dom.js';
import {history} from './keep.js';
import {newWork} from './work.js';

export function openExamples(app) {
  const content = groups.map(({name, examples}) => make('section', {},
    make('h3', {}, name),
    make('div', {className: 'cards'}, ...examples.map(example => card(example.title, example.picture, () => {
      dialog.close();
      app.load(newWork(example.source, example.title.toLowerCase()), example.picture);
    })))));
  const dialog = openDialog('Examples', 'sheet', ...content);
}

/** A row of examples below the source, for those who see the page for the first time. */
export function fillStrip(app, closed) {
  const close = () => {
    byId('strip').hidden = true;
    closed();
  };
  byId('strip').replaceChildren(
    make('div', {className: 'strip-head'}, make('h2', {}, 'Or begin with one of these'),
      make('button', {type: 'button', className: 'icon', 'aria-label': 'Close the examples', onclick: close}, '×')),
    make('div', {className: 'strip-cards'}, ...inviting.map(({title, source, picture}) =>
      card(title, picture, () => app.load(newWork(source, title.toLowerCase()), picture)))));
  byId('strip').hidden = false;
}

export async function openHistory(app) {
  const steps = await history.all();
  const urls = [];
  const cards = steps.map(({time, work, picture}) => {
    const url = picture ? URL.createObjectURL(picture) : '';
    if (url) urls.push(url);
    return card(`${work.title}, ${when(time)}`, url, () => { dialog.close(); app.load(work, picture); });
  });
  const dialog = openDialog('History', 'sheet', cards.length
    ? make('div', {className: 'cards'}, ...cards)
    : make('p', {}, 'Every figure that you render is kept here, in this browser: the last 50. So is work that something else took the place of.'));
  dialog.addEventListener('close', () => urls.forEach(url => URL.revokeObjectURL(url)));
}

function card(title, picture, run) {
  return make('button', {type: 'button', className: 'card', onclick: run},
    make('span', {className: 'card-picture'}, picture ? make('img', {src: picture, alt: '', loading: 'lazy'})
      : make('small', {}, 'no picture kept')),
    make('span', {}, title));
}

function when(time) {
  const date = new Date(time);
  const today = date.toDateString() === new Date().toDateString();
  const clock = date.toLocaleTimeString([], {hour: '2-digit', minute: '2-digit'});
  return today ? clock : `${date.toLocaleDateString()} ${clock}`;
}
