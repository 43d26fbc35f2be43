import { defineProjection } from '../../src/projector/define.js';
import { dryRuns } from './dry-runs.js';
import { foreignOutcomes } from './foreign-outcomes.js';
import { postImports } from './post-imports.js';
import { processes } from './processes.js';
import { refusals } from './refusals.js';
import { suppliers } from './suppliers.js';
import {
  dryRunCounts,
  errorCounts,
  minuteCounts,
  postImportCounts,
  refusalCounts,
  refusedCounts,
  supplierCounts,
} from './tallies.js';

/** How far each import supplier is: its processes, what became of them, what was refused and why. */
export default defineProjection({
  name: 'import-progress',
  version: 2,
  tables: {
    suppliers,
    processes,
    post_imports: postImports,
    refusals,
    dry_runs: dryRuns,
    foreign_outcomes: foreignOutcomes,
    supplier_counts: supplierCounts,
    minute_counts: minuteCounts,
    error_counts: errorCounts,
    refused_counts: refusedCounts,
    refusal_counts: refusalCounts,
    post_import_counts: postImportCounts,
    dry_run_counts: dryRunCounts,
  },
});
