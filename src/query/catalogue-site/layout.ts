import { type Html, html } from '../html.js';
import { BASE } from './paths.js';

export interface PageOptions {
  /** Where style and script are. */
  readonly style: string;
  readonly script: string;
  /** Name and version of the service. */
  readonly service: string;
}

/** A whole page; `crumbs` lead back from it, nearest last. */
export function page(
  { style, script, service }: PageOptions,
  title: string,
  crumbs: readonly Html[],
  content: Html,
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${service} catalogue</title>
<link rel="stylesheet" href="${style}">
<link rel="icon" href="data:,">
<script type="module" src="${script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<nav aria-label="Where you are"><a href="${BASE}/">Event catalogue</a>${crumbs.map((crumb) => html`<span aria-hidden="true">/</span>${crumb}`)}</nav>
<nav aria-label="For programs"><a href="${BASE}/index.json">JSON</a> <a href="${BASE}/asyncapi.json">AsyncAPI</a> <a href="/docs">HTTP API</a></nav>
</header>
<main id="content" tabindex="-1">
${content}
</main>
<footer>${service}</footer>
</body>
</html>
`.toString();
}
