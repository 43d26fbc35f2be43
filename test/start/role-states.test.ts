import { describe, expect, test } from 'vitest';
import type { EventLog, LogReader } from '../../src/event/index.js';
import type { InboundReader, InboundTopic } from '../../src/intake/inbound/index.js';
import { RoleStates } from '../../src/start/role-states.js';
import { logPauses, watchedLog, watchedTopic } from '../../src/start/watched-log.js';

describe('what roles are doing', () => {
  test('given parts that pause and stop, then the role is as its worst part, until that runs again', () => {
    const states = new RoleStates();
    states.starts('router');
    expect(states.report()).toEqual({ router: { state: 'running' } });
    states.pauses('router', 'log', new Error('x'));
    states.stops('router', 'topic:a', 'target_stopped');
    expect(states.report()).toEqual({ router: { state: 'stopped', reason: 'target_stopped' } });
    states.runs('router', 'topic:a');
    expect(states.report()).toEqual({ router: { state: 'paused', reason: 'Error' } });
    states.runs('router', 'log');
    expect(states.report()).toEqual({ router: { state: 'running' } });
  });

  test('given a fault, then its reason is a code of it or of its causes, and never its message', () => {
    const states = new RoleStates();
    const refused = Object.assign(new Error('connect to secret.host'), { code: 'ECONNREFUSED' });
    states.pauses('relay', 'relay', new Error('no broker at secret.host', { cause: refused }));
    expect(states.report()).toEqual({ relay: { state: 'paused', reason: 'ECONNREFUSED' } });
    states.pauses('relay', 'relay', Object.assign(new TypeError('x'), { code: 'user: secret' }));
    expect(states.report()).toEqual({ relay: { state: 'paused', reason: 'TypeError' } });
    states.pauses('relay', 'relay', 'secret');
    expect(states.report()).toEqual({ relay: { state: 'paused', reason: 'unknown' } });
  });

  test('given a pause that nobody tells again for a minute, then it is over; what is stopped stays so', () => {
    let nowMs = 0;
    const states = new RoleStates(() => nowMs);
    states.pauses('relay', 'relay', new Error('x'));
    states.stops('router', 'topic:a', 'target_stopped');
    nowMs = 59_999;
    expect(states.report()).toMatchObject({ relay: { state: 'paused' }, router: { state: 'stopped' } });
    nowMs = 60_000;
    expect(states.report()).toMatchObject({ relay: { state: 'running' }, router: { state: 'stopped' } });
  });
});

describe('a log that is watched', () => {
  test('given a partition that cannot be taken, then it pauses until it is, also while others go on', async () => {
    const states = new RoleStates();
    states.starts('projector');
    let given: LogReader | undefined;
    const log: EventLog = {
      run: async (reader) => {
        given = reader;
      },
    };
    let fault: Error | undefined = new Error('full');
    const reader: LogReader = {
      assigned: async () => 7,
      deliver: async (partition) => {
        if (partition === 1 && fault) throw fault;
      },
      revoked: async () => {},
    };
    await watchedLog(log, states, 'projector', 'a').run(reader, new AbortController().signal);
    if (!given) throw new Error('the log was not run');
    const state = () => states.report()['projector']?.state;
    await expect(given.deliver(1, [], false)).rejects.toThrow('full');
    logPauses(states, 'projector', 'a', fault);
    expect(await given.assigned(1, () => {})).toBe(7);
    await given.deliver(0, [], false);
    expect(state()).toBe('paused');
    fault = undefined;
    await given.deliver(1, [], false);
    expect(state()).toBe('running');
    logPauses(states, 'projector', 'a', new Error('no broker'));
    expect(state()).toBe('paused');
    await given.assigned(0, () => {});
    expect(state()).toBe('running');
  });

  test('given a topic whose first attempt failed, then it runs again when it is read, and not while a record is not taken', async () => {
    const states = new RoleStates();
    states.starts('intake');
    logPauses(states, 'intake', 'in', new Error('not there yet'));
    const state = () => states.report()['intake']?.state;
    let fault: Error | undefined = new Error('no database');
    const reader: InboundReader = {
      assigned: async () => 0,
      deliver: async () => {
        if (fault) throw fault;
      },
      revoked: async () => {},
    };
    const seen: (string | undefined)[] = [];
    const topic: InboundTopic = {
      async run(watched) {
        await watched.assigned(0);
        seen.push(state());
        await watched.deliver(0, [], 1).catch(() => {});
        await watched.assigned(0);
        seen.push(state());
        fault = undefined;
        await watched.deliver(0, [], 1);
        seen.push(state());
      },
    };
    await watchedTopic(topic, states, 'intake', 'in').run(reader, new AbortController().signal);
    expect(seen).toEqual(['running', 'paused', 'running']);
  });
});
