import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import type { Offer } from './kafka-services.js';
import { startTestServices } from './kafka-services.js';

export {
  startBroker,
  startRegistry,
  type TestBroker,
  type TestRegistry,
  type TestService,
} from './kafka-programs.js';

export type TestKafka =
  | {
      readonly brokers: string[];
      readonly registryUrl: string;
      /** Begin the names of topics, groups and schemas with it: all files of a run share the broker. */
      readonly prefix: string;
    }
  | { readonly missing: string };

/**
 * The run's broker and registry, for one test file; the first to ask waits until they have started. Call it at the top
 * level of the file and skip the suites where they are missing:
 *
 *     const kafka = await kafkaForTests();
 *     describe.skipIf('missing' in kafka)('…', …)
 *
 * @throws where HEADRACE_REQUIRE_KAFKA=1 and something is missing.
 */
export async function kafkaForTests(): Promise<TestKafka> {
  const offer = await ask();
  return 'missing' in offer ? offer : { ...offer, prefix: `t${randomBytes(4).toString('hex')}.` };
}

async function ask(): Promise<Offer> {
  const desk: string | undefined = inject('kafkaDesk');
  if (desk === undefined) {
    // A run whose configuration has no kafka-setup.ts: a broker and a registry of the file's own.
    const services = await startTestServices();
    afterAll(() => services.stop());
    return services.offer;
  }
  const answer = await fetch(desk);
  if (!answer.ok) throw new Error(await answer.text());
  const offer: Offer = JSON.parse(await answer.text());
  return offer;
}
