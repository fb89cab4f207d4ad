// The names that Asymptote knows on this fleet, with their parameters, as `asy -l` lists them. If no list can be had, the
// editor completes nothing but what the page itself knows.

const againMillis = 5000;
const mostTries = 6;

/** @typedef {{name: string, module: string, type: string, parameters: string[] | null, text: string}} Declaration */

/** @param {string} text such as `real cbrt(real x)` @param {string} module @returns {Declaration | null} */
export function parse(text, module) {
  const open = text.indexOf('(');
  const found = /^(.*?)(\w+)$/.exec(open < 0 ? text : text.slice(0, open));
  if (!found) return null;
  const [, type, name] = found;
  const shown = text.replaceAll('=<default>', '=…');
  if (open < 0) return {name, module, type: type.trim(), parameters: null, text: shown};
  // What returns a function has its own parameters in the last brackets.
  const start = matching(shown);
  return {name, module, type: type.trim(), parameters: split(shown.slice(start + 1, -1).replaceAll(' ... ', ', ... ')), text: shown};
}

/** The place of the bracket that the last one closes. */
function matching(text) {
  let depth = 0;
  for (let i = text.length - 1; i >= 0; i--) {
    if (text[i] === ')') depth++;
    else if (text[i] === '(' && --depth === 0) return i;
  }
  return text.indexOf('(');
}

/** Splits at commas that are in no brackets. */
function split(text) {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if ('(['.includes(letter)) depth++;
    else if (')]'.includes(letter)) depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map(part => part.trim()).filter(Boolean);
}

/** The ways to call a function, the usual one first: without arrays, and with little that must be said, but something. */
function rank(declaration) {
  const parameters = usualParameters(declaration);
  const needed = parameters.filter(parameter => !parameter.endsWith('=…'));
  const arrays = needed.filter(parameter => parameter.includes('[]')).length;
  const odd = isInner(declaration) ? 1000 : parameters.includes('picture pic=…') ? 100 : 0;
  return odd + 10 * arrays + (needed.length || 5);
}

/** Whether only modules need it: it draws on a frame. @param {Declaration} declaration */
export function isInner({parameters}) {
  return parameters?.[0]?.startsWith('frame ') ?? false;
}

/** The parameters that people write: hardly anybody names the picture. @param {Declaration} declaration */
export function usualParameters({parameters}) {
  return parameters?.[0] === 'picture pic=…' ? parameters.slice(1) : parameters ?? [];
}

export class Names {
  #fleet;
  #loading = null;
  #tries = 0;
  /** @type {Map<string, Set<string>>} */
  #imports = new Map();
  /** @type {Map<string, Declaration[]>} */
  #byName = new Map();

  /** @param {import('../client/asyfleet.js').Fleet} fleet */
  constructor(fleet) {
    this.#fleet = fleet;
  }

  /** Fetches the list, once. The fleet makes it when it is asked for the first time, so it may come a little later. */
  load() {
    this.#loading ??= this.#fetch();
    return this.#loading;
  }

  async #fetch() {
    const answer = await this.#fleet.get('api/names').catch(() => null);
    const list = answer?.ok ? await answer.json().catch(() => null) : null;
    const modules = Object.entries(list?.modules ?? {});
    if (!modules.length) {
      if (++this.#tries < mostTries) setTimeout(() => { this.#loading = null; this.load(); }, againMillis);
      else this.#loading = null; // once more when the user comes back to the editor
      return;
    }
    for (const [module, {imports, names}] of modules) {
      this.#imports.set(module, new Set(imports));
      for (const text of names) this.#add(parse(text, module));
    }
    this.#byName.forEach(declarations => declarations.sort((one, other) => rank(one) - rank(other)));
  }

  #add(declaration) {
    if (!declaration) return;
    const known = this.#byName.get(declaration.name);
    if (known) known.push(declaration);
    else this.#byName.set(declaration.name, [declaration]);
  }

  get size() {
    return this.#byName.size;
  }

  /** Names of modules that can be imported. */
  get modules() {
    return [...this.#imports.keys()].filter(module => module !== 'plain');
  }

  all() {
    return this.#byName.entries();
  }

  /** @returns {Declaration[]} */
  of(name) {
    return this.#byName.get(name) ?? [];
  }

  /**
   * The modules that a file has, with those that come with them, also by other files of the work that it imports or
   * includes.
   *
   * @param {Record<string, string>} files @param {string} file @returns {Set<string>}
   */
  imported(files, file) {
    const reached = new Set(['plain']);
    const reach = module => {
      if (reached.has(module)) return;
      reached.add(module);
      this.#imports.get(module)?.forEach(reach);
      read(`${module}.asy`);
    };
    const read = name => {
      for (const [, list] of (files[name] ?? '').matchAll(/\b(?:import|access|from|include)\s+"?([\w, ]+)/g)) {
        list.split(/[\s,]+/).forEach(reach);
      }
    };
    read(file);
    return reached;
  }
}
