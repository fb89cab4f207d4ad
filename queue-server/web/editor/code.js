// The code editor: one CodeMirror view, and one state with its own undo history for each file.

import {closeBrackets, closeBracketsKeymap} from '@codemirror/autocomplete';
import {defaultKeymap, history, historyKeymap, indentWithTab} from '@codemirror/commands';
import {bracketMatching, codeFolding, foldGutter, foldKeymap, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting}
  from '@codemirror/language';
import {nextDiagnostic} from '@codemirror/lint';
import {highlightSelectionMatches, search, searchKeymap} from '@codemirror/search';
import {Compartment, EditorSelection, EditorState, Prec} from '@codemirror/state';
import {drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers,
  rectangularSelection} from '@codemirror/view';
import {tags} from '@lezer/highlight';
import {StyleModule} from 'style-mod';
import {asymptote} from './asymptote.js';
import {importPlace} from './complete.js';
import {problemExtensions, setProblems} from './problems.js';

// CodeMirror adds style elements, which the policy of the page forbids; sheets made by script are allowed.
const sheets = new WeakMap();
StyleModule.mount = (root, modules) => {
  const document = /** @type {Document} */ ('ownerDocument' in root && root.ownerDocument ? root.ownerDocument : root);
  if (!sheets.has(document)) {
    sheets.set(document, new CSSStyleSheet());
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheets.get(document)];
  }
  sheets.get(document).replaceSync([].concat(modules).map(module => module.getRules()).join('\n'));
};

const colours = HighlightStyle.define([
  {tag: tags.keyword, color: 'var(--code-keyword)'},
  {tag: tags.typeName, color: 'var(--code-type)'},
  {tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)'},
  {tag: [tags.number, tags.atom], color: 'var(--code-number)'},
  {tag: tags.color, color: 'var(--code-colour)'},
  {tag: tags.comment, color: 'var(--code-comment)'},
  {tag: tags.function(tags.variableName), color: 'var(--code-function)'},
  {tag: tags.operator, color: 'var(--soft-ink)'},
]);

const theme = EditorView.theme({
  '&': {height: '100%', fontSize: 'var(--code-size)', backgroundColor: 'var(--panel)', color: 'var(--ink)'},
  '&.cm-focused': {outline: 'none'},
  '.cm-scroller': {fontFamily: 'var(--code-face)', lineHeight: 'var(--code-line)', overflow: 'auto'},
  '.cm-content': {padding: '10px 0 24px', caretColor: 'var(--ink)'},
  '.cm-line': {padding: '0 16px 0 6px'},
  '.cm-gutters': {backgroundColor: 'var(--panel)', color: 'var(--soft-ink)', border: 'none'},
  '.cm-lineNumbers .cm-gutterElement': {padding: '0 4px 0 12px', minWidth: '34px'},
  '.cm-activeLine': {backgroundColor: 'var(--active-line)'},
  '.cm-activeLineGutter': {backgroundColor: 'var(--active-line)', color: 'var(--ink)'},
  '.cm-cursor': {borderLeftColor: 'var(--ink)'},
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    {background: 'var(--selection)'},
  '.cm-selectionMatch': {backgroundColor: 'var(--match)'},
  '.cm-searchMatch': {backgroundColor: 'var(--found)'},
  '.cm-searchMatch.cm-searchMatch-selected': {backgroundColor: 'var(--found)', outline: '2px solid var(--accent)'},
  '&.cm-focused .cm-matchingBracket': {backgroundColor: 'var(--match)', outline: '1px solid var(--line)'},
  '.cm-foldGutter .cm-gutterElement': {cursor: 'pointer', color: 'var(--soft-ink)'},
  '.cm-foldPlaceholder': {background: 'var(--desk)', border: '1px solid var(--line)', color: 'var(--soft-ink)', padding: '0 6px'},
  '.cm-panels': {backgroundColor: 'var(--desk)', color: 'var(--ink)', borderColor: 'var(--line)'},
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {fontFamily: 'var(--code-face)', maxHeight: '15em'},
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {padding: '3px 10px', lineHeight: '20px'},
  '.cm-tooltip-autocomplete ul li[aria-selected]': {background: 'var(--hover)', color: 'var(--ink)'},
  '.cm-completionMatchedText': {textDecoration: 'none', color: 'var(--accent)'},
  '.cm-completionDetail': {fontStyle: 'normal', color: 'var(--soft-ink)', fontSize: '12px', marginLeft: '12px'},
  '.cm-tooltip.cm-completionInfo': {padding: '6px 10px', maxWidth: '460px'},
  '.cm-tooltip': {backgroundColor: 'var(--panel)', color: 'var(--ink)', border: '1px solid var(--edge)', borderRadius: '6px', boxShadow: '0 4px 16px var(--shadow)'},
});

