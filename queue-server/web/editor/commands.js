// The list of everything that the page can do, to be searched by typing.

import {byId, make, openDialog, toast} from './dom.js';
import {kept} from './keep.js';
import {setTimeLimit, timeouts, workItems} from './menus.js';

export function openCommands(app) {
  const all = commands(app);
  const input = make('input', {
    type: 'text', placeholder: 'What do you want to do?', autocomplete: 'off', role: 'combobox', 'aria-label': 'Command',
    'aria-expanded': 'true', 'aria-controls': 'command-list',
  });
  const list = make('div', {id: 'command-list', role: 'listbox', 'aria-label': 'Commands'});
  const none = make('p', {className: 'nothing', role: 'status', hidden: true}, 'There is no such command.');
  const dialog = openDialog('Commands', 'commands', input, list, none);
  let found = [];
  let chosen = 0;

  const choose = index => {
    chosen = Math.max(0, Math.min(found.length - 1, index));
    [...list.children].forEach((row, i) => row.setAttribute('aria-selected', String(i === chosen)));
    const row = list.children[chosen];
    input.setAttribute('aria-activedescendant', row?.id ?? '');
    row?.scrollIntoView({block: 'nearest'});
  };
  const run = command => {
    dialog.close();
    if (command) setTimeout(command.run); // after the focus is back where it was
  };
  const draw = () => {
    found = all.filter(command => matches(command.label, input.value));
    list.replaceChildren(...found.map((command, i) => make('div', {
      role: 'option', id: `command-${i}`, onclick: () => run(command), onpointermove: () => { if (i !== chosen) choose(i); },
    }, command.label, command.keys ? make('kbd', {}, command.keys) : null)));
    none.hidden = found.length > 0;
    choose(0);
  };
  input.oninput = draw;
  input.onkeydown = event => {
    const steps = {ArrowDown: 1, ArrowUp: -1};
    if (event.key in steps) choose(chosen + steps[event.key]);
    else if (event.key === 'Enter') run(found[chosen]);
    else return;
    event.preventDefault();
  };
  draw();
  input.focus();
}

async function switchVim(app, on) {
  if (await app.setVim(on)) toast(on ? 'Vim keys are on: i inserts, Escape ends that, :w renders' : 'Vim keys are off');
  app.code.focus();
}

/** All typed words are parts of the label. */
function matches(label, typed) {
  const text = label.toLowerCase();
  return typed.toLowerCase().split(/\s+/).every(word => text.includes(word));
}

/** @returns {{label: string, keys?: string, checked?: boolean, run: () => void}[]} */
function commands(app) {
  const click = (label, id, keys = '') => ({label, keys, run: () => byId(id).click()});
  const ground = name => ({label: `Ground: ${name}`, run: () => app.picture.setGround(name)});
  const theme = name => ({label: `Colours: ${name}`, run: () => app.layout.setTheme(name)});
  return [
    ...app.isShellOpen() ? [] : [click('Render now', 'render', 'Ctrl Enter')],
    click('Render while typing, on or off', 'live'),
    {label: 'Stop', run: () => app.live.stop()},
    {label: 'Download', keys: 'Ctrl S', run: () => byId('download').dispatchEvent(new Event('quick'))},
    click('Download in a format…', 'download'),
    click('Share…', 'share'),
    click('Examples', 'examples'),
    click('Shell', 'shell'),
    ...workItems(app).filter(item => 'run' in item && !('checked' in item)),
    {label: 'Add files from this machine…', run: () => app.tabs.pick()},
    {label: 'Rename this file…', keys: 'F2', run: () => app.tabs.rename(app.work().active)},
    {label: `Vim keys: ${kept('vim') ? 'off' : 'on'}`, run: () => switchVim(app, !kept('vim'))},
    {label: 'Fit the picture', keys: '0', run: () => app.picture.fit()},
    {label: 'Picture at its original size', keys: '1', run: () => byId('zoom').click()},
    ground('paper'), ground('dark'), ground('checkered'),
    theme('auto'), theme('light'), theme('dark'),
    ...timeouts().map(({label, value}) => ({label: `Time limit: ${label.toLowerCase()}`, run: () => setTimeLimit(app, value)})),
    click('Problems', 'show-problems', 'F8'),
    click('Output', 'show-output'),
    {label: 'Token…', run: () => app.wantsToken('This token is sent with every figure.')},
    {label: 'Stats of the fleet', run: () => { location.href = new URL('stats', document.baseURI).href; }},
    {label: 'API of this server', run: () => { location.href = new URL('api', document.baseURI).href; }},
  ];
}
