import type { Config } from '../../config.js';

const MASK = '***';

/** Takes the secrets of the settings out of a text: messages of libraries may quote an address with its password. */
export function redactor(config: Config): (text: string) => string {
  const urls = [config.databaseUrl, config.schemaRegistryUrl, config.redisUrl, config.smtpUrl];
  const secrets = [
    ...urls.flatMap((url) => (url === undefined ? [] : passwordsOf(url))),
    ...(config.s3?.credentials ? [config.s3.credentials.secretAccessKey] : []),
    ...(config.kafkaSecurity.sasl ? [config.kafkaSecurity.sasl.password] : []),
    ...config.webhookSecrets.values(),
  ]
    .filter((secret) => secret !== '')
    .toSorted((a, b) => b.length - a.length);
  return (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}

/** As it is written in the address, and as it is meant. */
function passwordsOf(url: string): string[] {
  if (!URL.canParse(url)) return [url];
  const { password, searchParams } = new URL(url);
  const given = [...searchParams].flatMap(([name, value]) => (/password|secret/i.test(name) ? [value] : []));
  try {
    return [password, decodeURIComponent(password), ...given];
  } catch {
    return [password];
  }
}

/** The address without credentials. */
export function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'an address that is none';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
