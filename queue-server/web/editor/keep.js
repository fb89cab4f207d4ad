// What the browser keeps: settings and the work in localStorage, the history in IndexedDB. A browser that keeps nothing
// is no failure.

const prefix = 'asyfleet.';

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
  } catch { /* private window, or full */ }
}

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

function database() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('asyfleet', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('steps', {keyPath: 'time'});
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The last good states of the work, newest first. */
export const history = {
  last: null,

  /** @param {object} work @param {Blob | null} picture */
  async add(work, picture) {
    try {
      const steps = (await database()).transaction('steps', 'readwrite').objectStore('steps');
      const now = Date.now();
      if (this.last && this.last.title === work.title && now - this.last.began < sameStepMillis) {
        steps.delete(this.last.time);
        this.last = {...this.last, time: now};
      } else {
        this.last = {title: work.title, began: now, time: now};
      }
      steps.put({time: now, work, picture: picture && picture.size <= largestPicture ? picture : null});
      const times = await done(steps.getAllKeys());
      times.slice(0, Math.max(0, times.length - mostSteps)).forEach(time => steps.delete(time));
    } catch { /* private window, or full */ }
  },

  /** What comes next is a step of its own. */
  cut() {
    this.last = null;
  },

  async all() {
    try {
      const steps = (await database()).transaction('steps').objectStore('steps');
      return (await done(steps.getAll())).reverse();
    } catch {
      return [];
    }
  },
};
