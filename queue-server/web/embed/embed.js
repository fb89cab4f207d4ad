// The page for frames: the figure of the address after #, as the editor's links have it, and a way to edit it there.

import '../client/asy-figure.js';
import {byId} from '../editor/dom.js';
import {decodeWork} from '../editor/link.js';

addEventListener('hashchange', show);
show();

async function show() {
  const encoded = location.hash.slice(1);
  const work = encoded ? await decodeWork(encoded) : null;
  byId('edit').href = `./#${encoded}`;
  byId('figure').replaceChildren(work ? figureOf(work) : encoded ? 'The figure of this link could not be read. Is the link complete?' : 'This link holds no figure.');
}

function figureOf({files, main}) {
  const {[main]: source, ...others} = files;
  const figure = document.createElement('asy-figure');
  const token = new URLSearchParams(location.search).get('token');
  if (token) figure.setAttribute('token', token);
  figure.setAttribute('server', new URL('./', document.baseURI).href);
  figure.setAttribute('no-edit', '');
  figure.files = others;
  figure.source = source;
  return figure;
}
