// Completion while typing, and the parameters of the call that the cursor is in.

import {autocompletion, completionKeymap, completionStatus, acceptCompletion, pickedCompletion} from '@codemirror/autocomplete';
import {syntaxTree} from '@codemirror/language';
import {Prec, StateEffect, StateField} from '@codemirror/state';
import {EditorView, keymap, showTooltip, tooltips} from '@codemirror/view';
import {languageWords} from './asymptote.js';
import {make} from './dom.js';
import {isInner, usualParameters} from './names.js';

const shortestWord = 2;
const longestCall = 2000;
const mostShown = 4;
const mostOwnWords = 500;

/** @param {import('./names.js').Names} names @param {() => import('./work.js').WorkData} work */
export function completion(names, work) {
  return [
    signatures(names, work), // first, because its key has to come before that of the list
    tooltips({tooltipSpace: belowTheBars}),
    autocompletion({override: [context => complete(context, names, work())], icons: false, maxRenderedOptions: 50}),
    Prec.high(keymap.of([...completionKeymap, {key: 'Tab', run: acceptCompletion}])),
    EditorView.domEventHandlers({focus: () => { names.load(); }}),
  ];
}

/** Near the top of the editor there is no room above a line: the bars of the page stay free. */
function belowTheBars(view) {
  return {top: view.dom.getBoundingClientRect().top, left: 0, right: innerWidth, bottom: innerHeight};
}

function complete(context, names, {files, active = ''}) {
  const word = context.matchBefore(/[A-Za-z_]\w*/);
  if (!context.explicit && (!word || word.text.length < shortestWord)) return null;
  if (isText(context.state, context.pos)) return null;
  const from = word?.from ?? context.pos;
  const before = context.state.sliceDoc(Math.max(0, from - 40), from);
  if (/\.\s*$/.test(before) && !/\.\.\s*$/.test(before)) return null; // a field, of which nothing is known
  const options = /\b(import|access|from)\s+$/.test(before) ? modules(names, files, active) : values(names, files, active, word?.text);
  return {from, options, validFor: /^\w*$/};
}

/** Whether the place is in a string or a comment. */
function isText(state, position) {
  return /string|comment/i.test(syntaxTree(state).resolveInner(position, -1).name);
}

/** Other sources of the figure come first. */
function modules(names, files, active) {
  const own = Object.keys(files).filter(name => /^[A-Za-z_]\w*\.asy$/.test(name) && name !== active).map(name => name.slice(0, -'.asy'.length));
  return [
    ...own.map(label => ({label, type: 'namespace', detail: 'this figure', boost: 10})),
    ...names.modules.filter(label => !own.includes(label)).map(label => ({label, type: 'namespace'})),
  ];
}

function values(names, files, active, typed) {
  const imported = names.imported(files, active);
  const language = languageWords().filter(word => !names.of(word).length);
  const known = new Set(language);
  const options = language.map(label => ({label, type: 'keyword', boost: 5}));
  for (const [name, declarations] of names.all()) {
    known.add(name);
    options.push(option(name, declarations, imported));
  }
  return options.concat(ownWords(Object.values(files).join('\n'), known, typed));
}

function option(name, declarations, imported) {
  const here = declarations.filter(({module}) => imported.has(module));
  const shown = here.length ? here : declarations;
  const missing = here.length ? '' : shown[0].module;
  return {
    label: name,
    type: shown[0].parameters ? 'function' : 'variable',
    detail: missing ? `import ${missing}` : brief(shown),
    boost: missing ? -60 : isInner(shown[0]) ? -30 : 0,
    info: () => overloads(shown),
    apply: missing ? (view, picked, from, to) => applyWithImport(view, picked, from, to, missing) : undefined,
  };
}

function brief([first, ...others]) {
  const what = first.parameters ? `(${usualParameters(first).map(shortName).join(', ')})` : first.type;
  const cut = what.length > 40 ? `${what.slice(0, 38)}…` : what;
  return others.length ? `${cut} +${others.length}` : cut;
}

/** The name of a parameter, or its type if it has none. */
function shortName(parameter) {
  return parameter.replace(/=…$/, '').replace(/\(.*\)$/, '').split(' ').pop();
}

/** How it is called, and where it comes from. */
function overloads(declarations) {
  const rows = declarations.slice(0, mostShown).map(declaration => make('div', {}, declaration.parameters
    ? `${declaration.name}(${usualParameters(declaration).map(plain).join(', ')})` : declaration.text));
  const more = declarations.length - mostShown;
  return make('div', {className: 'overloads'}, ...rows,
    make('small', {}, `${declarations[0].module}${more > 0 ? `, and ${more} more ways` : ''}`));
}

