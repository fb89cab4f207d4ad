// What the browser keeps: settings and the work in localStorage, the history in IndexedDB. If it keeps no work, the page
// says so once.

import {sameFiles} from './work.js';

const prefix = 'asyfleet.';

let tellLoss = reason => {};

/** Calls back the first time that work could not be kept. @param {(reason: string) => void} callback gets the reason in words */
export function onLoss(callback) {
  tellLoss = reason => {
    tellLoss = () => {};
    callback(reason);
  };
}

/** A private window keeps nothing, and a full one no more. */
function lost(error) {
  tellLoss(error?.name === 'QuotaExceededError' ? 'it has no more room' : 'it does not allow that');
}

export function kept(key, otherwise = null) {
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function keep(key, value) {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch { /* without its settings the page works */ }
}

/**
 * The work. Each tab has its own, which is there again after a reload. A new tab begins with the work that was changed
 * last, in whichever tab.
 */
export const keptWork = {
  get() {
    try {
      const own = sessionStorage.getItem(`${prefix}work`);
      return own === null ? kept('work') : JSON.parse(own);
    } catch {
      return kept('work');
    }
  },

  /** @param {boolean} changed whether it is the work that a new tab begins with */
  set(work, changed) {
    const text = JSON.stringify(work);
    try {
      sessionStorage.setItem(`${prefix}work`, text);
      if (changed) localStorage.setItem(`${prefix}work`, text);
    } catch (error) {
      if (changed) lost(error);
    }
  },

  /** Calls back when another tab has put its work in the place of this one. */
  onOther(callback) {
    addEventListener('storage', event => { if (event.key === `${prefix}work`) callback(); });
  },
};

/** The token is kept until the tab is closed. */
export const token = {
  get() {
    try { return sessionStorage.getItem(`${prefix}token`) ?? ''; } catch { return ''; }
  },
  set(value) {
    try { sessionStorage.setItem(`${prefix}token`, value); } catch { /* private window */ }
  },
};

const mostSteps = 50;
/** Edits in one go are one step. */
const sameStepMillis = 30_000;
const largestPicture = 200_000;

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** Opened once; tried again if that failed. */
function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('asyfleet', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('steps', {keyPath: 'time'});
    request.onsuccess = () => {
      const found = request.result;
      found.onclose = () => { opened = null; };
      found.onversionchange = () => { // a newer page wants it in another form
        found.close();
        opened = null;
      };
      resolve(found);
    };
    request.onerror = () => reject(request.error);
  });
  opened.catch(() => { opened = null; });
  return opened;
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The time of a new step, which is its key. */
async function freeTime(steps) {
  const times = await done(steps.getAllKeys());
  return Math.max(Date.now(), (times.at(-1) ?? 0) + 1);
}

/** Resolved when the step is written: that there is no room is found out only at the end. */
async function put(steps, step) {
  const written = new Promise((resolve, reject) => {
    steps.transaction.oncomplete = resolve;
    steps.transaction.onabort = () => reject(steps.transaction.error);
  });
  steps.put(step);
  steps.getAllKeys().onsuccess = ({target}) => {
    target.result.slice(0, Math.max(0, target.result.length - mostSteps)).forEach(time => steps.delete(time));
  };
  await written;
}

async function openSteps(mode) {
  return (await database()).transaction('steps', mode).objectStore('steps');
}

/** The last good states of the work, newest first, and those that something else took the place of. */
export const history = {
  last: null,
  /** Work that is known to be here. */
  known: null,

  /** @param {object} work @param {Blob | null} picture */
  async add(work, picture) {
    try {
      const steps = await openSteps('readwrite');
      const now = await freeTime(steps);
      if (this.last && this.last.title === work.title && now - this.last.began < sameStepMillis) {
        steps.delete(this.last.time);
        this.last = {...this.last, time: now};
      } else {
        this.last = {title: work.title, began: now, time: now};
      }
      await put(steps, {time: now, work, picture: picture && picture.size <= largestPicture ? picture : null});
      this.known = work;
    } catch (error) {
      lost(error);
    }
  },

  /** Adds work that may never have been drawn, before something else takes its place; unless it is here already. */
  async rescue(work) {
    if (this.known && sameFiles(this.known, work)) return;
    const copy = structuredClone(work);
    try {
      const steps = await openSteps('readwrite');
      if (!(await done(steps.getAll())).some(step => sameFiles(step.work, copy))) {
        await put(steps, {time: await freeTime(steps), work: copy, picture: null});
      }
      this.known = copy;
    } catch (error) {
      lost(error);
    }
  },

  /** @returns {Promise<Blob | null>} the picture of this very work, if one was kept */
  async pictureOf(work) {
    return (await this.all()).find(step => step.picture && sameFiles(step.work, work))?.picture ?? null;
  },

  /** What comes next is a step of its own. */
  cut() {
    this.last = null;
  },

  async all() {
    try {
      const steps = await openSteps('readonly');
      return (await done(steps.getAll())).reverse();
    } catch {
      return [];
    }
  },
};
