// Links: the figure in the part of the address after #. The same text is the last part of the picture's own address, from
// which the server reads it. Several files are packed into one text first.

import {decodeSource, encodeSource} from '../client/asyfleet.js';
import {newWork, workOf} from './work.js';

/** Proxies and mail programs cut longer addresses. */
const longestSafe = 8000;
const packed = 'p.';
const title = 'from a link';

export function isSingle(work) {
  return Object.keys(work.files).length === 1;
}

export async function encodeWork(work) {
  if (isSingle(work)) return encodeSource(work.files[work.main]);
  const {title, files, main} = work;
  return packed + await encodeSource(JSON.stringify({title, files, main}));
}

/** @returns {Promise<import('./work.js').WorkData | null>} null if the text is no figure, or damaged */
export async function decodeWork(encoded) {
  try {
    if (!encoded.startsWith(packed)) return newWork(await decodeSource(encoded), title);
    return workOf(JSON.parse(await decodeSource(encoded.slice(packed.length))), title);
  } catch {
    return null;
  }
}

export function isSafe(address) {
  return address.length <= longestSafe;
}

/** Addresses of this page and of its pictures, wherever the page is. */
export function addresses(encoded, format = 'svg') {
  const here = new URL('./', document.baseURI);
  here.search = '';
  here.hash = '';
  return {
    page: `${here.href}#${encoded}`,
    embed: `${new URL('embed', here).href}#${encoded}`,
    picture: new URL(`asymptote/${format}/${encoded}`, here).href,
  };
}
