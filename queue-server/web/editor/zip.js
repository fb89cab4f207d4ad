// Zip files of texts, by what the browser has: it deflates, this adds the frame. As in PKWARE's APPNOTE 4.3.

import {textOf} from './work.js';

const encoder = new TextEncoder();
const local = 0x04034b50;
const central = 0x02014b50;
const end = 0x06054b50;
const deflated = 8;
const utf8Names = 0x0800;
/** 1980-01-01: the same files make the same zip file. */
const noDate = 0x0021;
const mostFiles = 100;
export const largestFile = 1024 * 1024;
export const tooLarge = 'it is larger than 1 MiB';
export const noText = 'it is not a text';

const crcTable = Uint32Array.from({length: 256}, (unused, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

async function through(bytes, transform) {
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Numbers as little-endian bytes: [value, width] pairs. */
function fields(...pairs) {
  return Uint8Array.from(pairs.flatMap(([value, width]) => Array.from({length: width}, (unused, i) => (value >>> (8 * i)) & 255)));
}

/** @param {Record<string, string>} files @returns {Promise<Blob>} */
export async function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const bytes = encoder.encode(text);
    const data = await through(bytes, new CompressionStream('deflate-raw'));
    const nameBytes = encoder.encode(name);
    const about = [[20, 2], [utf8Names, 2], [deflated, 2], [0, 2], [noDate, 2], [crc32(bytes), 4], [data.length, 4],
      [bytes.length, 4], [nameBytes.length, 2], [0, 2]];
    const head = fields([local, 4], ...about);
    parts.push(head, nameBytes, data);
    directory.push(fields([central, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), nameBytes);
    offset += head.length + nameBytes.length + data.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const count = directory.length / 2;
  const tail = fields([end, 4], [0, 2], [0, 2], [count, 2], [count, 2], [length, 4], [offset, 4], [0, 2]);
  return new Blob([...parts, ...directory, tail], {type: 'application/zip'});
}

/**
 * @param {Uint8Array} bytes
 * @param {(name: string) => string} problemOf why a file of this name cannot be used; empty if it can
 * @returns {Promise<{files: Record<string, string>, left: Record<string, string>}>} texts by name, without their folders;
 *     and the paths that were left out, with the reason
 */
export async function unzip(bytes, problemOf) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let tail = bytes.length - 22;
  while (tail >= 0 && view.getUint32(tail, true) !== end) tail--;
  if (tail < 0) throw new Error('it is not a zip file');
  const count = view.getUint16(tail + 10, true);
  if (count > mostFiles) throw new Error(`it has ${count} files; at most ${mostFiles} can be opened`);
  /** @type {Record<string, string>} */
  const files = {};
  /** @type {Record<string, string>} */
  const left = {};
  let at = view.getUint32(tail + 16, true);
  for (let i = 0; i < count; i++) {
    const [method, size, full, nameLength, extra, comment, start] = [[10, 2], [20, 4], [24, 4], [28, 2], [30, 2], [32, 2], [42, 4]]
      .map(([offset, width]) => width === 2 ? view.getUint16(at + offset, true) : view.getUint32(at + offset, true));
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const name = path.split('/').pop();
    const data = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    const packed = bytes.subarray(data, data + size);
    at += 46 + nameLength + extra + comment;
    if (!name) continue; // a folder
    const problem = full > largestFile ? tooLarge : name in files ? 'there are two of this name' : problemOf(name);
    const contents = problem ? packed : method === deflated ? await through(packed, new DecompressionStream('deflate-raw')) : packed;
    const text = problem ? null : textOf(contents);
    if (text === null) left[path] = problem || noText;
    else files[name] = text;
  }
  return {files, left};
}
