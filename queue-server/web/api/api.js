// The API page: shows the server's own OpenAPI description, and tries what can be tried with a form.

import {make} from '../editor/dom.js';
import {token} from '../editor/keep.js';

const example = 'size(4cm); draw(unitcircle);';
const most = 20_000;

const main = document.getElementById('main');
const base = new URL('./', document.baseURI);
const longestAnswer = 10_000;
const description = await fetch(new URL('api/openapi.json', base), {signal: AbortSignal.timeout(longestAnswer)})
  .then(answer => answer.json()).catch(error => {
    document.getElementById('about').textContent = 'The description could not be loaded. Load the page again.';
    throw error;
  });

/** What a reference such as #/components/parameters/Format stands for. */
function resolved(node) {
  return node?.$ref ? resolved(node.$ref.slice(2).split('/').reduce((at, name) => at?.[name], description)) : node;
}

const methods = ['get', 'post', 'delete'];
const operations = Object.entries(description.paths).flatMap(([path, at]) =>
  methods.filter(method => method in at).map(method => ({path, method, ...at[method]})));

document.getElementById('about').replaceChildren(...withCode(description.info.description));
for (const {name, description: says} of description.tags) {
  main.append(make('h2', {id: name}, name, make('small', {}, says)),
    ...operations.filter(operation => operation.tags.includes(name)).map(section));
}
document.documentElement.dataset.ready = 'true';
open();
addEventListener('hashchange', open);

/** A link such as /api#render opens the address that it names. */
function open() {
  const named = location.hash && document.getElementById(`op-${location.hash.slice(1)}`);
  if (named) {
    /** @type {HTMLDetailsElement} */ (named).open = true;
    named.scrollIntoView();
  }
}

function section(operation) {
  const details = make('details', {id: `op-${operation.operationId}`}, make('summary', {},
    make('span', {className: `method ${operation.method}`}, operation.method.toUpperCase()),
    make('span', {className: 'path'}, operation.path), make('span', {className: 'says'}, operation.summary)));
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) details.append(inside(operation));
  });
  return details;
}

function inside(operation) {
  const parameters = (operation.parameters ?? []).map(resolved);
  const body = resolved(operation.requestBody);
  const answers = Object.entries(operation.responses).map(([status, answer]) => [status, resolved(answer).description]);
  return make('div', {className: 'inside'},
    operation.description ? make('p', {}, ...withCode(operation.description)) : null,
    ...parameters.length ? [make('h3', {}, 'Parameters'), table(parameters.map(parameterRow))] : [],
    ...body ? [make('h3', {}, 'Body'), table(Object.keys(body.content).map(type => [make('code', {}, type), body.description ?? '']))] : [],
    make('h3', {}, 'Answers'), table(answers),
    make('h3', {}, 'In a shell'), make('pre', {tabIndex: 0}, curl(operation, body)),
    ...operation.tags.includes('page') ? [] : trial(operation, parameters, body));
}

function parameterRow({name, in: place, required, description: says, schema}) {
  const {enum: values, default: usual, type} = Object.assign({}, resolved(schema?.allOf?.[0]), resolved(schema));
  const kind = values ? values.join(', ') : type ?? '';
  const notes = [place === 'query' ? '' : place, required ? 'required' : '', usual === undefined ? '' : `default ${usual}`].filter(Boolean);
  return [make('code', {}, name), [says, kind && `(${kind})`, notes.join(', ')].filter(Boolean).join(' ')];
}

function table(rows) {
  return make('div', {className: 'scroll'}, make('table', {}, make('tbody', {}, ...rows.map(cells =>
    make('tr', {}, ...cells.map(cell => make('td', {}, ...typeof cell === 'string' ? withCode(cell) : [cell])))))));
}

/** A text with `code` in it. @param {string} text */
function withCode(text) {
  return text.split('`').map((part, i) => i % 2 ? make('code', {}, part) : part);
}

function curl({path, method}, body) {
  const how = body ? `--data-binary '${example}' ` : method === 'delete' ? '-X DELETE ' : '';
  return `curl ${how}'${address(path)}'`;
}

/** @param {string} path as the description has it, with names in braces */
function address(path) {
  return `${base.href.replace(/\/$/, '')}${path}`;
}

/** A form with what the path needs, the query, and a source. */
function trial(operation, parameters, body) {
  const inPath = parameters.filter(parameter => parameter.in === 'path');
  const fields = inPath.map(({name}) => make('input', {name, required: true, autocomplete: 'off'}));
  const query = make('input', {name: 'query', placeholder: 'format=png&scale=2', autocomplete: 'off'});
  const source = make('textarea', {rows: 3, value: example, spellcheck: false});
  const answer = make('div', {className: 'answer', role: 'status'});
  const form = make('form', {}, ...fields.map(field => make('label', {}, field.name, field)),
    body ? make('label', {className: 'whole'}, 'Source', source) : null, make('label', {}, 'Query', query),
    make('button', {type: 'submit'}, 'Send'));
  form.onsubmit = async event => {
    event.preventDefault();
    const path = fields.reduce((filled, field) => filled.replace(`{${field.name}}`, encodeURIComponent(field.value)), operation.path);
    answer.querySelectorAll('img').forEach(former => URL.revokeObjectURL(former.src));
    answer.replaceChildren('Waiting…');
    answer.replaceChildren(...await send(operation.method, address(path) + (query.value ? `?${query.value}` : ''), body ? source.value : undefined));
  };
  return [make('h3', {}, 'Try it'), form, answer];
}

async function send(method, url, text) {
  const given = token.get();
  const began = performance.now();
  try {
    const answer = await fetch(url, {
      method: method.toUpperCase(), body: text, headers: {
        ...given ? {Authorization: `Bearer ${given}`} : {}, ...text === undefined ? {} : {'Content-Type': 'text/plain'},
      },
    });
    const blob = await answer.blob();
    const head = make('p', {}, `${answer.status} · ${blob.type || 'no type'} · ${blob.size} bytes · ${Math.round(performance.now() - began)} ms`);
    if (blob.type.startsWith('image/')) return [head, make('img', {src: URL.createObjectURL(blob), alt: 'The answer'})];
    const shown = (await blob.slice(0, most).text()) + (blob.size > most ? '\n…' : '');
    return [head, make('pre', {tabIndex: 0}, shown)];
  } catch (error) {
    return [make('p', {}, error.message)];
  }
}
