// The Asymptote language for the editor: what is coloured how, where lines are indented, how a line is commented out.

import {LanguageSupport, StreamLanguage, foldService} from '@codemirror/language';

const words = text => new Set(text.trim().split(/\s+/));

const control = words('if else while for do return break continue new operator this cast ecast init and import include ' +
  'access from unravel as quote struct typedef static public private restricted explicit autounravel using template');
const types = words('void bool int real string pair triple path path3 guide guide3 cycle transform transform3 pen picture ' +
  'frame arrowbar arrowhead align margin filltype Label position surface material light projection revolution bounds ' +
  'coord scaleT ticks ticklocate palette_ticks autoscaleT grid3 file code bool3 scientific side slice segment point ' +
  'vector line circle ellipse triangle conic hyperbola parabola arc mass');
const constants = words('true false default null nullpath nullframe nullpen currentpicture currentpen currentprojection ' +
  'currentlight currentcoordsys defaultpen invisible inf nan pi cm mm inch inches bp pt up down left right N S E W NE NW ' +
  'SE SW NNE NNW SSE SSW ENE WNW ESE WSW O X Y Z I unitcircle unitsquare unitcube unitsphere identity Center Fill FillDraw ' +
  'UnFill NoFill Arrow Arrows MidArrow EndArrow BeginArrow Bar Bars None Aspect IgnoreAspect');
const colours = words('black white gray grey red green blue cyan magenta yellow orange pink purple brown olive ' +
  'chartreuse fuchsia salmon royalblue darkgreen darkblue darkred palered palegreen paleblue palecyan palemagenta ' +
  'paleyellow palegray lightred lightgreen lightblue lightcyan lightmagenta lightyellow lightgray lightolive mediumred ' +
  'mediumgreen mediumblue mediumcyan mediummagenta mediumyellow mediumgray heavyred heavygreen heavyblue heavycyan ' +
  'heavymagenta heavygray deepred deepgreen deepblue deepcyan deepmagenta deepyellow deepgray springgreen solid dotted ' +
  'dashed longdashed dashdotted longdashdotted bold fontsize linewidth opacity');

/** The words that the language itself has, and those that every figure uses. */
export function languageWords() {
  return [...control, ...types, ...constants, ...colours];
}

/** A string or a comment may go on over lines, so the state says what the line begins in. */
function token(stream, state) {
  if (state.inside) return inside(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.match('//')) {
    stream.skipToEnd();
    return 'lineComment';
  }
  if (stream.match('/*')) return inside(stream, state, '*/', 'blockComment');
  if (stream.match('"')) return inside(stream, state, '"', 'string');
  if (stream.match("'")) return inside(stream, state, "'", 'string');
  if (stream.match(/^(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?/)) return 'number';
  if (stream.match(/^[A-Za-z_]\w*/)) return word(stream);
  if (stream.match(/^(--|\.\.|::|---|[-+*/%^&|=!<>?]+)/)) return 'operator';
  const bracket = stream.next();
  if ('({['.includes(bracket)) state.depth++;
  else if (')}]'.includes(bracket)) state.depth = Math.max(0, state.depth - 1);
  return null;
}

function inside(stream, state, end = state.inside.end, style = state.inside.style) {
  state.inside = {end, style};
  while (!stream.eol()) {
    if (style === 'string' && stream.match('\\')) {
      stream.next();
    } else if (stream.match(end)) {
      state.inside = null;
      break;
    } else {
      stream.next();
    }
  }
  return style;
}

function word(stream) {
  const name = stream.current();
  if (control.has(name)) return 'keyword';
  if (types.has(name)) return 'typeName';
  if (constants.has(name)) return 'atom';
  if (colours.has(name)) return 'color';
  return stream.match(/^\s*\(/, false) ? 'variableName.function' : 'variableName';
}

const language = StreamLanguage.define({
  name: 'asymptote',
  startState: () => ({inside: null, depth: 0}),
  copyState: state => ({...state}),
  token,
  indent: (state, after, context) => (state.depth - (/^\s*[)}\]]/.test(after) ? 1 : 0)) * context.unit,
  languageData: {
    commentTokens: {line: '//', block: {open: '/*', close: '*/'}},
    closeBrackets: {brackets: ['(', '[', '{', '"']},
    indentOnInput: /^\s*[)}\]]$/,
  },
});

/** A block folds from its `{` at the end of a line to the line before the one that ends it. */
const folding = foldService.of((state, from, to) => {
  const line = state.doc.lineAt(from);
  if (!/[{(]\s*(\/\/.*)?$/.test(line.text)) return null;
  const own = indentOf(line.text);
  for (let number = line.number + 1; number <= state.doc.lines; number++) {
    const next = state.doc.line(number);
    if (next.text.trim() && indentOf(next.text) <= own) {
      return number > line.number + 1 ? {from: to, to: state.doc.line(number - 1).to} : null;
    }
  }
  return null;
});

function indentOf(text) {
  return text.length - text.trimStart().length;
}

export function asymptote() {
  return new LanguageSupport(language, [folding]);
}
