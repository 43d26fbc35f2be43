import { registryJar } from './artifacts.js';
import type { Program } from './process.js';

export interface RegistrySpec {
  readonly java: readonly string[];
  /** Folder with the jars. */
  readonly jars: string;
  readonly port: number;
  /** PostgreSQL that keeps schemas and their ids; without it they are gone when the registry ends. */
  readonly databaseUrl: string | undefined;
}

/** Schema of the registry's tables, beside those of Headrace: `registry-schema.sql` makes it. */
const REGISTRY_SCHEMA = 'headrace_registry';

/** Client and C1 compiler only: the registry answers a few requests at a time, and starts in half the time. */
const JVM = [
  '-Xms64m',
  '-Xmx256m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-Djava.awt.headless=true',
];

export function registryProgram(spec: RegistrySpec): Program {
  const [command = 'java', ...first] = spec.java;
  const settings = {
    'quarkus.http.host': '127.0.0.1',
    'quarkus.http.port': String(spec.port),
    'quarkus.log.level': 'WARN',
    'quarkus.banner.enabled': 'false',
  };
  const flags = Object.entries(settings).map(([name, value]) => `-D${name}=${value}`);
  return {
    command,
    args: [...first, ...JVM, ...flags, '-jar', registryJar(spec.jars)],
    // Not as flags, which any user of the machine may read.
    env: spec.databaseUrl === undefined ? {} : storage(spec.databaseUrl),
  };
}

/** Address of the Confluent-compatible API. */
export function registryUrl(port: number): string {
  return `http://127.0.0.1:${port}/apis/ccompat/v7`;
}

function storage(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl);
  const jdbc = new URL(`postgresql://${url.host}${url.pathname}`);
  jdbc.searchParams.set('currentSchema', REGISTRY_SCHEMA);
  const sslMode = url.searchParams.get('sslmode');
  if (sslMode !== null) jdbc.searchParams.set('sslmode', sslMode);
  return {
    APICURIO_STORAGE_KIND: 'sql',
    APICURIO_STORAGE_SQL_KIND: 'postgresql',
    APICURIO_DATASOURCE_URL: `jdbc:${jdbc.href}`,
    APICURIO_DATASOURCE_USERNAME: decodeURIComponent(url.username),
    APICURIO_DATASOURCE_PASSWORD: decodeURIComponent(url.password),
  };
}
