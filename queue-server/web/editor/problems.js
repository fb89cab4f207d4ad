// Problems in the code: a mark in the gutter, an underline at the column, and the sentence with its hint below the line.

import {linter, lintGutter, setDiagnostics} from '@codemirror/lint';
import {StateEffect, StateField} from '@codemirror/state';
import {Decoration, EditorView, WidgetType} from '@codemirror/view';
import {make} from './dom.js';

/** @type {import('@codemirror/state').StateEffectType<import('@codemirror/view').DecorationSet>} */
const setNotes = StateEffect.define();

class Note extends WidgetType {
  constructor(problem, applyFix) {
    super();
    this.problem = problem;
    this.applyFix = applyFix;
  }

  eq(other) {
    return JSON.stringify(other.problem) === JSON.stringify(this.problem);
  }

  toDOM() {
    return make('div', {className: 'note-space'},
      make('div', {className: 'note'}, ...noteContent(this.problem, this.applyFix)));
  }

  ignoreEvent() {
    return true;
  }
}

/** The sentence, its hint, and a button if the hint is a fix. */
export function noteContent({summary, hint, fix, file}, applyFix) {
  return [
    make('span', {className: 'note-summary'}, summary),
    hint ? make('span', {className: 'note-hint'}, hint) : null,
    fix ? make('button', {type: 'button', className: 'fix', onclick: () => applyFix(fix, file)}, `Add ${fix}`) : null,
  ].filter(Boolean);
}

const notes = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setNotes)) return effect.value;
    return value.map(transaction.changes);
  },
  provide: field => EditorView.decorations.from(field),
});

/** The sentence stands below the line, so none appears under the mouse as well. */
const noTooltip = {tooltipFilter: () => []};

export const problemExtensions = [notes, linter(null, noTooltip), lintGutter(noTooltip)];

export function setProblems(view, problems, applyFix) {
  const doc = view.state.doc;
  const placed = problems.filter(problem => problem.line).map(problem => {
    const line = doc.line(Math.min(problem.line, doc.lines));
    const from = problem.column ? Math.min(line.from + problem.column - 1, line.to) : line.from + indent(line.text);
    return {problem, line, from, to: problem.column ? tokenEnd(line, from) : line.to};
  });
  view.dispatch(setDiagnostics(view.state, placed.map(({problem, from, to}) => ({
    from, to, severity: 'error', message: problem.hint ? `${problem.summary}\n${problem.hint}` : problem.summary,
  }))));
  const widgets = placed.map(({problem, line}) =>
    Decoration.widget({widget: new Note(problem, applyFix), block: true, side: 1}).range(line.to));
  view.dispatch({effects: setNotes.of(Decoration.set(widgets, true))});
}

function indent(text) {
  return text.length - text.trimStart().length;
}

/** To the end of the word or the string that begins there; one character if there is none. */
function tokenEnd(line, from) {
  const word = /^(\w+|\s+|"(?:[^"\\]|\\.)*"?|.)/.exec(line.text.slice(from - line.from));
  return word ? from + word[0].length : from;
}
