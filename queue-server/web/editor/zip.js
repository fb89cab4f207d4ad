// Zip files of texts, by what the browser has: it deflates, this adds the frame. As in PKWARE's APPNOTE 4.3.

import {largestFile, mostFiles, noText, textOf, tooLarge} from './work.js';

const encoder = new TextEncoder();
const local = 0x04034b50;
const central = 0x02014b50;
const end = 0x06054b50;
const stored = 0;
const deflated = 8;
const utf8Names = 0x0800;
/** 1980-01-01: the same files make the same zip file. */
const noDate = 0x0021;
const isEncrypted = 1;
/** A small zip file can hold gigabytes. */
const largestSum = 16 * 1024 * 1024;
const tooMuch = 'its files have more than 16 MiB together';
const damaged = 'it is damaged';
export const largestZip = 64 * 1024 * 1024;
export const tooLargeZip = 'it is larger than 64 MiB';

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

async function deflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Ends with an error as soon as there is more than a file may have, whatever the zip file says of its size. */
async function inflate(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const parts = [];
  let length = 0;
  const read = stream.getReader();
  for (let next = await read.read().catch(broken); !next.done; next = await read.read().catch(broken)) {
    length += next.value.length;
    parts.push(next.value);
    if (length > largestFile) {
      read.cancel();
      throw new Error(tooLarge);
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @returns {never} */
function broken() {
  throw new Error(damaged);
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
    const data = await deflate(bytes);
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
  /** @type {Record<string, string>} */
  const files = {};
  /** @type {Record<string, string>} */
  const left = {};
  let sum = 0;
  for (const entry of entries(bytes)) {
    const name = entry.path.split('/').pop();
    if (!name) continue; // a folder
    try {
      const problem = name in files ? 'there are two of this name' : problemOf(name);
      if (problem) throw new Error(problem);
      files[name] = await textIn(entry);
    } catch (error) {
      left[entry.path] = error.message;
      continue;
    }
    sum += files[name].length;
    if (sum > largestSum) throw new Error(tooMuch);
  }
  return {files, left};
}

/** What the directory at the end of the zip file tells of each file in it. */
function entries(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let tail = bytes.length - 22;
  while (tail >= 0 && view.getUint32(tail, true) !== end) tail--;
  if (tail < 0) throw new Error('it is not a zip file');
  const count = view.getUint16(tail + 10, true);
  if (count > mostFiles) throw new Error(`it has ${count} files; at most ${mostFiles} can be opened`);
  let at = view.getUint32(tail + 16, true);
  return Array.from({length: count}, () => {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== central) throw new Error(damaged);
    const number = (offset, width) => width === 2 ? view.getUint16(at + offset, true) : view.getUint32(at + offset, true);
    const [flags, method, check, size, full, nameLength, extra, comment, start] =
      [[8, 2], [10, 2], [16, 4], [20, 4], [24, 4], [28, 2], [30, 2], [32, 2], [42, 4]].map(([offset, width]) => number(offset, width));
    if (start + 30 > bytes.length) throw new Error(damaged);
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const data = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    at += 46 + nameLength + extra + comment;
    return {path, flags, method, check, full, packed: bytes.subarray(data, data + size)};
  });
}

/** @returns {Promise<string>} the text of an entry; an error says in words why it has none */
async function textIn({flags, method, check, full, packed}) {
  if (flags & isEncrypted) throw new Error('it is encrypted');
  if (method !== stored && method !== deflated) throw new Error('it is packed in a way that this page does not know');
  if (Math.max(full, packed.length) > largestFile) throw new Error(tooLarge);
  const contents = method === deflated ? await inflate(packed) : packed;
  if (crc32(contents) !== check) throw new Error(damaged);
  const text = textOf(contents);
  if (text === null) throw new Error(noText);
  return text;
}
