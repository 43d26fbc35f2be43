import { type Html, html } from '../html.js';
import type { AssetPaths } from './assets.js';
import { search } from './paths.js';
import type { Viewer } from './port.js';
import type { Theme } from './session.js';

/** What a page says. */
export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  /** Address of the changes of what it shows; left out where it shows nothing that changes by itself. */
  readonly live?: string;
  /** Where the browser goes on by itself, at once. */
  readonly onTo?: string;
  /** Whether it has a chart. */
  readonly chart?: boolean;
  /** Age in seconds of the oldest event that is not in it; left out where it shows no read model. */
  readonly lagSeconds?: number;
}

/** Who looks, and how. */
export interface Visit {
  /** Left out where nobody is signed in. */
  readonly viewer?: Viewer;
  readonly theme: Theme;
  /** Path and query of the page. */
  readonly url: string;
  /** An operator's choice of whose things to see; `null` for all. */
  readonly chosen: string | null;
}

const PAGES: readonly (readonly [path: string, name: string])[] = [
  ['/dashboard/', 'Imports'],
  ['/dashboard/processes', 'Processes'],
  ['/dashboard/lifecycles', 'Lifecycles'],
  ['/dashboard/projections', 'Read models'],
];
const OPERATOR_PAGES: typeof PAGES = [['/dashboard/parked', 'Parked events']];

// Longer than a caught-up read model ever takes.
const BEHIND_SECONDS = 5;

/** The whole document around what a page says. */
export function layout(page: Page, visit: Visit, asset: AssetPaths): Html {
  const { viewer, theme } = visit;
  return html`<!doctype html>
<html lang="en"${theme !== 'system' && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${page.onTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${page.onTo}">\n`}<title>${page.title} · Headrace</title>
<link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${asset('dashboard.css')}">
${page.chart && html`<link rel="stylesheet" href="${asset('uplot.css')}"><script src="${asset('uplot.js')}" defer></script>`}
<script src="${asset('dashboard.js')}" type="module"></script>
</head>
<body${page.live !== undefined && html` data-live="${page.live}"`}>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/dashboard/"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M1 5q3.5-4 7 0t7 0M1 11q3.5-4 7 0t7 0" /></svg>Headrace</a>
${viewer && navigation(visit, viewer)}
<div class="tools">
<span id="live" class="live" hidden><span id="live-state" role="status">Connecting</span>
<button id="live-pause" type="button" aria-pressed="false">Pause</button></span>
<button id="zone" type="button" disabled>Times: UTC</button>
${themeForm(visit)}
${viewer && html`<form method="post" action="/dashboard/sign-out"><button>Sign out</button></form>`}
</div>
</header>
<p id="banner" class="banner" role="alert" hidden></p>
<main id="main" tabindex="-1">
${page.lagSeconds !== undefined && page.lagSeconds > BEHIND_SECONDS && behind(page.lagSeconds)}
${page.body}
</main>
</body>
</html>
`;
}

const behind = (lagSeconds: number) =>
  html`<p class="banner">These figures are behind: the oldest event that is not in them is ${Math.round(lagSeconds)} s old.</p>`;

function navigation({ url, chosen }: Visit, viewer: Viewer): Html {
  const here = url.split('?')[0] ?? '';
  const isHere = (path: string) =>
    path === '/dashboard/' ? /^\/dashboard\/?($|suppliers)/.test(here) : here.startsWith(path);
  const pages = viewer.mayOperate ? [...PAGES, ...OPERATOR_PAGES] : PAGES;
  return html`<nav aria-label="Pages"><ul>${pages.map(
    ([path, name]) =>
      html`<li><a class="page" href="${path}${search({ organisation: chosen })}"${isHere(path) && html` aria-current="page"`}>${name}</a></li>`,
  )}</ul></nav>
<span class="who">${viewer.organisation ?? (chosen === null ? 'Operator' : `Operator: ${chosen}`)}</span>`;
}

const NEXT_THEME = { system: 'dark', dark: 'light', light: 'system' } as const;

function themeForm({ theme, url }: Visit): Html {
  return html`<form method="post" action="/dashboard/theme"><input type="hidden" name="back" value="${url}">
<button name="theme" value="${NEXT_THEME[theme]}" title="Switch to ${NEXT_THEME[theme]}">Theme: ${theme === 'system' ? 'auto' : theme}</button></form>`;
}