/** A parameter that is a function, without the parameters that it has itself. */
function plain(parameter) {
  return parameter.replace(/\(.*\)/, '(…)');
}

/** Words that the user wrote, such as the names of own functions. */
function ownWords(source, known, typed) {
  const code = source.replace(/\/\/.*|\/\*[^]*?\*\/|"[^"\n]*"/g, ' ');
  const words = new Set(code.match(/\b[A-Za-z_]\w{2,}\b/g) ?? []);
  return [...words].filter(word => !known.has(word) && word !== typed).slice(0, mostOwnWords).map(label => ({label, type: 'text', boost: 10}));
}

function applyWithImport(view, picked, from, to, module) {
  const at = importPlace(view.state.doc);
  view.dispatch({
    changes: [{from: at, insert: `import ${module};\n`}, {from, to, insert: picked.label}],
    selection: {anchor: from + picked.label.length + module.length + 'import ;\n'.length},
    annotations: pickedCompletion.of(picked),
    userEvent: 'input.complete',
  });
}

/** After the imports at the top of the file, or after its first comments. */
export function importPlace(doc) {
  let place = 0;
  for (let number = 1; number <= Math.min(doc.lines, 40); number++) {
    const line = doc.line(number);
    if (/^\s*(import|access|from|settings\.)\b/.test(line.text) || (place === line.from && /^\s*\/\//.test(line.text))) {
      place = Math.min(doc.length, line.to + 1);
    }
  }
  return place;
}

// The parameters of a call

const close = StateEffect.define();

function signatures(names, work) {
  const field = StateField.define({
    create: () => null,
    update(tooltip, transaction) {
      if (transaction.effects.some(effect => effect.is(close))) return null;
      const typed = transaction.docChanged && transaction.isUserEvent('input');
      if (!typed && !(tooltip && (transaction.docChanged || transaction.selection))) return tooltip;
      return signatureTooltip(transaction.state, names, work());
    },
    provide: self => showTooltip.from(self),
  });
  // A list of completions, also one that is still on its way, is closed by the same key.
  const escape = view => {
    if (!view.state.field(field, false)) return false;
    const listed = completionStatus(view.state) !== null;
    view.dispatch({effects: close.of(null)});
    return !listed;
  };
  return [field, Prec.highest(keymap.of([{key: 'Escape', run: escape}]))];
}

function signatureTooltip(state, names, {files, active = ''}) {
  const call = callAt(state);
  if (!call || !names.of(call.name).length) return null;
  const imported = names.imported({...files, [active]: state.doc.toString()}, active);
  const known = names.of(call.name).filter(({parameters, module}) => parameters && imported.has(module));
  if (!known.length) return null;
  const fits = known.filter(declaration => takes(usualParameters(declaration), call.index));
  return {pos: call.at, above: true, create: () => ({dom: signatureBox(fits.length ? fits : known, call.index)})};
}

function takes(parameters, index) {
  return index < parameters.length || parameters.at(-1)?.startsWith('...') || (index === 0 && !parameters.length);
}

/** The innermost call around the cursor: its name, where it is, and the number of the argument. */
export function callAt(state) {
  const {main} = state.selection;
  if (!main.empty || isText(state, main.head)) return null;
  const start = Math.max(0, main.head - longestCall);
  const before = state.sliceDoc(start, main.head).replace(/"[^"\n]*"|\/\/.*/g, text => ' '.repeat(text.length));
  let depth = 0;
  let index = 0;
  for (let i = before.length - 1; i >= 0; i--) {
    const letter = before[i];
    if (')]}'.includes(letter)) depth++;
    else if (letter === ';' && depth === 0) return null;
    else if (letter === ',' && depth === 0) index++;
    else if ('([{'.includes(letter) && depth-- === 0) {
      const name = letter === '(' ? /([A-Za-z_]\w*)\s*$/.exec(before.slice(0, i)) : null;
      if (name) return {name: name[1], at: start + name.index, index};
      if (letter === '{') return null;
      depth = 0;
      index = 0;
    }
  }
  return null;
}

function signatureBox(declarations, index) {
  const rows = declarations.slice(0, mostShown).map(declaration => {
    const parameters = usualParameters(declaration);
    const now = Math.min(index, parameters.length - 1);
    return make('div', {}, `${declaration.name}(`,
      ...parameters.flatMap((parameter, i) => [i ? ', ' : '',
        i === now ? make('span', {className: 'now'}, plain(parameter)) : plain(parameter)]),
      ')');
  });
  const more = declarations.length - mostShown;
  return make('div', {className: 'signature'}, ...rows, more > 0 ? make('small', {}, `and ${more} more`) : null);
}
