// The work: a title, some files, which of them is run, and which is shown. Plain data that is kept, linked and restored.

/**
 * @typedef {object} WorkData
 * @property {string} title
 * @property {Record<string, string>} files contents by name, in the order of the tabs
 * @property {string} main the file that is run
 * @property {string} [active] the file that is shown
 */

const name = /^[A-Za-z0-9_][A-Za-z0-9_+.-]*$/;
export const mostFiles = 100;
export const largestFile = 1024 * 1024;
export const tooLarge = 'it is larger than 1 MiB';
export const noText = 'it is not a text';
const longestName = 100;
export const longestTitle = 80;

export function newWork(source, title = 'untitled') {
  return {title, files: {'main.asy': source}, main: 'main.asy', active: 'main.asy'};
}

/** How the names of files may end on this server, with the dot. */
export function endings() {
  return document.body.dataset.fileTypes.split(' ').map(type => `.${type}`);
}

/** @returns {string} why the name cannot be used; empty if it can */
export function nameProblem(work, wanted, isMain) {
  if (!name.test(wanted) || wanted.length > longestName) {
    return 'A name has letters, digits and _ + - . and begins with a letter, a digit or _';
  }
  const allowed = isMain ? ['.asy'] : endings();
  if (!allowed.some(ending => wanted.endsWith(ending))) return `A name must end in ${allowed.join(', ')}`;
  return wanted in work.files ? `There is a ${wanted} already` : '';
}

/**
 * The work in data that was kept, or that came from a link, which others may have made.
 *
 * @param {any} data @param {string} title of work that has none @returns {WorkData | null} null if it is no work
 */
export function workOf(data, title) {
  if (!isWork(data)) return null;
  const {title: given, files, main, active} = data;
  const known = typeof given === 'string' ? given.trim().slice(0, longestTitle) : '';
  return {title: known || title, files, main, active: active in files ? active : main};
}

function isWork(data) {
  return typeof data?.files === 'object' && data.files !== null && typeof data.files[data.main] === 'string'
    && Object.values(data.files).every(text => typeof text === 'string') && Object.keys(data.files).length <= mostFiles;
}

/** Whether two works draw the same. @param {WorkData} one @param {WorkData} other */
export function sameFiles(one, other) {
  return one.main === other.main && JSON.stringify(one.files) === JSON.stringify(other.files);
}

/** @param {Uint8Array} bytes @returns {string | null} null if they are not a text */
export function textOf(bytes) {
  try {
    const text = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** A name that is not taken yet: helper.asy, helper2.asy, … */
export function freeName(work, wanted) {
  if (!(wanted in work.files)) return wanted;
  const dot = wanted.lastIndexOf('.');
  for (let number = 2; ; number++) {
    const next = `${wanted.slice(0, dot)}${number}${wanted.slice(dot)}`;
    if (!(next in work.files)) return next;
  }
}

export function renameFile(work, from, to) {
  work.files = Object.fromEntries(Object.entries(work.files).map(([key, text]) => [key === from ? to : key, text]));
  if (work.main === from) work.main = to;
  if (work.active === from) work.active = to;
}

export function removeFile(work, gone) {
  delete work.files[gone];
  if (work.active === gone) work.active = work.main;
}

/** The name of the figure for files and texts: its title as a file name. */
export function fileBase(work) {
  return work.title.trim().toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'figure';
}
