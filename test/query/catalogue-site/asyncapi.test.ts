import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import avro from 'avsc';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue, servePages } from './pages.js';

interface Channel {
  readonly address: string;
  readonly messages: Readonly<Record<string, { readonly $ref: string }>>;
}

interface Message {
  readonly headers: { readonly properties: Readonly<Record<string, { readonly const: string }>> };
  readonly payload: { readonly $ref: string };
}

interface Document {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly operations: Readonly<Record<string, { readonly action: string }>>;
  readonly components: {
    readonly messages: Readonly<Record<string, Message>>;
    readonly schemas: Readonly<Record<string, { readonly schema: avro.Schema }>>;
  };
}

async function documentWith(routes: Readonly<Record<string, object>>): Promise<Document> {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-routes-'));
  for (const [name, route] of Object.entries(routes)) {
    const file = { description: name, enabled: true, ...route };
    await writeFile(join(folder, `${name}.json`), JSON.stringify(file));
  }
  const server = await servePages(folder);
  const answer = await server.inject('/catalogue/asyncapi.json');
  await server.close();
  await rm(folder, { recursive: true });
  return answer.json();
}

const messagesOf = (document: Document, topic: string) =>
  Object.keys(document.channels[topic]?.messages ?? {}).sort();

const open = [...catalogue.types.values()].filter(({ internal }) => !internal);

let committed: Document;
let chosen: Document;
beforeAll(async () => {
  const server = await servePages();
  committed = (await server.inject('/catalogue/asyncapi.json')).json();
  await server.close();
  const match = { types: ['agreement.revoked', 'account.created'] };
  chosen = await documentWith({
    current: { match, to: { topic: 'current' }, as: 'current' },
    old: { match, to: { topic: 'old' }, as: 'v1' },
    new: { match: { types: ['agreement.revoked'], versions: ['v2'] }, to: { topic: 'new' } },
    off: { match, to: { topic: 'off' }, enabled: false },
    hook: { match, to: { webhook: 'https://a.example', secret: 'A' } },
  });
});

describe('the AsyncAPI document', () => {
  it('given the committed routes, then there is a channel for each domain, and the one that others publish to', () => {
    const domains = new Set(open.map(({ name }) => `headrace.${name.split('.')[0]}`));
    expect(Object.keys(committed.channels).sort()).toEqual([...domains, 'headrace.inbound'].sort());
    const all = open.flatMap(({ versions }) => versions.map(({ recordName }) => recordName));
    const routed = [...domains].flatMap((topic) => messagesOf(committed, topic));
    expect(routed.sort()).toEqual(all.sort());
    expect(messagesOf(committed, 'headrace.inbound')).not.toContain(
      'data_import.import_process.error_v1.published',
    );
    expect(messagesOf(committed, 'headrace.inbound')).toContain('agreement.revoked_v2.published');
    const actions = Object.values(committed.operations).map(({ action }) => action);
    expect(actions.filter((action) => action === 'receive')).toHaveLength(1);
    expect(actions.filter((action) => action === 'send')).toHaveLength(domains.size);
  });

  it('given routes that ask for a form, then their topics carry it; webhooks and what is not enabled are left out', () => {
    expect(Object.keys(chosen.channels).sort()).toEqual(['current', 'headrace.inbound', 'new', 'old']);
    expect(messagesOf(chosen, 'current')).toEqual(['account.created_current', 'agreement.revoked_current']);
    // What cannot be turned into the version that is asked for is sent as it came.
    expect(messagesOf(chosen, 'old')).toEqual([
      'account.created_v1',
      'agreement.revoked_v1',
      'agreement.revoked_v2',
    ]);
    expect(messagesOf(chosen, 'new')).toEqual(['agreement.revoked_v2']);
    const { properties } = chosen.components.messages['agreement.revoked_current']?.headers ?? {};
    expect([properties?.['ce_type']?.const, properties?.['ce_payloadversion']?.const]).toEqual([
      'agreement.revoked',
      'current',
    ]);
  });

  it('given any reference, then it leads somewhere', () => {
    const follow = (document: unknown, $ref: string) =>
      $ref
        .slice(2)
        .split('/')
        .reduce((place: unknown, name) => Object(place)[name], document);
    for (const document of [committed, chosen]) {
      const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, $ref]) =>
        String($ref),
      );
      expect(refs.length).toBeGreaterThan(100);
      expect(refs.filter(($ref) => follow(document, $ref) === undefined)).toEqual([]);
    }
  });

  it('given each schema, then it reads the bytes of its version as the catalogue does, though its names are parted', () => {
    for (const { name, versions } of open) {
      for (const { version, recordName } of versions) {
        const schema = committed.components.schemas[recordName]?.schema;
        const parted = avro.Type.forSchema(schema ?? 'null', { wrapUnions: true });
        const whole = avro.Type.forSchema(catalogue.schema(name, version) as avro.Schema, {
          wrapUnions: true,
        });
        expect([recordName, parted.fingerprint().toString('hex')]).toEqual([
          recordName,
          whole.fingerprint().toString('hex'),
        ]);
      }
    }
  });
});
