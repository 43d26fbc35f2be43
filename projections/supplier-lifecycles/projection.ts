import { defineProjection } from '../../src/projector/define.js';
import { accounts } from './accounts.js';
import { agreements } from './agreements.js';
import { processes } from './processes.js';
import { statusChanges } from './status-changes.js';
import { supplyPeriods } from './supply-periods.js';
import { supplyPoints } from './supply-points.js';
import { supportSiteSales } from './support-site-sales.js';

/**
 * How accounts join and leave: processes, their supply points, and what they made. Every table is shared: a process
 * is told by its number, its id or its account, and so through several partitions.
 */
export default defineProjection({
  name: 'supplier-lifecycles',
  version: 1,
  tables: {
    accounts,
    processes,
    supply_points: supplyPoints,
    agreements,
    supply_periods: supplyPeriods,
    status_changes: statusChanges,
    support_site_sales: supportSiteSales,
  },
});
