// Writes out/page.html, with the figures of page.md inside.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import rehypeRaw from 'rehype-raw';
import rehypeStringify from 'rehype-stringify';
import {remarkKroki} from 'remark-kroki';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import {unified} from 'unified';

const server = process.env.FLEET ?? 'http://localhost:8080';
const page = await unified()
    .use(remarkParse)
    .use(remarkKroki, {server, alias: ['asy'], target: 'html', output: 'inline-svg'})
    .use(remarkRehype, {allowDangerousHtml: true})
    .use(rehypeRaw)
    .use(rehypeStringify)
    .process(readFileSync('page.md'));
mkdirSync('out', {recursive: true});
writeFileSync('out/page.html', `<!doctype html><meta charset="utf-8">\n${page}`);
