// asyfleet.js: renders Asymptote figures on a fleet, from any web page. No dependencies. The types are in asyfleet.d.ts.
//
//   import {Fleet} from 'https://fleet.example.org/client/asyfleet.js';
//   const fleet = new Fleet('https://fleet.example.org/');
//   const {image, output, verdict} = await fleet.render('size(4cm); draw(unitcircle);');
//   document.querySelector('img').src = URL.createObjectURL(image.blob);
//
// It speaks the protocol of /asy: text frames `verb {JSON}`, some of them followed by one binary frame. Tasks at the same
// time have a WebSocket each; closing it aborts the task. One that is free is kept for the next task (`asy.keep`).

/** The media type of each format. */
export const mediaTypes = {
  svg: 'image/svg+xml', pdf: 'application/pdf', png: 'image/png', eps: 'application/postscript', html: 'text/html',
};

/** The connection could not be opened, or was lost before the task had ended. */
export class ConnectionError extends Error {
  name = 'ConnectionError';

  /** @param {string} message @param {boolean} [said] whether the server itself gave the reason */
  constructor(message, said = false) {
    super(message);
    this.said = said;
  }
}

/** The server wants a token, or another one. */
export class AccessError extends Error {
  name = 'AccessError';
}

const encoder = new TextEncoder();
/** Files below this size are not worth a hash and a look into the server's store. */
const smallestStored = 512;
const mostStored = 1000;
const longestPause = 5000;
const firstPause = 300;
const longestSource = 16 * 1024 * 1024;
const longestSpare = 30_000;
const longestOpening = 10_000;
/** A browser does not tell its pages of the pings of a server. */
const longestSilence = 20_000;
/** How long after its limit a run may still be under way. */
const grace = 30_000;

/** A fleet, as its pages see it. */
export class Fleet {
  #url;
  #slots = new Map();
  #stored = new Set();
  #spare = null;
  #silence;
  #token;

  /**
   * @param {string | URL} [url] the address of the queue server; without it, the one that this module came from
   * @param {{token?: string, silence?: number}} [options]
   */
  constructor(url = new URL('..', import.meta.url), {token = '', silence = longestSilence} = {}) {
    this.#url = new URL(url, globalThis.location?.href);
    this.#token = token;
    this.#silence = silence;
  }

  get token() {
    return this.#token;
  }

