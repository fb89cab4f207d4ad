// The shell: an Asymptote prompt on the fleet. What is drawn appears in the picture as it changes.

import {AccessError} from '../client/asyfleet.js';
import {byId, make} from './dom.js';

const mostLines = 200;
/** As Asymptote tells an error of what was typed: its file is called "-". */
const errorLine = /^(-|[\w+.-]+\.asy): \d+\.\d+: /;
const ends = {
  HALTED: 'The shell was ended, because others needed the machine.',
  NO_FREE_BACKEND: 'No machine is free for a shell at the moment.',
  TIME_LIMIT: 'The shell was open as long as one may be.',
  ABORTED: 'The shell is closed.',
};

let pane = null;

export function openShell(app) {
  pane ??= new ShellPane(app);
  pane.show();
}

class ShellPane {
  #app;
  #shell = null;
  #image = null;
  #typed = [];
  #at = 0;

  constructor(app) {
    this.#app = app;
    this.log = make('div', {className: 'log', role: 'log', tabIndex: 0, 'aria-label': 'Shell'});
    this.input = make('textarea', {rows: 1, spellcheck: false, autocomplete: 'off', 'aria-label': 'Shell input',
      placeholder: app.layout.isNarrow ? 'Enter sends' : 'Enter sends, Shift Enter adds a line, ↑ recalls'});
    this.restart = make('button', {type: 'button', onclick: () => { this.#open(); this.focus(); }}, 'Start again');
    this.restart.hidden = true;
    const back = make('button', {type: 'button', onclick: () => byId('shell').click()}, 'Back to the source');
    byId('shell-pane').append(make('div', {className: 'shell-head'}, make('h2', {}, 'Shell'), back), this.log, make('div', {className: 'prompt'}, make('span', {'aria-hidden': 'true'}, '>'),
      this.input, this.restart));
    this.input.addEventListener('keydown', event => this.#key(event));
    this.input.addEventListener('input', () => this.#grow());
    this.#open();
  }

  /** Comes forward again, with the picture that it had. */
  show() {
    this.#app.live.leave();
    this.#app.status.say(this.#shell ? 'shell' : 'shell ended');
    if (this.#image) this.#showImage();
    else this.#app.picture.dim(true);
    this.focus();
  }

  focus() {
    this.input.focus();
  }

  #showImage() {
    if (byId('shell-pane').hidden) return;
    this.#app.picture.dim(false);
    this.#app.picture.show([this.#image], 'The picture of the shell');
  }

  #open() {
    this.restart.hidden = true;
    this.#say('Everything that you draw here stays until the shell ends: try  size(4cm); draw(unitcircle);', 'hint');
    const shell = this.#shell = this.#app.fleet.shell({
      onOutput: text => this.#print(text),
      onImage: image => {
        this.#image = this.#app.shellImage = image;
        this.#showImage();
      },
    });
    this.#status('shell');
    shell.ended.then(verdict => this.#ended(ends[verdict.code] ?? verdict.error ?? 'The shell has ended.'),
      error => {
        if (error instanceof AccessError) this.#app.wantsToken(error.message);
        this.#ended(error.message);
      });
  }

  #ended(text) {
    this.#shell = null;
    this.#say(text, 'end');
    this.#status('shell ended');
    this.restart.hidden = false;
  }

  #status(text) {
    if (!byId('shell-pane').hidden) this.#app.status.say(text);
  }

  /** Asymptote's own prompt is left out: what was typed stands there already. */
  #print(text) {
    const shown = text.replace(/^(?:> |\.\. ?)+/gm, '');
    if (!shown.trim()) return;
    for (const line of shown.match(/.*\n|.+$/g)) this.#say(line, errorLine.test(line) ? 'error' : 'out');
  }

  #say(text, kind) {
    const last = this.log.lastElementChild;
    if (['out', 'error'].includes(kind) && last?.className === kind) last.append(text);
    else this.log.append(make('pre', {className: kind}, text));
    while (this.log.children.length > mostLines) this.log.firstElementChild.remove();
    this.log.scrollTop = this.log.scrollHeight;
  }

  #send() {
    const text = this.input.value;
    if (!text.trim()) return;
    if (!this.#shell) {
      this.restart.focus(); // what was typed stays: a new shell knows nothing of the old one
      return;
    }
    this.#typed.push(text);
    this.#at = this.#typed.length;
    this.#say(text, 'in');
    // Asymptote takes a line that ends so together with the next one.
    this.#shell.send(text.trimEnd().replaceAll('\n', ' \\\n'));
    this.input.value = '';
    this.#grow();
  }

  #key(event) {
    const oneLine = !this.input.value.includes('\n');
    if (event.key === 'Enter' && !event.shiftKey) this.#send();
    else if (event.key === 'ArrowUp' && oneLine) this.#recall(-1);
    else if (event.key === 'ArrowDown' && oneLine) this.#recall(1);
    else return;
    event.preventDefault();
  }

  #recall(step) {
    this.#at = Math.max(0, Math.min(this.#typed.length, this.#at + step));
    this.input.value = this.#typed[this.#at] ?? '';
    this.#grow();
  }

  #grow() {
    this.input.rows = Math.min(8, this.input.value.split('\n').length);
  }
}
