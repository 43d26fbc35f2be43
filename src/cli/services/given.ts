import { postgresProbe } from './postgres.js';
import { type Fault, kafkaProbe, redisProbe, registryProbe, tcpProbe } from './probes.js';
import { type Addresses, type ServiceName, VARIABLES } from './service.js';

/** Asks a service that somebody else runs whether it answers. @returns why not. */
export async function checkGiven(name: ServiceName, addresses: Addresses): Promise<Fault> {
  const address = addresses[VARIABLES[name]] ?? '';
  try {
    switch (name) {
      case 'postgres':
        return await postgresProbe(address)();
      case 'registry':
        return await registryProbe(address)();
      case 'redis':
        return await checkRedis(new URL(address));
      case 'kafka':
        return await checkBrokers(address.split(','));
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function checkRedis({ protocol, hostname, port }: URL): Promise<Fault> {
  const probe = protocol === 'rediss:' ? tcpProbe : redisProbe;
  return probe(hostname, Number(port || 6379))();
}

/** One that answers is enough to begin with; of one that speaks TLS, only that it takes connections can be told. */
async function checkBrokers(brokers: readonly string[]): Promise<Fault> {
  const faults = await Promise.all(
    brokers.map(async (broker) => {
      const { hostname, port } = new URL(`kafka://${broker.trim()}`);
      const plain = await kafkaProbe(hostname, Number(port || 9092))();
      const fault = plain && (await tcpProbe(hostname, Number(port || 9092))());
      return fault && `${broker}: ${fault}`;
    }),
  );
  return faults.includes(undefined) ? undefined : faults.join('; ');
}