  /** A connection that was opened with the former token takes no task any more. */
  set token(token) {
    if (token === this.#token) return;
    this.#token = token;
    this.#spare?.close();
    this.#spare = null;
  }

  /** The address of something on the server, such as `api/versions`. */
  address(path) {
    return new URL(path, this.#url);
  }

  /** Asks the server for something, with the token. */
  get(path, options = {}) {
    return fetch(this.address(path), {...options, headers: this.token ? {Authorization: `Bearer ${this.token}`} : {}});
  }

  /** Opens a connection for the task that will come soon, so that it need not wait for one. It is kept for half a minute. */
  prepare() {
    if (!this.#hasSpare()) this.#keep(this.#open());
  }

  #hasSpare() {
    return this.#spare !== null && this.#spare.readyState <= WebSocket.OPEN;
  }

  #keep(socket) {
    if (this.#hasSpare()) {
      socket.close();
      return;
    }
    this.#spare = socket;
    setTimeout(() => {
      if (this.#spare !== socket) return;
      this.#spare = null;
      socket.close();
    }, longestSpare);
  }

  /** Renders one figure. See asyfleet.d.ts. @param {import('./asyfleet.js').RenderOptions} options */
  async render(source, options = {}) {
    const stop = this.#stopFor(options);
    try {
      const files = await this.#files(source, options);
      return await this.#untilConnected(stop.signal, options, () => this.#run(files, options, stop.signal));
    } finally {
      stop.release();
    }
  }

  /** Opens an interactive session. See asyfleet.d.ts. */
  shell(options = {}) {
    return new Shell(this.#take(), options, () => this.#refusal());
  }

  /** Renders of the same slot replace one another: the newest wins. @param {import('./asyfleet.js').RenderOptions} options */
  #stopFor({signal, slot}) {
    const controller = new AbortController();
    const abort = () => controller.abort(signal.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, {once: true});
    if (slot !== undefined) {
      this.#slots.get(slot)?.abort(new DOMException('a newer render took the place of this one', 'AbortError'));
      this.#slots.set(slot, controller);
    }
    return {
      signal: controller.signal,
      release: () => {
        signal?.removeEventListener('abort', abort);
        if (this.#slots.get(slot) === controller) this.#slots.delete(slot);
      },
    };
  }

  async #files(source, {files = {}, main = 'main.asy'}) {
    const all = Object.entries({...files, [main]: source});
    return Promise.all(all.map(async ([filename, contents]) => {
      const bytes = typeof contents === 'string' ? encoder.encode(contents) : contents;
      return {filename, bytes, main: filename === main, hash: await hashOf(bytes)};
    }));
  }

  /**
   * Tries again with longer and longer pauses for as long as only the connection is to blame.
   *
   * @template T
   * @param {AbortSignal} signal
   * @param {import('./asyfleet.js').RenderOptions} options
   * @param {() => Promise<T>} attempt
   */
  async #untilConnected(signal, {attempts = 5, onProgress = () => {}}, attempt) {
    for (let count = 1; ; count++) {
      signal.throwIfAborted();
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof ConnectionError) || count >= attempts) throw error;
        onProgress({state: 'reconnecting', attempt: count, reason: error.message, ...error.said ? {said: true} : {}});
        await pause(Math.min(longestPause, firstPause * 2 ** (count - 1)), signal);
      }
    }
  }

  async #run(files, options, signal) {
    const token = this.#token;
    const task = new Task(this.#take(), options, socket => token === this.#token ? this.#keep(socket) : socket.close());
    const abort = () => task.abort(signal.reason);
    signal.addEventListener('abort', abort, {once: true});
    let watch = 0;
    try {
      await task.opened();
      task.submit(files, this.#stored);
      watch = setInterval(() => this.#watch(task), this.#silence);
      const result = await task.ended;
      files.filter(file => file.hash).forEach(file => remember(this.#stored, file.hash));
      return result;
    } catch (error) {
      throw error instanceof ConnectionError && !task.wasOpen ? await this.#refusal() : error;
    } finally {
      clearInterval(watch);
      signal.removeEventListener('abort', abort);
    }
  }

  /** A connection can be dead and look alive: of a server that says nothing for long, it is asked whether it is there. */
  async #watch(task) {
    const silent = performance.now() - task.heard;
    if (silent < this.#silence) return;
    const gone = () => task.abort(new ConnectionError('The server does not answer.'));
    if (silent > task.mostSilence) gone();
    else await this.get('api/versions', {signal: AbortSignal.timeout(longestOpening)}).catch(gone);
  }

  #take() {
    this.prepare();
    const socket = this.#spare;
    this.#spare = null;
    return socket;
  }

  #open() {
    const address = this.address('asy');
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address, ['asy.keep', 'asy', ...subprotocols(this.token)]);
    socket.binaryType = 'arraybuffer';
    return socket;
  }

  /** A browser does not say why a WebSocket was refused, so the same is asked over HTTP, which does. */
  async #refusal() {
    const answer = await this.get('api/versions', {signal: AbortSignal.timeout(longestOpening)}).catch(() => null);
    if (answer?.status === 401) {
      return new AccessError(this.token ? 'The token is not accepted.' : 'This server asks for a token.');
    }
    const error = answer && !answer.ok ? (await answer.json().catch(() => ({}))).error : undefined;
    return new ConnectionError(error ?? 'There is no connection to the server.', error !== undefined);
  }
}

/** The fleet that this module came from. */
export function render(source, options) {
  defaultFleet ??= new Fleet();
  return defaultFleet.render(source, options);
}
let defaultFleet;

