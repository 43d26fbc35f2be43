import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSql, relatedSql } from '../../src/adapters/postgres/query-sql.js';
import { itemSources } from '../../src/adapters/postgres/query-views.js';
import { at, type ToldEvent, told } from '../support/projection-spec.js';
import { historyOf } from './history.js';
import { QueryHouse } from './house.js';
import { rowsLookedAt } from './plans.js';

const acted = { support_user_id: 4, organisation_id: 1, actor_type: 'support', actor_id: 4 };
const conversation = (number: string, account_number: string) => ({
  ...acted,
  conversation_relay_id: number,
  conversation_id: 10,
  account_number,
  latest_contacted_account_user_number: 'U-7',
});
const message = (relay_id: string) => ({
  relay_id,
  vendor_id: 'V',
  channel: 'email',
  occurred_at: 'then',
});
const closed = (number: string, account: string, organisation: string | null = null): ToldEvent =>
  told(
    'ink.conversation.closed',
    'v1',
    9,
    { ...conversation(number, account), closed_at: 'then', reason: 'solved' },
    { organisation },
  );
const login = { account_user_id: 7, account_user_number: 'U-7' };
const failed = { ...login, step: 'password', failure_reason: 'wrong', brand: '', user_brands: [] };

describe('the query API on conversations', () => {
  let house: QueryHouse;
  beforeAll(async () => {
    house = await QueryHouse.open();
    await house.fixture.tell(
      ...historyOf('acme').account('A-1', 7),
      ...historyOf('bolt').account('B-1', 8),
      told('ink.conversation.opened', 'v1', 1, conversation('C-1', 'A-1')),
      told('ink.conversation.assigned_to_bucket', 'v1', 2, {
        ...acted,
        conversation_relay_id: 'C-1',
        bucket_relay_id: 'late bills',
      }),
      told('ink.content.inbound-message-tagged', 'v1', 2, {
        conversation_relay_id: 'C-1',
        conversation_id: 10,
        account_number: 'A-1',
        message: {
          message_id: 20,
          occurred_at: 'then',
          channel: 'email',
          content: { from_address: null, subject: null, to_addresses: null, tags: ['bill'] },
        },
      }),
      told('ink.conversation.priority.changed', 'v1', 2, {
        conversation_relay_id: 'C-1',
        conversation_id: 10,
        account_number: 'A-1',
        latest_contacted_account_user_number: 'U-7',
        support_user_id: 4,
        organisation_id: 1,
        old_priority: 0,
        new_priority: 2.5,
        prioritized_at: 'then',
        message_id: 20,
        message_relay_id: 'M-1',
      }),
      told('ink.messages.inbound-message-created', 'v1', 3, {
        conversation_relay_id: 'C-1',
        account_number: 'A-1',
        message: message('M-1'),
      }),
      // Neither names the account: its conversation leads there.
      told('ink.messages.outbound-message-failed', 'v1', 4, {
        conversation_relay_id: 'C-1',
        message: { ...message('M-2'), vendor: 'post' },
        failure: { type: 'bounce', reason: 'no such box', occurred_at: 'then' },
      }),
      closed('C-2', 'A-1'),
      closed('C-3', 'B-1'),
      closed('C-4', 'A-9'),
      // Who publishes about another's account sees what it said, and nothing of the account.
      closed('C-5', 'A-1', 'bolt'),
      told('auth_server.account_user.login_failed', 'v1', 1, failed),
      told('auth_server.account_user.logged_in', 'v1', 2, {
        ...login,
        login_method: 'password',
        mfa_device_type: 'sms',
      }),
      told('auth_server.account_user.login_failed', 'v1', 3, failed),
      told('auth_server.account_user.login_denied', 'v1', 4, { ...login, enforced_security_rule_ids: [] }),
      told('account_user.verification_started', 'v1', 1, {
        user_number: 'U-7',
        verification_id: 3,
        verification_type: 'email',
      }),
    );
  });
  afterAll(() => house.close());

  const numbers = async (path: string, token?: string) =>
    (await house.results(path, token)).map((row) => row['conversation_relay_id']);

  it('given conversations that no organisation told of, then each goes with its account', async () => {
    expect(await numbers('conversations')).toEqual(['C-1', 'C-2']);
    expect(await numbers('conversations', 'bolt')).toEqual(['C-3', 'C-5']);
    expect(await numbers('conversations', 'operator')).toEqual(['C-1', 'C-2', 'C-3', 'C-4', 'C-5']);
  });

  it.each([
    ['account_number=A-1', ['C-1', 'C-2', 'C-5']],
    ['status=closed', ['C-2', 'C-3', 'C-4', 'C-5']],
    ['status=open&account_number=A-1', ['C-1']],
    ['organisation=bolt', ['C-3', 'C-5']],
  ])('given the filter %s, then only those are listed', async (filter, expected) => {
    expect(await numbers(`conversations?${filter}`, 'operator')).toEqual(expected);
  });

  it('given a conversation, when it is asked for, then its messages come with it', async () => {
    expect(await house.get('conversations/C-1')).toMatchObject({
      status: 200,
      body: {
        organisation: 'acme',
        status: 'open',
        priority: 2.5,
        buckets: ['late bills'],
        timelines: null,
        last_inbound_at: at(3),
        messages: [
          {
            message_relay_id: 'M-1',
            account_number: 'A-1',
            organisation: 'acme',
            status: 'created',
            channel: 'email',
            tags: ['bill'],
          },
          { message_relay_id: 'M-2', status: 'failed', failure_reason: 'no such box', tags: null },
        ],
      },
    });
    expect((await house.get('conversations/C-1', 'bolt')).status).toBe(404);
  });

  it('given the account, then its conversations come with it, and how its users logged in', async () => {
    expect((await house.get('accounts/A-1')).body).toMatchObject({
      conversations: [{ conversation_relay_id: 'C-1' }, { conversation_relay_id: 'C-2' }],
      users: [
        {
          user_id: 7,
          last_logged_in_at: at(2),
          login_method: 'password',
          login_failures: 3,
          login_failures_since_login: 2,
          last_login_failed_at: at(4),
          verifications: [{ verification_id: 3, type: 'email', status: 'started' }],
        },
      ],
    });
  });

  it('given many, then those of an account and the messages of one are found by an index', async () => {
    const { pool } = house.fixture.database;
    await pool.query(`
      INSERT INTO account_state_v3.conversations (conversation_relay_id, account_number)
        SELECT 'n-' || n, 'N-' || n / 20 FROM generate_series(1, 20000) n;
      INSERT INTO account_state_v3.messages (message_relay_id, conversation_relay_id)
        SELECT 'n-' || n, 'n-' || n / 5 FROM generate_series(1, 20000) n;
      ANALYZE account_state_v3.conversations, account_state_v3.messages`);
    const filters = new Map([['account_number', 'N-7']]);
    const list = listSql({ list: 'conversations', organisation: null, filters, after: undefined, limit: 50 });
    expect(await rowsLookedAt(pool, list)).toBeLessThan(1000);
    for (const source of itemSources.conversations.related) {
      const messages = relatedSql(source, { conversation_relay_id: 'n-7' }, null);
      expect(await rowsLookedAt(pool, messages)).toBeLessThan(1000);
    }
  });
});
