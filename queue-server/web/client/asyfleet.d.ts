/** Types of asyfleet.js. */

export type Format = 'svg' | 'pdf' | 'png' | 'eps' | 'html';

export interface Image {
  format: Format;
  /** The name of the file that the program drew, without its ending, if the server says it. */
  name?: string;
  bytes: Uint8Array;
  blob: Blob;
}

/** Why a task ended. Fields that are not known are not there. */
export interface Verdict {
  success: boolean;
  /** The task was refused before any code ran. */
  denied?: boolean;
  /** For programs: OK, EXIT_CODE, TIME_LIMIT, QUEUE_FULL, … */
  code?: string;
  /** For people; its texts are fixed. */
  error?: string;
  /** One sentence that names the cause. */
  summary?: string;
  /** What to do about it. */
  hint?: string;
  /** A line that mends it, such as `import graph;`. */
  fix?: string;
  file?: string;
  line?: number;
  column?: number;
  stage?: string;
  limit?: number;
  measured?: number;
  /** How long the program ran, in milliseconds. */
  time?: number;
  /** Of a failure: what the operator of the fleet finds it by in the logs. */
  trace?: string;
}

export interface Rendering {
  /** The first picture; a failed program may have drawn one, too. */
  image: Image | null;
  images: Image[];
  output: string;
  verdict: Verdict;
  /** From the call to the answer, in milliseconds. */
  millis: number;
}

export type Progress =
  | {state: 'connecting'}
  /** `estimate`: how long it will still wait, in milliseconds, if known. `backends` and `schedulers` are 0 if the fleet has none. */
  | {state: 'waiting'; estimate?: number; backends?: number; schedulers?: number}
  /** `timeout`: the task may now run only so long, in milliseconds, because others wait. */
  | {state: 'running'; timeout?: number}
  /** The machine that ran the task was lost; the task runs again from its beginning as soon as another is free. */
  | {state: 'lost'; backends?: number; schedulers?: number}
  /** The connection was lost; the task is sent again after a pause. */
  | {state: 'reconnecting'; attempt: number; reason: string;
    /** The server itself gave the reason: it is there, but full, or about to end. */
    said?: boolean};

export interface RenderOptions {
  /** More files, by name. Unchanged ones are not sent again. */
  files?: Record<string, string | Uint8Array>;
  /** The name of the source itself. Default: `main.asy`. */
  main?: string;
  /** Default: `svg`. */
  format?: Format;
  /** In milliseconds, one of the operator's series. Default: as long as the load allows. */
  timeout?: number;
  /** How many times larger a PNG is. */
  scale?: number;
  /** The longest time limit of the server, in milliseconds, if known: a run that is silent for longer counts as lost. */
  longest?: number;
  stderr?: 'stdout' | 'separate';
  /** Aborts the task; the promise is then rejected with the reason of the signal. */
  signal?: AbortSignal;
  /** A newer render with the same name aborts the older one, whose promise is rejected with an `AbortError`. */
  slot?: string;
  /** How often a lost connection is opened, the first one included. Default: 5. */
  attempts?: number;
  onProgress?: (progress: Progress) => void;
  onOutput?: (text: string, stream: 'stdout' | 'stderr') => void;
  onImage?: (image: Image) => void;
}

export interface ShellOptions {
  format?: Format;
  timeout?: number;
  onProgress?: (progress: Progress) => void;
  onOutput?: (text: string, stream: 'stdout' | 'stderr') => void;
  /** Called each time the picture has changed. */
  onImage?: (image: Image) => void;
}

export class ConnectionError extends Error {
  constructor(message: string, said?: boolean);
  /** Whether the server itself gave the reason. */
  said: boolean;
}
export class AccessError extends Error {}

export class Fleet {
  /** @param options `silence`: after so many milliseconds without a word the server is asked whether it is there; default: 20000 */
  constructor(url?: string | URL, options?: {token?: string; silence?: number});
  /** Another token also closes the connection that waits for the next task. */
  token: string;
  /** The address of something on the server, such as `api/versions`. */
  address(path: string): URL;
  /** Asks the server for something, with the token. */
  get(path: string, options?: RequestInit): Promise<Response>;
  /** Opens a connection for the task that will come soon. */
  prepare(): void;
  /**
   * Renders one figure. A program that fails is an answer, too: look at `verdict.success`. The promise is rejected with
   * a ConnectionError, an AccessError, or the reason of an abort.
   */
  render(source: string | Uint8Array, options?: RenderOptions): Promise<Rendering>;
  shell(options?: ShellOptions): Shell;
}

export class Shell {
  /** The verdict when the session has ended; rejected like `Fleet.render`. */
  ended: Promise<Verdict>;
  send(text: string): void;
  close(): void;
}

/** Renders on the fleet that this module came from. */
export function render(source: string | Uint8Array, options?: RenderOptions): Promise<Rendering>;

/** The source as in `asymptote/svg/ENCODED`: zlib, then base64url. */
export function encodeSource(source: string): Promise<string>;
/** Rejected if the text is no source in this form, or unpacks to more than 16 MiB. */
export function decodeSource(encoded: string): Promise<string>;

/** Whether a source seems to draw in three dimensions, so that the format `html` lets it turn. */
export function inSpace(source: string): boolean;

export const mediaTypes: Record<Format, string>;