/** One task on its connection. */
class Task {
  wasOpen = false;
  /** When the server said something for the last time. */
  heard = performance.now();
  /** How long the server may say nothing: a run has a limit, a wait has none. */
  mostSilence = Infinity;
  #socket;
  #files = [];
  #options;
  #images = [];
  #output = '';
  #decoders = new Map();
  #announced = null;
  #started = performance.now();
  #resolve;
  #reject;
  #keep;

  /** @param {(socket: WebSocket) => void} [keep] takes the connection after the task, if the server keeps it */
  constructor(socket, options, keep = socket => socket.close()) {
    this.#socket = socket;
    this.#keep = keep;
    this.#options = {onProgress: () => {}, onOutput: () => {}, onImage: () => {}, ...options};
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.ended.catch(() => {}); // whoever waits for it also gets the failure
    socket.onmessage = event => this.#receive(event.data);
    socket.onclose = event => this.#reject(new ConnectionError(event.reason || 'The connection was lost.', event.reason !== ''));
  }

  async opened() {
    this.#options.onProgress({state: 'connecting'});
    if (this.#socket.readyState === WebSocket.CONNECTING) {
      const late = setTimeout(() => this.abort(new ConnectionError('The server does not answer.')), longestOpening);
      try {
        await Promise.race([new Promise(resolve => { this.#socket.onopen = resolve; }), this.ended]);
      } finally {
        clearTimeout(late);
      }
    }
    if (this.#socket.readyState !== WebSocket.OPEN) throw new ConnectionError('The connection was lost.');
    this.wasOpen = true;
  }

  submit(files, stored) {
    this.#files = files;
    for (const file of files) this.#add(file, stored.has(file.hash));
    const {format = 'svg', timeout, scale, stderr} = this.#options;
    this.#say('options', defined({format, timeout, scale, stderr}));
    this.#socket.send('run');
    this.#options.onProgress({state: 'waiting'});
  }

  #add({filename, bytes, main, hash}, restore) {
    this.#say('add', defined({filename, main, hash, restore: restore || undefined}));
    if (!restore) this.#socket.send(bytes);
  }

  #say(verb, body) {
    this.#socket.send(`${verb} ${JSON.stringify(body)}`);
  }

  abort(reason) {
    this.#socket.onclose = null;
    this.#socket.onmessage = null;
    this.#socket.close();
    this.#reject(reason);
  }

  #receive(data) {
    this.heard = performance.now();
    if (typeof data !== 'string') {
      const {verb, body} = this.#announced;
      this.#announced = null;
      if (verb === 'result') this.#picture(new Uint8Array(data), body);
      else this.#print(data, body.stream);
      return;
    }
    const space = data.indexOf(' ');
    const verb = space < 0 ? data : data.slice(0, space);
    const body = space < 0 ? {} : JSON.parse(data.slice(space + 1));
    switch (verb) {
      case 'result':
      case 'output':
        this.#announced = {verb, body};
        break;
      case 'missing':
        this.#sendMissing(body);
        break;
      case 'queue':
        this.#progress(progressOf(body));
        break;
      case 'complete':
        this.#end(body);
        break;
      case 'denied':
        this.#end({success: false, denied: true, ...body});
        break;
    }
  }

  #progress(progress) {
    const most = progress.timeout ?? this.#options.timeout ?? this.#options.longest;
    this.mostSilence = progress.state === 'running' && most ? most + grace : Infinity;
    this.#options.onProgress(progress);
  }

  #sendMissing(missing) {
    const names = new Set(missing.map(file => file.filename));
    this.#files.filter(file => names.has(file.filename)).forEach(file => this.#add(file, false));
    this.#socket.send('run');
  }

