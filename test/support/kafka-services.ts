import { missingForServices, startBroker, startRegistry } from './kafka-programs.js';

/** What a run offers its test files. */
export type Offer =
  | { readonly brokers: string[]; readonly registryUrl: string }
  | { readonly missing: string };

export interface TestServices {
  readonly offer: Offer;
  stop(): Promise<void>;
}

/**
 * One broker and one registry: those of TEST_KAFKA_BROKERS and TEST_SCHEMA_REGISTRY_URL, or new ones.
 *
 * @throws where they are there but do not start, or where HEADRACE_REQUIRE_KAFKA=1 and something is missing.
 */
export async function startTestServices(): Promise<TestServices> {
  const brokers = process.env['TEST_KAFKA_BROKERS'];
  const registryUrl = process.env['TEST_SCHEMA_REGISTRY_URL'];
  if (brokers && registryUrl) {
    return { offer: { brokers: brokers.split(','), registryUrl }, stop: async () => {} };
  }
  const missing = await missingForServices();
  if (missing !== undefined) {
    if (process.env['HEADRACE_REQUIRE_KAFKA'] === '1') throw new Error(`Kafka is required, but ${missing}`);
    process.stderr.write(`SKIPPED: the tests that need Kafka or a registry: ${missing}\n`);
    return { offer: { missing }, stop: async () => {} };
  }
  const [broker, registry] = await Promise.allSettled([startBroker(), startRegistry()]);
  const stop = async () => {
    for (const started of [broker, registry]) if (started.status === 'fulfilled') await started.value.stop();
  };
  if (broker.status === 'rejected' || registry.status === 'rejected') {
    await stop();
    throw broker.status === 'rejected' ? broker.reason : registry.status === 'rejected' && registry.reason;
  }
  return { offer: { brokers: broker.value.brokers, registryUrl: registry.value.url }, stop };
}
