// The search over all pages, and the place of this page in the list at the side.

const field = document.querySelector('#search');
const found = document.querySelector('#found');
const up = document.body.dataset.up;
const mostResults = 12;
const excerptLength = 140;

/** The text of all pages is larger than any page, so it is loaded when somebody first searches. */
let loading;
function load() {
  loading ??= new Promise((loaded, failed) => {
    const script = Object.assign(document.createElement('script'), {src: `${up}sections.js`, onerror: failed});
    script.onload = () => loaded(window.sections.map(section => ({...section,
      lower: [section.of, section.title, section.text].map(text => text.toLowerCase())})));
    document.head.append(script);
  });
  return loading;
}

/** 0 if a word is missing. A word in a title counts more than one in the text. */
function score({lower: [page, title, text]}, words) {
  let sum = 0;
  for (const word of words) {
    const inText = Math.min(text.split(word).length - 1, 5);
    const inTitles = 20 * title.includes(word) + 10 * page.includes(word);
    if (inText + inTitles === 0) return 0;
    sum += inText + inTitles;
  }
  return sum;
}

/** Whole words around the longest one that is there, which is most often the one that matters. */
function excerpt({text, lower}, words) {
  const place = [...words].sort((one, other) => other.length - one.length).map(word => lower[2].indexOf(word)).find(at => at >= 0);
  const from = Math.max(0, (place ?? 0) - 40);
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const until = text.length <= start + excerptLength ? text.length : text.lastIndexOf(' ', start + excerptLength);
  const end = until > start ? until : start + excerptLength;
  return (start > 0 ? '… ' : '') + text.slice(start, end) + (end < text.length ? ' …' : '');
}

function line(section, words) {
  const link = Object.assign(document.createElement('a'), {href: up + section.page});
  const title = Object.assign(document.createElement('b'), {textContent: section.title});
  const page = Object.assign(document.createElement('span'), {textContent: section.title === section.of ? '' : section.of});
  link.append(title, ' ', page, Object.assign(document.createElement('small'), {textContent: excerpt(section, words)}));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

async function search() {
  const asked = field.value;
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const sections = await load();
  if (field.value !== asked) return; // the reader typed on meanwhile
  const results = sections.map(section => ({section, score: score(section, words)})).filter(result => result.score > 0)
      .sort((one, other) => other.score - one.score).slice(0, mostResults);
  found.replaceChildren(...results.map(({section}) => line(section, words)));
  if (words.length > 0 && results.length === 0) found.append('No page has all of these words.');
  found.hidden = words.length === 0;
}

function leave() {
  field.value = '';
  found.hidden = true;
}

field.hidden = false;
field.addEventListener('focus', () => load());
field.addEventListener('input', search);
found.addEventListener('click', leave);
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') leave();
  else if (event.key === 'Enter' && event.target === field) found.querySelector('a')?.click();
  else if (event.key === '/' && event.target !== field) {
    event.preventDefault();
    field.focus();
  }
});

const side = document.querySelector('.side');
const here = side.querySelector('[aria-current]');
if (here) side.scrollTop = here.offsetTop - side.clientHeight / 2;
