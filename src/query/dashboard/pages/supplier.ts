import { RequestError } from '../../../errors.js';
import { rowsOf, textOf } from '../../fields.js';
import { html } from '../../html.js';
import { readSamples } from '../../imports/faults.js';
import { readMinutes } from '../../imports/pace.js';
import { findSupplier } from '../../imports/supplier.js';
import type { Row } from '../../port.js';
import type { Page } from '../layout.js';
import { livePath } from '../live-paths.js';
import { errorGroups } from '../parts/error-groups.js';
import { time } from '../parts/figures.js';
import { minutesTable } from '../parts/minutes.js';
import { state } from '../parts/state.js';
import { supplierSummary } from '../parts/supplier-summary.js';
import type { DashboardOptions } from '../port.js';
import { assertOwn, type SignedIn } from '../visits.js';

type Reads = Pick<DashboardOptions, 'readModels'>;

/** One supplier: how far, how fast, and what failed and why. */
export async function supplierPage(
  { readModels }: Reads,
  visit: SignedIn,
  organisation: string,
  name: string,
): Promise<Page> {
  assertOwn(visit, organisation);
  const { row, lagSeconds } = await readSupplier({ readModels }, organisation, name);
  const now = new Date();
  const [minutes, samples] = await Promise.all([
    readMinutes(readModels, organisation, name),
    readSamples(readModels, organisation, name),
  ]);
  return {
    title: name,
    lagSeconds,
    live: livePath({ view: 'supplier', organisation, supplier: name }),
    chart: true,
    body: html`<p class="crumbs"><a href="/dashboard/">Imports</a> / ${organisation}</p>
<h1>${name} ${state(textOf(row, 'status'))}</h1>
${supplierSummary(row, minutes, now).body}
<h2>Minute by minute</h2>
${minutesTable(minutes).body}
<h2 id="errors">Errors</h2>
${errorGroups({ organisation, name, rows: rowsOf(row, 'errors'), samples, viewer: visit.viewer })}
<p class="help">Made ${time(timeField(row, 'created_at'), 'at a time that was not told')}.
Status since ${time(timeField(row, 'status_changed_at'), 'a time that was not told')}.</p>`,
  };
}

const timeField = (row: Row, field: string) => {
  const value = row[field];
  return value instanceof Date ? value : null;
};

/** @throws RequestError `not_found`, saying how far the read model is */
export async function readSupplier({ readModels }: Reads, organisation: string, name: string) {
  const { row, lagSeconds } = await findSupplier(readModels, organisation, name);
  if (row) return { row, lagSeconds };
  throw new RequestError('not_found', {
    detail:
      lagSeconds > 0
        ? `There is no import supplier of this name yet: the read model is ${lagSeconds.toFixed(1)} s behind.`
        : 'There is no import supplier of this name.',
  });
}