  #picture(bytes, {format, name}) {
    const image = {format, name, bytes, blob: new Blob([bytes], {type: mediaTypes[format]})};
    this.#images.push(image);
    this.#options.onImage(image);
  }

  #print(data, stream) {
    if (!this.#decoders.has(stream)) this.#decoders.set(stream, new TextDecoder());
    const text = this.#decoders.get(stream).decode(data, {stream: true});
    this.#output += text;
    this.#options.onOutput(text, stream);
  }

  #end(verdict) {
    this.#socket.onclose = null;
    this.#socket.onmessage = null;
    if (this.#socket.protocol === 'asy.keep' && verdict.code !== 'BAD_REQUEST') this.#keep(this.#socket);
    else this.#socket.close();
    this.#resolve({
      image: this.#images[0] ?? null, images: this.#images, output: this.#output, verdict,
      millis: performance.now() - this.#started,
    });
  }
}

function progressOf({passed, estimate, timeout, backends, schedulers, lost}) {
  if (lost) return defined({state: 'lost', backends, schedulers});
  return passed ? defined({state: 'running', timeout}) : defined({state: 'waiting', estimate, backends, schedulers});
}

/** An interactive session: an Asymptote prompt on the fleet. */
export class Shell {
  #task;
  #socket;
  #begun;

  constructor(socket, options, refusal) {
    this.#socket = socket;
    this.#task = new Task(socket, options);
    this.#begun = this.#begin(options);
    this.#begun.catch(() => {}); // `ended` tells of it
    this.ended = this.#end(refusal);
    this.ended.catch(() => {});
  }

  async #begin({format = 'svg', timeout}) {
    await this.#task.opened();
    this.#socket.send(`options ${JSON.stringify(defined({interactive: true, format, timeout}))}`);
    this.#socket.send('run');
  }

  async #end(refusal) {
    try {
      await this.#begun;
      return (await this.#task.ended).verdict;
    } catch (error) {
      throw error instanceof ConnectionError && !this.#task.wasOpen ? await refusal() : error;
    }
  }

  /** Sends what the user typed, as soon as there is a connection; a line feed is added if it has none. */
  send(text) {
    const typed = encoder.encode(text.endsWith('\n') ? text : `${text}\n`);
    this.#begun.then(() => {
      this.#socket.send('input');
      this.#socket.send(typed);
    }, () => {}); // without a connection the session has ended
  }

  /** Ends the session. */
  close() {
    this.#task.abort(new DOMException('closed', 'AbortError'));
  }
}

/**
 * A source in the form that is both the part of a link after `#` and the last part of the picture's address
 * `asymptote/svg/…`: zlib, then base64url.
 */
export async function encodeSource(source) {
  const stream = new Blob([source]).stream().pipeThrough(new CompressionStream('deflate'));
  return base64url(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** The source of `encodeSource`; throws if the text is not one, or if it is one of more than 16 MiB. */
export async function decodeSource(encoded) {
  const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).pipeThrough(atMost(longestSource));
  return new Response(stream).text();
}

/** A short text can unpack to gigabytes. */
function atMost(bytes) {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) controller.error(new RangeError(`the source has more than ${bytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
}

const spatial = /\b(?:import|access|from)\s+(?:three|graph3|solids|tube|grid3|contour3|smoothcontour3|bsp|obj|labelpath3|flowchart3|x3d)\b/;

/** Whether a source seems to draw in three dimensions, so that the format `html` lets it turn. */
export function inSpace(source) {
  return spatial.test(source);
}

/** A browser computes no hashes on pages without TLS; files then are sent each time. */
async function hashOf(bytes) {
  if (bytes.length < smallestStored || !globalThis.crypto?.subtle) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('');
}

function remember(set, value) {
  set.delete(value);
  set.add(value);
  if (set.size > mostStored) set.delete(set.values().next().value);
}

function pause(millis, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => { clearTimeout(timer); reject(signal.reason); };
    const timer = setTimeout(() => { signal.removeEventListener('abort', abort); resolve(); }, millis);
    signal.addEventListener('abort', abort, {once: true});
  });
}

/** A WebSocket of a page cannot set Authorization, and a token in an address ends in logs. */
function subprotocols(token) {
  return token ? [`bearer.${base64url(encoder.encode(token))}`] : [];
}

function base64url(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function defined(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
