import {
  brokerClockAheadMs,
  brokerRelease,
  examineCluster,
  type KafkaSettings,
  lastingSettings,
  messageMaxBytes,
  type TopicFacts,
} from '../../adapters/kafka/index.js';
import { aboutClock } from './database.js';
import { type Finding, fail, ok, warn } from './finding.js';

/** A topic of ours, and what must be so of it. */
export interface WantedTopic {
  readonly name: string;
  /** Undefined where any count will do. */
  readonly partitions: number | undefined;
  /** Whether it must keep every record for ever. */
  readonly lasting: boolean;
  /** Whether we write it, so that it must take the largest event there is. */
  readonly ours: boolean;
  /** Who makes it where it is missing. */
  readonly madeBy: string;
}

/** What was measured with a record written, its place unknown by so much. */
const CLOCK_UNCERTAIN_MS = 100;

export async function checkKafka(
  settings: KafkaSettings,
  wanted: readonly WantedTopic[],
  mayWrite: boolean,
): Promise<readonly Finding[]> {
  const names = wanted.map(({ name }) => name);
  const { brokers, topics } = await examineCluster(settings, names);
  const release = await brokerRelease(settings.brokers[0] ?? '');
  const findings = [
    release === undefined
      ? warn('kafka', `${brokers} brokers, older than 2.3`, 'use Kafka 2.3 or newer')
      : ok('kafka', `${brokers} brokers, of release ${release}`),
  ];
  if (mayWrite) findings.push(aboutClock('kafka', await brokerClockAheadMs(settings), CLOCK_UNCERTAIN_MS));
  for (const topic of wanted) {
    const facts = topics.get(topic.name);
    findings.push(
      ...(facts
        ? aboutTopic(topic, facts, brokers)
        : [ok('topics', `${topic.name}: not there yet; ${topic.madeBy} makes it`)]),
    );
  }
  return findings;
}

function aboutTopic(wanted: WantedTopic, facts: TopicFacts, brokers: number): readonly Finding[] {
  const { name, partitions, lasting, ours } = wanted;
  const findings: Finding[] = [];
  if (partitions !== undefined && facts.partitions !== partitions) {
    const found = `${name} has ${facts.partitions} partitions, the journal ${partitions}`;
    findings.push(fail('topics', found, 'make it with as many: docs/relay.md'));
  }
  if (facts.leaderless > 0) {
    const found = `${name}: ${facts.leaderless} partitions have no leader`;
    findings.push(fail('topics', found, 'look after the brokers: nothing is read or written there'));
  }
  for (const [setting, value] of lasting ? Object.entries(lastingSettings) : []) {
    const is = facts.settings.get(setting);
    if (is !== value) {
      const found = `${name} would lose records: ${setting} is ${is}`;
      findings.push(fail('topics', found, `set it to ${value} with kafka-configs`));
    }
  }
  const size = Number(facts.settings.get('max.message.bytes'));
  if (ours && size < messageMaxBytes) {
    const found = `${name} takes no more than ${size} bytes a record: one larger event would hold up all`;
    findings.push(warn('topics', found, `set max.message.bytes to ${messageMaxBytes} with kafka-configs`));
  }
  if (facts.replicas === 1 && brokers > 1) {
    const found = `${name}: a partition has one copy only, of ${brokers} brokers`;
    findings.push(warn('topics', found, 'raise its replication factor: a lost disk would be lost events'));
  }
  if (facts.lagging > 0) {
    const found = `${name}: ${facts.lagging} partitions have a copy that does not follow`;
    findings.push(warn('topics', found, 'look after the brokers'));
  }
  if (findings.length > 0) return findings;
  return [
    ok(
      'topics',
      `${name}: ${facts.partitions} partitions, ${facts.replicas} copies, ${lasting ? 'keeps all' : 'as it should be'}`,
    ),
  ];
}
