// Times, sizes and verdicts in words.

/** @typedef {{summary: string, hint?: string, fix?: string, file?: string, line?: number, column?: number}} Problem */

export function time(millis) {
  if (millis < 1000) return `${Math.round(millis)} ms`;
  return millis < 9950 ? `${(millis / 1000).toFixed(1)} s` : `${Math.round(millis / 1000)} s`;
}

/** A time limit, which is a round number. */
export function roundTime(millis) {
  return time(millis).replace('.0 ', ' ');
}

/** A wait, which is an estimate: no more exact than it is. */
export function wait(millis) {
  if (millis < 500) return 'any moment';
  const seconds = Math.max(1, Math.round(millis / 1000));
  return seconds < 100 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} min`;
}

export function size(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

const byCode = {
  TIME_LIMIT: ({limit}) => [`It took longer than ${roundTime(limit ?? 0)}.`, 'Is there an endless loop? Or choose a longer time limit.'],
  OUTPUT_LIMIT: ({limit}) => [`It wrote more than ${size(limit ?? 0)}.`, 'Write less, or look for an endless loop.'],
  MEMORY_LIMIT: () => ['It needed more memory than a figure may have.', 'Is something growing without an end?'],
  NO_IMAGE: () => ['The program drew nothing.', 'Add a command such as draw(unitcircle);'],
  QUEUE_FULL: () => ['Too many figures are waiting.', 'Try again in a moment.'],
  QUEUE_TIMEOUT: () => ['No machine became free in time.', 'Try again in a moment.'],
  TOO_MANY_TASKS: () => ['You have too many figures under way.', 'Wait until one has ended.'],
  UNAVAILABLE: () => ['The fleet takes no figures at the moment.', 'Try again in a moment.'],
};

const faultsOfFleet = new Set(['FLEET_FAULT', 'UNAVAILABLE']);

const asymptoteError = /^([\w+.-]+\.\w+): (\d+)\.(\d+): (.+)$/m;
const texError = /^! (.+)$/m;

/** @returns {Problem} why there is no picture, as exactly as the server tells it */
export function problemOf(verdict, output, main) {
  const [fromCode, advice] = byCode[verdict.code]?.(verdict) ?? [];
  const found = asymptoteError.exec(output);
  const tex = texError.exec(output);
  const known = found ? {file: found[1], line: Number(found[2]), column: Number(found[3])} : {};
  // A denial tells operators its numbers; people need to know what to do.
  const summary = (verdict.denied ? fromCode : undefined) ?? verdict.summary ?? fromCode ?? found?.[4]
    ?? (tex ? `LaTeX: ${tex[1]}` : undefined) ?? verdict.error ?? 'It failed.';
  const line = verdict.line ?? known.line;
  const hint = verdict.hint ? sentence(verdict.hint) : advice;
  return {
    summary: sentence(summary),
    hint: faultsOfFleet.has(verdict.code) && verdict.trace ? named(hint, verdict.trace) : hint,
    fix: verdict.fix,
    file: line ? verdict.file ?? known.file ?? main : undefined,
    line,
    column: verdict.column ?? (known.line === line ? known.column : undefined),
  };
}

/** Nobody but an operator can look into a fault of the fleet. */
function named(hint, trace) {
  return `${hint ? `${hint.replace(/\.?$/, '.')} ` : ''}Name this to your operator: ${trace}`;
}

/** A sentence of the server as a part of one of ours: it need not say that we should try again. */
export function inMiddle(text) {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/[.;,]( try again.*)?$/, '');
}

function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
