import { Command } from 'commander';
import { readConfig } from '../../config.js';
import { painter } from '../colours.js';
import { examples } from '../examples.js';
import { flagsOf, type HouseFlags, withHouseFlags } from '../house.js';
import { examine } from './examine.js';
import { exitCodeOf, type Finding, type Status } from './finding.js';
import { settingsFault } from './machine.js';

interface DoctorFlags extends HouseFlags {
  readonly tryWrites?: boolean;
  readonly json?: true;
}

/** Exit codes: 0 all is well, 1 something should be looked at, 2 something does not work. */
export function doctorCommand(): Command {
  const doctor = withHouseFlags(new Command('doctor'))
    .description(
      'look at settings, connections, versions, clocks, topics, schemas and read models, and say what to do',
    )
    .option(
      '--try-writes',
      "also what only a write tells: the brokers' clock, by a topic that is removed again",
    )
    .option('--json', 'one JSON document')
    .action(diagnose);
  return examples(
    doctor,
    'headrace doctor',
    'headrace doctor --json | jq \'.findings[] | select(.status != "ok")\'',
  );
}

async function diagnose({ tryWrites = false, json, ...flags }: DoctorFlags): Promise<void> {
  const findings = await findingsOf(flags, tryWrites);
  const exitCode = exitCodeOf(findings);
  console.log(json ? JSON.stringify({ exit_code: exitCode, findings }, undefined, 2) : linesOf(findings));
  process.exitCode = exitCode;
}

async function findingsOf(flags: HouseFlags, mayWrite: boolean): Promise<readonly Finding[]> {
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig(flagsOf(flags));
  } catch (error) {
    return settingsFault(error);
  }
  return examine(config, mayWrite);
}

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

function linesOf(findings: readonly Finding[]): string {
  const paint = painter(process.stdout);
  const count = (status: Status) => findings.filter((finding) => finding.status === status).length;
  const lines = findings.flatMap(({ part, status, found, todo }) => [
    `${paint(COLOURS[status], status.padEnd(4))} ${part.padEnd(11)} ${found}`,
    ...(todo === null ? [] : [`${' '.repeat(17)}→ ${todo}`]),
  ]);
  const [warnings, failures] = [count('warn'), count('fail')];
  const sum = warnings + failures === 0 ? 'All is well.' : `${failures} do not work, ${warnings} to look at.`;
  return [...lines, sum].join('\n');
}
