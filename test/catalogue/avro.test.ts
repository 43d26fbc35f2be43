import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { DataFault } from '../../src/errors.js';

const catalogue = await loadCatalogue();
const SAFE = Number.MAX_SAFE_INTEGER;

const long = (value: number) => catalogue.encode('business.created', 'v1', { id: value });
const readLong = (bytes: Buffer) => catalogue.decode('business.created', 'v1', bytes).id;
const text = (value: string) => catalogue.encode('account.occupied', 'v1', { account_number: value });
const readText = (bytes: Buffer) => catalogue.decode('account.occupied', 'v1', bytes).account_number;
const readChanges = (bytes: Buffer) => catalogue.decode('account_metadata.updated', 'v1', bytes).changes;

/** Zigzag varint of any whole number, the plain way. */
function varint(value: bigint): Buffer {
  let rest = value >= 0n ? value * 2n : -value * 2n - 1n;
  const bytes: number[] = [];
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}

function avroText(value: Buffer | string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([varint(BigInt(bytes.length)), bytes]);
}

function reasonOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof DataFault) return error.reason;
    throw error;
  }
}

describe('a long', () => {
  it('given any whole number up to 2^53 - 1 either way, then its bytes are the zigzag varint', () => {
    fc.assert(
      fc.property(fc.integer({ min: -SAFE, max: SAFE }), (value) => {
        expect(long(value)).toEqual(varint(BigInt(value)));
        expect(readLong(long(value))).toBe(value);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    0,
    -1,
    1,
    2 ** 27,
    -(2 ** 27),
    2 ** 30,
    -(2 ** 30) - 1,
    2 ** 52,
    -(2 ** 52) - 1,
    -5e15,
    SAFE,
    -SAFE,
  ])('given %d, then it comes back exactly', (value) => {
    expect(long(value)).toEqual(varint(BigInt(value)));
    expect(readLong(long(value))).toBe(value);
  });

  it('given -0, then it comes back as 0', () => {
    expect(Object.is(readLong(long(-0)), 0)).toBe(true);
  });

  it.each([2n ** 53n, -(2n ** 53n), 2n ** 62n, 2n ** 63n - 1n, -(2n ** 63n)])(
    'given %d in the bytes, then it is refused as unsafe',
    (value) => {
      expect(reasonOf(() => readLong(varint(value)))).toBe('unsafe_integer');
    },
  );

  it.each([2 ** 53, -(2 ** 53), 1e300])('given %d to encode, then it is refused as unsafe', (value) => {
    expect(reasonOf(() => long(value))).toBe('unsafe_integer');
  });

  it('given more than ten bytes, then it is refused', () => {
    expect(reasonOf(() => readLong(Buffer.alloc(11, 0x80)))).toBe('undecodable');
  });
});

describe('a string', () => {
  it('given any text without NUL, then its bytes are its length and its UTF-8', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 200 }).filter((value) => !value.includes('\0'));
    fc.assert(
      fc.property(texts, (value) => {
        expect(text(value)).toEqual(avroText(value));
        expect(readText(text(value))).toBe(value);
      }),
    );
  });

  it('given a replacement character that was really sent, then it is kept', () => {
    expect(readText(avroText('a\ufffdb'))).toBe('a\ufffdb');
  });

  it.each([
    ['a stray continuation byte', [0x61, 0x80]],
    ['a cut sequence', [0xe2, 0x82]],
    ['an overlong form', [0xc0, 0xaf]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['NUL', [0x61, 0]],
  ])('given %s, then it is refused', (_, bytes) => {
    expect(reasonOf(() => readText(avroText(Buffer.from(bytes))))).toBe('undecodable');
  });

  it.each(['\ud800', 'a\udc00b', `${'x'.repeat(100)}\ud83d`, 'a\0'])(
    'given half a surrogate pair or NUL, then it is refused',
    (value) => {
      expect(reasonOf(() => text(value))).toBe('invalid_payload');
    },
  );
});

describe('a double', () => {
  const offset = 2;
  const encode = (old_priority: number) =>
    catalogue.encode('ink.conversation.priority.changed', 'v1', {
      conversation_id: 1,
      conversation_relay_id: '',
      old_priority,
      new_priority: 0,
      prioritized_at: '',
      message_id: 1,
      message_relay_id: '',
      account_number: '',
      latest_contacted_account_user_number: '',
      support_user_id: 1,
      organisation_id: 1,
    });
  const decode = (bytes: Buffer) =>
    catalogue.decode('ink.conversation.priority.changed', 'v1', bytes).old_priority;

  it('given a number, then its bytes are those of IEEE 754', () => {
    expect(encode(0.1).readDoubleLE(offset)).toBe(0.1);
    expect(decode(encode(0.1))).toBe(0.1);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'given %d, then it is refused',
    (value) => {
      expect(reasonOf(() => encode(value))).toBe('invalid_payload');
      const bytes = encode(1);
      bytes.writeDoubleLE(value, offset);
      expect(reasonOf(() => decode(bytes))).toBe('undecodable');
    },
  );

  it('given -0, then it is written and read as 0', () => {
    const bytes = encode(-0);
    expect(bytes).toEqual(encode(0));
    bytes.writeDoubleLE(-0, offset);
    expect(Object.is(decode(bytes), 0)).toBe(true);
  });
});

describe('a boolean', () => {
  it('given a byte other than 0 and 1, then it is refused', () => {
    const bytes = catalogue.encode('account.created', 'v1', {
      account_number: 'A',
      account_user_emails: [],
      is_imported: true,
    });
    bytes[bytes.length - 1] = 2;
    expect(reasonOf(() => catalogue.decode('account.created', 'v1', bytes))).toBe('undecodable');
  });
});

describe('an array', () => {
  const head = avroText('A');
  const decode = (...parts: Buffer[]) =>
    catalogue.decode('account.created', 'v1', Buffer.concat([head, ...parts])).account_user_emails;
  const none = varint(0n);

  it('given several blocks, one of them with its size, then all items are there', () => {
    const [a, b, c] = [avroText('a'), avroText('b'), avroText('c')];
    const sized = Buffer.concat([varint(-2n), varint(BigInt(b.length + c.length)), b, c]);
    expect(decode(varint(1n), a, sized, none, none)).toEqual(['a', 'b', 'c']);
  });

  it.each([2n ** 31n, 2n ** 52n, 2n ** 62n, -(2n ** 62n), 2n ** 63n - 1n, 100n])(
    'given a claim of %d items and no bytes, then it is refused at once',
    (claim) => {
      expect(reasonOf(() => decode(varint(claim), none))).toBe('undecodable');
    },
  );
});

describe('an untyped object', () => {
  const json = (value: string) => Buffer.concat([avroText('A'), avroText(value)]);

  it('given JSON text in the bytes, then its value is the object', () => {
    expect(readChanges(json('{"a":[1,{"b":null}],"__proto__":1}'))).toEqual(
      JSON.parse('{"a":[1,{"b":null}],"__proto__":1}'),
    );
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '1',
    '{"a":1}x',
    '{"a":1e400}',
    '{"a":"\\ud800"}',
    `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`,
  ])('given %s, then it is refused', (value) => {
    expect(reasonOf(() => readChanges(json(value)))).toBe('undecodable');
  });

  it('given nesting that overflows a stack, then it is refused', () => {
    expect(reasonOf(() => readChanges(json('{"a":'.repeat(200_000) + 1 + '}'.repeat(200_000))))).toBe(
      'undecodable',
    );
  });

  it.each(['{"a":9007199254740993}', '{"a":[-9007199254740992]}'])(
    'given %s, then it is refused as unsafe',
    (value) => {
      expect(reasonOf(() => readChanges(json(value)))).toBe('unsafe_integer');
    },
  );

  it('given malformed UTF-8 in its text, then it is refused', () => {
    const bytes = Buffer.concat([
      avroText('A'),
      avroText(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
    ]);
    expect(reasonOf(() => readChanges(bytes))).toBe('undecodable');
  });

  it('given one that may be absent, then null and an object both come back', () => {
    const user = { user_id: 1, user_email: '', user_number: '', linked_accounts: [{ number: 'A' }, {}] };
    for (const user_identifiers of [null, {}, { a: { b: [true] } }]) {
      const bytes = catalogue.encode('account_user.created', 'v1', { ...user, user_identifiers });
      expect(catalogue.decode('account_user.created', 'v1', bytes)).toMatchObject({
        ...user,
        user_identifiers,
      });
    }
  });
});
