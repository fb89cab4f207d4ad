// The figure in other formats: the fleet renders each when it is asked for.

import {sameFiles} from './work.js';
import {problemOf} from './words.js';

/** A scale says how many pixels a point has. The browser counts 96 pixels to an inch, which has 72 points. */
const pointOfPixel = 72 / 96;

/** The menu waits for this answer, and can do without it. */
const longestAnswer = 3000;

let formats = null;

/** The formats that this server knows, as its description says. */
export async function supported(fleet) {
  formats ??= fetch(fleet.address('api/openapi.json'), {signal: AbortSignal.timeout(longestAnswer)}).then(answer => answer.json())
    .then(({components: {schemas}}) => ({names: new Set(schemas.Format.enum), scales: 'scale' in (schemas.Options?.properties ?? {})}))
    .catch(() => { formats = null; return {names: new Set(['svg', 'pdf', 'png']), scales: false}; });
  return (await formats).names;
}

async function scales(fleet) {
  await supported(fleet);
  return (await formats)?.scales ?? false;
}

/** @returns {Promise<import('../client/asyfleet.js').Image[]>} all pictures of the figure */
export async function exportFigure(app, format, scale = 1, signal = undefined) {
  if (app.isShellOpen()) return exportShell(app.shellImage, format, scale);
  const {files, main} = app.work();
  const shown = app.rendering();
  if (shown && shown.image.format === format && scale === 1 && sameFiles(shown.work, app.work())) return shown.images;
  if (format === 'png' && scale > 1 && !await scales(app.fleet)) return paintedAll(await exportFigure(app, 'svg', 1, signal), scale);
  const others = Object.fromEntries(Object.entries(files).filter(([name]) => name !== main));
  const result = await app.fleet.render(files[main], {
    main, files: others, format, signal, timeout: app.timeout(), scale: format === 'png' && await scales(app.fleet) ? scale : undefined,
  });
  if (!result.verdict.success || !result.image) throw new Error(problemOf(result.verdict, result.output, main).summary);
  return result.images;
}

/** A shell has only what it has drawn: the fleet cannot draw it once more. */
async function exportShell(image, format, scale) {
  if (!image) throw new Error('the shell has drawn nothing yet');
  if (format === image.format) return [image];
  if (format !== 'png') throw new Error('the picture of a shell can be had as SVG or PNG');
  return paintedAll([image], scale);
}

/** For a shell, and for a server that knows no scale: the browser paints the SVG. */
async function paintedAll(images, scale) {
  return Promise.all(images.map(async image => ({...image, format: 'png', blob: await painted(image.blob, scale)})));
}

async function painted(svg, scale) {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const pixels = size => Math.round(size * pointOfPixel * scale);
    const canvas = new OffscreenCanvas(pixels(image.naturalWidth), pixels(image.naturalHeight));
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({type: 'image/png'});
  } finally {
    URL.revokeObjectURL(url);
  }
}
