/** Types of asy-figure.js. */

import {Format, Rendering} from './asyfleet.js';

/**
 * `<asy-figure>`: the Asymptote source between the tags becomes a picture when it comes into view.
 *
 * Attributes:
 * - `alt`: the text of the picture
 * - `format`: svg, png, html, pdf, eps. By default a figure in space turns (html), and every other one is svg. What a page
 *   cannot show, pdf and eps, becomes a link
 * - `server`: the address of the fleet. By default where this module came from
 * - `src`: the address of the source, if it does not stand between the tags
 * - `timeout`: in milliseconds, one of those that the server allows
 * - `token`: for a server that asks for one. Everybody who sees the page can read it
 * - `no-edit`: no link to the editor
 *
 * A source with `<` or `&` stands in `<script type="text/asymptote">` between the tags.
 *
 * Parts for styles: `figure`, `picture`, `status`, `problem`, `edit`. Custom properties: `--asy-paper`, `--asy-soft`,
 * `--asy-error`, `--asy-error-ground`.
 *
 * Events: `asy-rendered` with the Rendering, `asy-failed` with the Failure. Both bubble.
 */
export class AsyFigure extends HTMLElement {
  source: string;
  readonly server: string;
  files: Record<string, string | Uint8Array>;
  /** Renders now, whether it is in view or not. Never rejected: what goes wrong is shown. */
  render(): Promise<void>;
}

export interface Failure {
  summary: string;
  hint?: string;
  file?: string;
  line?: number;
}

declare global {
  interface HTMLElementTagNameMap {
    'asy-figure': AsyFigure;
  }
  interface HTMLElementEventMap {
    'asy-rendered': CustomEvent<Rendering>;
    'asy-failed': CustomEvent<Failure>;
  }
}

export type {Format};
