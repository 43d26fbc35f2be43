import fc from 'fast-check';
import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { ForeignRecordError, fromMessage, toMessage } from '../../src/adapters/kafka/record.js';
import type { RecordedEvent } from '../../src/event/index.js';
import { jsonEvent } from '../support/events.js';

const recorded = (): RecordedEvent => ({
  ...jsonEvent(
    {
      type: 'account.created',
      id: 'e-1',
      source: 'headrace/importer',
      time: '2026-02-03T04:05:06.789Z',
      subject: 'account/A-1234',
      key: 'A-1234',
      importSupplier: 'acme',
      organisation: 'north',
      causationId: 'c-1',
      correlationId: 'c-2',
      traceparent: '00-1-2-00',
    },
    { number: 'A-1234' },
  ),
  partition: 3,
  sequence: 17,
  appendedAt: 1_770_000_000_123,
});

/** A message as it comes back: all bytes. */
const received = (message: Message): KafkaMessage => ({
  key: Buffer.from(message.key ?? ''),
  value: Buffer.from(message.value ?? ''),
  timestamp: message.timestamp ?? '',
  attributes: 0,
  offset: '4711',
  headers: Object.fromEntries(
    Object.entries(message.headers ?? {}).map(([name, value]) => [name, Buffer.from(`${value}`)]),
  ),
});

describe('events as records', () => {
  it('has the headers of CloudEvents binary mode and ours, and a value in wire format', () => {
    const message = toMessage(recorded(), 258);
    expect(message.headers).toEqual({
      ce_specversion: '1.0',
      ce_id: 'e-1',
      ce_source: 'headrace/importer',
      ce_type: 'account.created',
      ce_payloadversion: 'v1',
      ce_time: '2026-02-03T04:05:06.789Z',
      ce_subject: 'account/A-1234',
      ce_partitionkey: 'A-1234',
      ce_sequence: '17',
      ce_importsupplier: 'acme',
      ce_organisation: 'north',
      ce_causationid: 'c-1',
      ce_correlationid: 'c-2',
      traceparent: '00-1-2-00',
    });
    expect(message).toMatchObject({ key: 'A-1234', partition: 3, timestamp: '1770000000123' });
    expect(Buffer.from(message.value ?? '').subarray(0, 5)).toEqual(Buffer.from([0, 0, 0, 1, 2]));
  });

  it('given attributes that are not known, then their headers are left out', () => {
    const { envelope, ...event } = recorded();
    const bare = {
      ...envelope,
      subject: null,
      importSupplier: null,
      organisation: null,
      causationId: null,
      correlationId: null,
      traceparent: null,
    };
    const names = Object.keys(toMessage({ ...event, envelope: bare }, 1).headers ?? {});
    expect(names).toHaveLength(8);
    expect(names).not.toContain('ce_subject');
  });

  it('given any event, then it comes back as it went', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    const maybe = fc.option(text);
    const envelope = fc.record({
      id: text,
      source: text,
      type: text,
      version: text,
      time: text,
      key: text,
      subject: maybe,
      importSupplier: maybe,
      organisation: maybe,
      causationId: maybe,
      correlationId: maybe,
      traceparent: maybe,
    });
    const event = fc.record({
      envelope,
      payload: fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
      partition: fc.nat(99),
      sequence: fc.integer({ min: 1 }),
      appendedAt: fc.nat(),
    });
    fc.assert(
      fc.property(event, fc.nat(), (original, schemaId) => {
        const read = fromMessage(original.partition, received(toMessage(original, schemaId)));
        expect(read).toEqual({ offset: 4_711, sequence: original.sequence, event: original, schemaId });
      }),
    );
  });

  it.each([
    ['without a sequence', { ce_sequence: undefined }],
    ['with a sequence that is no number', { ce_sequence: Buffer.from('x') }],
    ['without a type', { ce_type: undefined }],
    ['without a key', { ce_partitionkey: undefined }],
  ])('given a record %s, then it is refused as none of ours, with its place', (_, headers: IHeaders) => {
    const message = received(toMessage(recorded(), 1));
    const foreign: KafkaMessage = {
      key: message.key,
      value: message.value,
      timestamp: message.timestamp,
      attributes: 0,
      offset: message.offset,
      headers: { ...message.headers, ...headers },
    };
    expect(() => fromMessage(3, foreign)).toThrow(ForeignRecordError);
    expect(() => fromMessage(3, foreign)).toThrow('partition 3, offset 4711');
  });

  it('given a value that is not framed, then it is refused as none of ours', () => {
    const message = { ...received(toMessage(recorded(), 1)), value: Buffer.from('{"a":1}') };
    expect(() => fromMessage(3, message)).toThrow('wire format');
  });
});
