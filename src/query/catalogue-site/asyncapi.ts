import type { TypeInfo } from '../../catalogue/index.js';
import { inboundHeaders, routedHeaders } from './asyncapi-headers.js';
import { partNames } from './avro-names.js';
import { domainOf, keyInWords } from './describe.js';
import type { CarryingRoute, Contract } from './port.js';

const AVRO = 'application/vnd.apache.avro+json;version=1.9.0';

/** One kind of record on a topic: a type in one form. */
interface MessageForm {
  readonly info: TypeInfo;
  /** A version, or `current`. */
  readonly form: string;
  readonly recordName: string;
}

type Json = Readonly<Record<string, unknown>>;

/** What is on the topics of this installation, as AsyncAPI 3 has it: those that its routes write, and the one that it reads. */
export function asyncApi(contract: Contract, types: readonly TypeInfo[]): Json {
  const { title, version, inboundTopic, isPublishable } = contract;
  const routed = routedTopics(contract, types);
  const inbound = types.filter(({ name }) => isPublishable(name)).flatMap(allVersions);
  const outbound = [...routed.values()].flat();
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${title}: events`,
      version,
      description:
        'Events on Kafka: CloudEvents in binary mode, the value in Confluent’s wire format (a zero, the id of the schema ' +
        'in four bytes, Avro). Events of one key come in order. Webhooks are not in this document.',
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/avro',
    channels: {
      ...Object.fromEntries(
        Array.from(routed, ([topic, forms]) => [
          topic,
          channel(topic, 'Events for consumers.', forms, routedName),
        ]),
      ),
      [inboundTopic]: channel(inboundTopic, 'Events that other systems publish.', inbound, inboundName),
    },
    operations: {
      ...Object.fromEntries(
        Array.from(routed.keys(), (topic) => [`send.${topic}`, operation('send', topic)]),
      ),
      [`receive.${inboundTopic}`]: operation('receive', inboundTopic),
    },
    components: {
      messageTraits: { routed: routedHeaders, inbound: inboundHeaders },
      messages: {
        ...byName(outbound, routedName, (form) => message(form, 'routed')),
        ...byName(inbound, inboundName, (form) => message(form, 'inbound')),
      },
      schemas: byName([...outbound, ...inbound], schemaName, ({ info, form }) => ({
        schemaFormat: AVRO,
        schema: partNames(
          form === 'current'
            ? contract.catalogue.currentSchema(info.name)
            : contract.catalogue.schema(info.name, form),
        ),
      })),
    },
  };
}

const schemaName = ({ recordName }: MessageForm): string => recordName;
const routedName = schemaName;
const inboundName = ({ recordName }: MessageForm): string => `${recordName}.published`;

const ref = (...path: readonly string[]): Json => ({ $ref: `#/${path.join('/')}` });

function byName(
  forms: readonly MessageForm[],
  nameOf: (form: MessageForm) => string,
  make: (form: MessageForm) => Json,
): Json {
  return Object.fromEntries(new Map(forms.map((form) => [nameOf(form), make(form)])));
}

/** By topic, what enabled routes write there. */
function routedTopics(
  { routesOf }: Contract,
  types: readonly TypeInfo[],
): ReadonlyMap<string, MessageForm[]> {
  const topics = new Map<string, MessageForm[]>();
  for (const info of types) {
    for (const route of routesOf?.(info.name) ?? []) {
      if (!route.enabled || route.topic === null) continue;
      topics.set(route.topic, [...(topics.get(route.topic) ?? []), ...formsOf(info, route)]);
    }
  }
  return topics;
}

/** Where an event cannot be written in the version that a route asks for, it is sent as it came: so these are there too. */
function formsOf(info: TypeInfo, { as, versions }: CarryingRoute): readonly MessageForm[] {
  if (as === 'current') return [{ info, form: 'current', recordName: info.current.recordName }];
  const sent = allVersions(info).filter(({ form }) => versions === null || versions.includes(form));
  const asked = allVersions(info).filter(({ form }) => form === as);
  return [...new Map([...asked, ...sent].map((one) => [one.form, one])).values()];
}

const allVersions = (info: TypeInfo): readonly MessageForm[] =>
  info.versions.map(({ version, recordName }) => ({ info, form: version, recordName }));

function channel(
  topic: string,
  description: string,
  forms: readonly MessageForm[],
  nameOf: (form: MessageForm) => string,
): Json {
  return {
    address: topic,
    description,
    messages: Object.fromEntries(
      forms.map((form) => [nameOf(form), ref('components', 'messages', nameOf(form))]),
    ),
    bindings: { kafka: { topic, bindingVersion: '0.5.0' } },
  };
}

const operation = (action: 'send' | 'receive', topic: string): Json => ({
  action,
  channel: ref('channels', topic),
});

function message({ info, form, recordName }: MessageForm, trait: 'routed' | 'inbound'): Json {
  return {
    name: recordName,
    title: `${info.name} ${form}`,
    summary: info.description,
    tags: [{ name: domainOf(info.name) }],
    traits: [ref('components', 'messageTraits', trait)],
    headers: {
      type: 'object',
      properties: { ce_type: { const: info.name }, ce_payloadversion: { const: form } },
    },
    payload: ref('components', 'schemas', recordName),
    bindings: {
      kafka: {
        key: { type: 'string', description: `By itself: ${keyInWords(info.key)}.` },
        schemaIdLocation: 'payload',
        schemaIdPayloadEncoding: 'confluent',
        bindingVersion: '0.5.0',
      },
    },
  };
}
