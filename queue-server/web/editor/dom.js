// Small help with the document.

/** @param {string} id @returns {any} the element of the page with this id */
export const byId = id => document.getElementById(id);

/** Makes an element: `make('button', {type: 'button', onclick}, 'Text')`. Names with a dash are attributes. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes('-') || name === 'role') element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

let toastTimer = 0;
/** For what nobody has asked for: it has to be read before it goes. */
export const longNote = 12_000;

/**
 * Says something that goes away by itself, unless `millis` is infinite; `run` adds a button.
 *
 * @param {string} text @param {(() => void) | null} [run] @param {{label?: string, millis?: number}} [options]
 */
export function toast(text, run = null, {label = 'Undo', millis = run ? 8000 : 2500} = {}) {
  const box = byId('toast');
  box.replaceChildren(text);
  if (run) box.append(make('button', {type: 'button', onclick: () => { box.replaceChildren(); run(); }}, label));
  clearTimeout(toastTimer);
  if (millis < Infinity) toastTimer = setTimeout(() => box.replaceChildren(), millis);
}

/**
 * Loads a part of the page that is needed only now; says so if it cannot be had.
 *
 * @template T
 * @param {() => Promise<T>} load @returns {Promise<T | null>}
 */
export async function part(load) {
  try {
    return await load();
  } catch {
    // A browser may not try a second time; and a newer server has other parts.
    toast('This part of the page could not be loaded. Your work is kept.', () => location.reload(), {label: 'Load the page again', millis: longNote});
    return null;
  }
}

/** Opens a modal dialog with a heading; it is removed when it closes. */
export function openDialog(title, className, ...content) {
  const heading = make('h2', {id: 'dialog-title'}, title);
  const close = make('button', {type: 'button', className: 'icon', 'aria-label': 'Close', onclick: () => dialog.close()}, '×');
  const dialog = make('dialog', {className, 'aria-labelledby': 'dialog-title'},
    make('div', {className: 'dialog-head'}, heading, close), ...content);
  dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener('close', () => dialog.remove());
  // The event may come a frame later; by then the next dialog may want to open.
  dialog.close = () => {
    HTMLDialogElement.prototype.close.call(dialog);
    dialog.remove();
  };
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector('input, textarea, .card')?.focus();
  return dialog;
}

/**
 * Opens a menu below a button. Items are `{label, note?, run}`, `{label, choices: [{label, run}]}`, `{heading}` or null
 * for a line; choices stand side by side.
 */
export function openMenu(button, items) {
  closeMenu();
  const menu = make('div', {id: 'menu', role: 'menu', 'aria-label': button.getAttribute('aria-label') ?? button.innerText});
  menu.append(...items.filter(Boolean).map(menuItem));
  byId('desk').append(menu);
  place(menu, button);
  button.setAttribute('aria-expanded', 'true');
  opened = {menu, button};
  menu.addEventListener('keydown', onMenuKey);
  document.addEventListener('pointerdown', onOutside, true);
  addEventListener('resize', placeAgain);
  menu.querySelector('[role^=menuitem]')?.focus();
}
let opened = null;

export function closeMenu() {
  if (!opened) return;
  const {menu, button} = opened;
  opened = null;
  document.removeEventListener('pointerdown', onOutside, true);
  removeEventListener('resize', placeAgain);
  button.setAttribute('aria-expanded', 'false');
  if (menu.contains(document.activeElement)) button.focus();
  menu.remove();
}

function menuItem(item) {
  if (item.heading) return make('div', {className: 'menu-heading', role: 'presentation'}, item.heading);
  if (item.choices) {
    return make('div', {className: 'menu-choices', role: 'group', 'aria-label': item.label},
      ...item.choices.map(choice => menuButton(choice)));
  }
  return menuButton(item);
}

function menuButton({label, name, note, checked, run}) {
  const properties = {type: 'button', role: checked === undefined ? 'menuitem' : 'menuitemradio', tabIndex: -1};
  if (checked !== undefined) properties['aria-checked'] = String(checked);
  if (name) properties['aria-label'] = name;
  const button = make('button', properties, label);
  if (note) button.append(make('small', {}, note));
  button.addEventListener('click', () => { closeMenu(); run(); });
  return button;
}

function place(menu, button) {
  const at = button.getBoundingClientRect();
  const width = menu.offsetWidth;
  menu.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  const below = at.bottom + 4;
  menu.style.top = `${below + menu.offsetHeight > innerHeight ? Math.max(8, at.top - menu.offsetHeight - 4) : below}px`;
}

/** A phone that is turned has the button elsewhere. */
function placeAgain() {
  place(opened.menu, opened.button);
}

function onOutside(event) {
  if (!opened.menu.contains(event.target)) closeMenu();
}

function onMenuKey(event) {
  const items = [...opened.menu.querySelectorAll('[role^=menuitem]')];
  const at = items.indexOf(document.activeElement);
  const steps = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1};
  if (event.key in steps) items[(at + steps[event.key] + items.length) % items.length].focus();
  else if (event.key === 'Home') items[0].focus();
  else if (event.key === 'End') items.at(-1).focus();
  else if (event.key === 'Escape' || event.key === 'Tab') closeMenu();
  else return;
  event.preventDefault();
}

/** Saves bytes as a file. */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  make('a', {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @returns {Promise<boolean>} whether the browser allowed it */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
