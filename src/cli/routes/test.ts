import { randomUUID } from 'node:crypto';
import { createRouterStore } from '../../adapters/postgres/router-store.js';
import { Backtest, type BacktestReport, lengthOf, readUpTo } from '../../router/index.js';
import { openLog } from '../../start/engine.js';
import { tableOf } from '../../start/router.js';
import type { HouseFlags } from '../house.js';
import { parseBeginning } from '../places.js';
import { tableText } from '../print.js';
import { showProgress } from '../progress.js';
import { chooseRoute } from './choose.js';
import { withHouse } from './with-house.js';

export interface TestOptions extends HouseFlags {
  readonly file?: string;
  readonly from: string;
}

/** What a route would have done with the log up to where it ends now. Changes nothing. */
export function testRoute(name: string | undefined, options: TestOptions): Promise<BacktestReport> {
  const { after, sinceMs } = parseBeginning(options.from);
  return withHouse(options, async (house, signal) => {
    const route = await chooseRoute(house.config.routesFolder, name, options.file);
    const backtest = new Backtest(
      house.catalogue,
      tableOf(house.catalogue, [route], () => true),
    );
    const upTo = await createRouterStore(house.database.pool('cli')).heads();
    const log = await openLog(house, `routes-test-${randomUUID()}`, house.logger);
    const progress = showProgress('read', lengthOf({ after, upTo }), process.stderr);
    try {
      const take = async (_: number, events: Parameters<Backtest['take']>[0]) => {
        backtest.take(events.filter(({ appendedAt }) => appendedAt >= sinceMs));
        progress.step(events.length);
      };
      await readUpTo(log, { after, upTo }, take, signal);
    } finally {
      progress.stop();
    }
    return backtest.report();
  });
}

export function reportLines({ events, matched, versions, unjudged, samples }: BacktestReport): string {
  const lines = [`${matched} of ${events} events match.`];
  if (versions.length > 0) {
    lines.push(
      tableText(
        ['type', 'version', 'matched', 'would go as they came'],
        versions.map(({ type, version, matched: count, notConverted }) => [
          ...[type, version, count, reasons(notConverted)],
        ]),
      ),
    );
  }
  if (Object.keys(unjudged).length > 0) lines.push(`Could not be judged: ${reasons(unjudged)}`);
  for (const { type, version, id, partition, sequence, target, key } of samples) {
    lines.push(`${partition}/${sequence} ${type} ${version} ${id} → ${target}, key ${key}`);
  }
  return lines.join('\n');
}

const reasons = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([reason, count]) => `${count}: ${reason}`)
    .join('; ');
