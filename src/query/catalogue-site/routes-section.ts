import { type Html, html } from '../html.js';
import type { RouteDescription, TypeDescription } from './describe.js';

/** How events of a type leave the installation, and come into it. */
export function routesSection({ type, routes, published_by_others }: TypeDescription, inbound: string): Html {
  return html`<section><h2 id="topics">Topics</h2>
${routes === null && html`<p class="warning">This process could not read the routes of the installation; its log says why.</p>`}
${routes?.length === 0 && html`<p>No route carries it.</p>`}
${
  routes &&
  routes.length > 0 &&
  html`<div class="wide" role="region" aria-label="Routes" tabindex="0"><table>
<caption>Routes of this installation that carry ${type}</caption>
<thead><tr><th scope="col">Route</th><th scope="col">To</th><th scope="col">Written as</th><th scope="col">Record key</th><th scope="col">Which</th></tr></thead>
<tbody>${routes.map(routeRow)}
</tbody></table></div>`
}
<p>${
    published_by_others
      ? html`Other systems publish it to <code>${inbound}</code>, or by <code>POST /v1/events/</code>.`
      : 'Only this service publishes it.'
  }</p></section>`;
}

function routeRow({
  name,
  description,
  enabled,
  topic,
  as,
  key,
  versions,
  conditional,
}: RouteDescription): Html {
  const which = [
    versions ? `written in ${versions.join(', ')}` : 'all versions',
    conditional && 'only where its condition holds',
    !enabled && 'not enabled',
  ].filter((text) => text !== false);
  return html`
<tr><th scope="row">${name}<br><small>${description}</small></th><td>${topic === null ? 'webhook' : html`<code>${topic}</code>`}</td><td>${as}</td><td>${key === null ? 'partition key' : html`<code>${key}</code>`}</td><td>${which.join('; ')}</td></tr>`;
}