const shared = [
  lineNumbers(), foldGutter({openText: '⌄', closedText: '›'}), codeFolding(), highlightSpecialChars(), history(), drawSelection(),
  EditorState.allowMultipleSelections.of(true), indentOnInput(), indentUnit.of('  '), bracketMatching(), closeBrackets(),
  rectangularSelection(), highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(), search({top: true}),
  syntaxHighlighting(colours), theme, problemExtensions,
];

const otherKeys = new Compartment();

export class CodeEditor {
  #states = new Map();
  #current = '';
  #changed;
  #leave;
  #forSources;
  /** @type {import('@codemirror/state').Extension} */
  #otherKeys = [];

  /** @param {Element} parent @param {{changed: (file: string) => void, leave: () => void, forSources?: any}} handlers */
  constructor(parent, {changed, leave, forSources = []}) {
    this.#changed = changed;
    this.#leave = leave;
    this.#forSources = forSources;
    this.view = new EditorView({parent, state: this.#newState('', '')});
  }

  #newState(name, text) {
    const keys = [...closeBracketsKeymap, ...searchKeymap, ...foldKeymap, ...historyKeymap,
      {key: 'F8', run: nextDiagnostic}, {key: 'Mod-Enter', run: () => true}, // it renders, and adds no line
      ...defaultKeymap, indentWithTab];
    return EditorState.create({
      doc: text,
      extensions: [
        otherKeys.of(this.#otherKeys), shared, name.endsWith('.asy') ? [asymptote(), this.#forSources] : [], keymap.of(keys),
        matchMedia('(max-width: 719px)').matches ? EditorView.lineWrapping : [],
        Prec.lowest(keymap.of([{key: 'Escape', run: () => { this.#leave(); return true; }}])),
        EditorView.contentAttributes.of({tabindex: '0', 'aria-label': `Source of ${name || 'the figure'}; Escape leaves the editor`}),
        EditorView.updateListener.of(update => { if (update.docChanged) this.#changed(this.#current); }),
      ],
    });
  }

  /** Shows a file, with the undo history that it had. */
  show(name, text) {
    if (this.#current) this.#states.set(this.#current, this.view.state);
    const known = this.#states.get(name);
    this.#current = name;
    this.view.setState(known && known.doc.toString() === text ? known : this.#newState(name, text));
  }

  /** Puts keys such as those of vim before the usual ones, in all files. */
  useKeys(keys) {
    const effects = otherKeys.reconfigure(this.#otherKeys = keys);
    for (const [name, state] of this.#states) this.#states.set(name, state.update({effects}).state);
    this.view.dispatch({effects});
  }

  /** Forgets the states of all files: other work is loaded. */
  forget() {
    this.#states.clear();
    this.#current = '';
  }

  renamed(from, to) {
    this.#states.set(to, this.#current === from ? this.view.state : this.#states.get(from));
    this.#states.delete(from);
    if (this.#current === from) this.#current = to;
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Replaces all of the text as one step that can be undone. */
  replace(text) {
    this.view.dispatch({changes: {from: 0, to: this.view.state.doc.length, insert: text}, userEvent: 'input'});
  }

  /** Adds a line among the imports at the top, as a fix such as `import graph;` asks for. */
  insertLine(text) {
    this.view.dispatch({changes: {from: importPlace(this.view.state.doc), insert: `${text}\n`}, userEvent: 'input'});
  }

  /** @param {import('./words.js').Problem[]} problems those in the file that is shown */
  mark(problems, applyFix) {
    setProblems(this.view, problems, applyFix);
  }

  goTo(line, column = 1) {
    const at = this.view.state.doc.line(Math.min(line, this.view.state.doc.lines));
    const position = Math.min(at.from + Math.max(0, column - 1), at.to);
    this.view.dispatch({
      selection: EditorSelection.cursor(position),
      effects: EditorView.scrollIntoView(position, {y: 'center'}),
    });
    this.view.focus();
  }

  focus() {
    this.view.focus();
  }
}
