import { Command } from 'commander';
import { examples } from '../examples.js';
import { type HouseFlags, withHouseFlags } from '../house.js';
import { InputError } from '../input-error.js';
import { deadCommand } from './dead-command.js';
import { configuredRoutes, readStatus, routeLines, statusLines } from './list.js';
import { type ReplayCommandOptions, replayRoute } from './replay.js';
import { reportLines, type TestOptions, testRoute } from './test.js';

const FROM = 'beginning, a UTC date or time, a span as 10m, or positions as 0:17,3:4';

/** Exit codes: 0 as wished, 1 not so. Results go to standard output, progress to standard error. */
export function routesCommand(): Command {
  const routes = new Command('routes').description(
    'who gets what: routes from the log to topics and webhooks',
  );

  const list = withHouseFlags(routes.command('list'))
    .description('check the routes and list them')
    .option('--status', 'how far each target is, what waits for it, and the dead letters')
    .option('--json', 'one JSON document')
    .action(async ({ status, json, ...options }: HouseFlags & { status?: true; json?: true }) => {
      if (status) {
        const targets = await readStatus(options);
        print(json ? asJson(targets) : statusLines(targets));
      } else {
        const listed = await configuredRoutes();
        print(json ? asJson(listed) : routeLines(listed));
      }
    });
  examples(list, 'headrace routes list --status');

  const test = withHouseFlags(routes.command('test'))
    .description('try a route, enabled or not, on the log: what it would have matched. Changes nothing')
    .argument('[route]', 'name of a route')
    .option('--file <path>', 'a route file anywhere, instead')
    .option('--from <place>', FROM, 'beginning')
    .option('--json', 'one JSON document')
    .action(async (name: string | undefined, { json, ...options }: TestOptions & { json?: true }) => {
      refuseBoth(name, options.file);
      const report = await testRoute(name, options);
      print(json ? asJson(report) : reportLines(report));
    });
  examples(test, 'headrace routes test crm --from 2026-01-31', 'headrace routes test --file draft.json');

  const replay = withHouseFlags(routes.command('replay'))
    .description('fill a new topic with what a route matches, from history up to now: in order, each once')
    .argument('[route]', 'name of a route')
    .option('--file <path>', 'a route file anywhere, instead')
    .requiredOption('--from <place>', FROM)
    .option('--topic <topic>', 'another topic than that of the route')
    .option('--resume', 'the topic has records already: go on behind the newest')
    .option('--json', 'one JSON document')
    .action(
      async (name: string | undefined, { json, ...options }: ReplayCommandOptions & { json?: true }) => {
        refuseBoth(name, options.file);
        const result = await replayRoute(name, options);
        const { topic, events, written, unjudged } = result;
        const left = unjudged > 0 ? `; ${unjudged} could not be judged and are left out` : '';
        print(json ? asJson(result) : `${topic}: ${written} records written from ${events} events${left}`);
      },
    );
  examples(replay, 'headrace routes replay crm --from beginning --topic crm.history');

  return routes.addCommand(deadCommand());
}

function refuseBoth(name: string | undefined, file: string | undefined): void {
  if ((name === undefined) === (file === undefined)) throw new InputError('name either a route or a --file');
}

const print = (text: string): void => console.log(text);
const asJson = (value: unknown): string => JSON.stringify(value, undefined, 2);
