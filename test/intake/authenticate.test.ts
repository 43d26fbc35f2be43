import { describe, expect, test } from 'vitest';
import { createAuthenticator, type KnownToken, type TokenCache } from '../../src/intake/index.js';
import { newSecret, secretSha256 } from '../../src/intake/secrets.js';

function given(token: KnownToken | undefined) {
  const secret = newSecret('hrt');
  const state = { asked: 0, time: 1_000_000, token, fails: false };
  const store = {
    findToken: async (hash: Buffer) => {
      state.asked++;
      if (state.fails) throw new Error('no database');
      return hash.equals(secretSha256(secret)) ? state.token : undefined;
    },
  };
  const { authenticate, forget } = createAuthenticator(store, { now: () => state.time });
  return { secret, state, authenticate, forget, header: `Token ${secret}` };
}

const good: KnownToken = { apiKeyId: 'k', organisation: 'acme', scopes: ['import'], expiresAt: 2_000_000 };

describe('given a good token', () => {
  test('when it is used again within 30 seconds, then the store is asked once', async () => {
    const { authenticate, header, state } = given(good);
    await Promise.all([authenticate(header, 'import'), authenticate(header, 'import')]);
    state.time += 29_999;
    expect(await authenticate(header, 'import')).toMatchObject({ organisation: 'acme' });
    expect(state.asked).toBe(1);
    state.time += 1;
    await authenticate(header, 'import');
    expect(state.asked).toBe(2);
  });

  test('when it is revoked, then it is refused within 30 seconds, and at once where that is known', async () => {
    const { authenticate, header, state, forget, secret } = given(good);
    await authenticate(header, 'import');
    state.token = undefined;
    await authenticate(header, 'import');
    await forget([secretSha256(secret)]);
    await expect(authenticate(header, 'import')).rejects.toMatchObject({ code: 'invalid_token' });
  });

  test('when it ends while remembered, then it is refused', async () => {
    const { authenticate, header, state } = given({ ...good, expiresAt: 1_000_010 });
    await authenticate(header, 'import');
    state.time += 10;
    await expect(authenticate(header, 'import')).rejects.toMatchObject({ code: 'invalid_token' });
  });

  test('when it lacks the scope, then permission is denied', async () => {
    const { authenticate, header } = given(good);
    await expect(authenticate(header, 'operate')).rejects.toMatchObject({ code: 'permission_denied' });
  });

  test("when it is an operator's, then it may query as well", async () => {
    const { authenticate, header } = given({ ...good, organisation: null, scopes: ['operate'] });
    expect(await authenticate(header, 'query')).toMatchObject({ organisation: null });
    await expect(authenticate(header, 'import')).rejects.toMatchObject({ code: 'permission_denied' });
  });

  test('when the store failed once, then the next request asks again', async () => {
    const { authenticate, header, state } = given(good);
    state.fails = true;
    await expect(authenticate(header, 'import')).rejects.toThrow('no database');
    state.fails = false;
    expect(await authenticate(header, 'import')).toMatchObject({ organisation: 'acme' });
  });
});

describe('given what other instances remember', () => {
  test('when a token is among it, then it holds as long as theirs does, and no longer', async () => {
    const secret = newSecret('hrt');
    const state = { asked: 0, time: 1_000_000 };
    const kept: number[] = [];
    const shared: TokenCache = {
      find: async () => (state.asked === 0 ? { token: good, holdsMs: 5_000 } : undefined),
      keep: async (_name, { holdsMs }) => void kept.push(holdsMs),
      forget: async () => {},
      onForgotten: () => {},
    };
    const findToken = async () => {
      state.asked++;
      // The answer takes its time, by which it is old when it comes.
      state.time += 1_000;
      return good;
    };
    const { authenticate } = createAuthenticator({ findToken }, { shared, now: () => state.time });
    await authenticate(`Token ${secret}`, 'import');
    state.time += 4_999;
    await authenticate(`Token ${secret}`, 'import');
    expect([state.asked, kept]).toEqual([0, []]);
    state.time += 1;
    state.asked = 1;
    await authenticate(`Token ${secret}`, 'import');
    expect([state.asked, kept]).toEqual([2, [29_000]]);
  });

  test('when a token is forgotten while the database is asked, then it is not passed on', async () => {
    const secret = newSecret('hrt');
    const kept: string[] = [];
    let answer: (token: KnownToken) => void = () => {};
    let askedFor: () => void = () => {};
    const asked = new Promise<void>((resolve) => {
      askedFor = resolve;
    });
    const shared: TokenCache = {
      find: async () => undefined,
      keep: async (name) => void kept.push(name),
      forget: async () => {},
      onForgotten: () => {},
    };
    const findToken = () => {
      askedFor();
      return new Promise<KnownToken>((resolve) => {
        answer = resolve;
      });
    };
    const { authenticate, forget } = createAuthenticator({ findToken }, { shared, now: () => 1_000_000 });
    const answered = authenticate(`Token ${secret}`, 'import');
    await asked;
    await forget([secretSha256(secret)]);
    answer(good);
    await answered;
    expect(kept).toEqual([]);
  });
});

describe('given what is no token', () => {
  test.each([undefined, '', 'Bearer abc', 'Token', 'Token a b'])(
    'when the header is %j, then it is missing',
    async (header) => {
      const { authenticate, state } = given(good);
      await expect(authenticate(header, 'import')).rejects.toMatchObject({ code: 'not_authenticated' });
      expect(state.asked).toBe(0);
    },
  );

  test('when its checksum is wrong, then it is refused without asking the store', async () => {
    const { authenticate, state, secret } = given(good);
    await expect(authenticate(`Token ${secret.slice(0, -1)}!`, 'import')).rejects.toMatchObject({
      code: 'invalid_token',
    });
    await expect(authenticate(`Token ${newSecret('hrk')}`, 'import')).rejects.toMatchObject({
      code: 'invalid_token',
    });
    expect(state.asked).toBe(0);
  });

  test('when it is unknown, then it is asked for each time and never remembered', async () => {
    const { authenticate, state } = given(good);
    const stranger = `Token ${newSecret('hrt')}`;
    for (let i = 0; i < 2; i++) {
      await expect(authenticate(stranger, 'import')).rejects.toMatchObject({ code: 'invalid_token' });
    }
    expect(state.asked).toBe(2);
  });
});
