import { type Html, html } from '../../html.js';

/**
 * A piece of a page that may be replaced while the page is open: the server makes it anew, the module puts it in its
 * place. So a figure looks the same whether it came with the page or later.
 */
export interface LivePart {
  /** Unique in the page. */
  readonly id: string;
  readonly body: Html;
}

/** @returns attributes that mark an element as the part. */
export const partOf = (id: string): Html => html` data-part="${id}"`;
