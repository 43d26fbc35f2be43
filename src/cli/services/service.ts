import type { Fault, Probe } from './probes.js';
import type { Program } from './process.js';

export const SERVICES = ['postgres', 'kafka', 'registry', 'redis'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** A service that runs as one process of this machine. */
export interface LocalService {
  readonly name: ServiceName;
  /** How many TCP ports it needs; the first is the one clients use. */
  readonly portCount: number;
  /** Makes its folder ready. @returns what to run on these ports. */
  prepare(ports: readonly number[]): Promise<Program>;
  /** Whether it answers. */
  probe(ports: readonly number[]): Probe;
  /** The environment variable's value for clients. Asked once the service answers. */
  address(ports: readonly number[]): string;
}

/** What `status` says of one service. */
export interface ServiceReport {
  readonly name: ServiceName;
  /** Who runs it: this folder's processes, its containers, or somebody else at an address that was given. */
  readonly by: 'process' | 'container' | 'given';
  /** Without its password. */
  readonly address: string;
  readonly pid?: number;
  /** Why it does not answer; undefined when it does. */
  readonly fault: Fault;
}

/** The variable that tells Headrace of each service. */
export const VARIABLES = {
  postgres: 'DATABASE_URL',
  kafka: 'KAFKA_BROKERS',
  registry: 'SCHEMA_REGISTRY_URL',
  redis: 'REDIS_URL',
} as const satisfies Record<ServiceName, string>;

type Variable = (typeof VARIABLES)[ServiceName];
export type Addresses = Readonly<Partial<Record<Variable, string>>>;
