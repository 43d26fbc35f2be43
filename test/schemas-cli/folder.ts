import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { testFolder } from '../support/folder.js';

const NUMBER = { name: 'account_number', type: 'string', doc: 'Number of the account.' };
export const optional = (name: string) => ({ name, type: ['null', 'string'], default: null, doc: 'Text.' });
export const required = (name: string, type = 'string') => ({ name, type, doc: 'Text.' });

/** A schemas folder of `bill.made` in two versions with samples; `write` changes a file of it. */
export function billFolder() {
  const folder = testFolder();
  const write = (file: string, content: object | string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const version = (name: string, fields: readonly object[]) =>
    write(`bill.made/${name}.avsc`, {
      type: 'record',
      name: `bill.made_${name}`,
      doc: 'A bill was made.',
      eventType: 'bill.made',
      payloadVersion: name,
      key: ['account_number'],
      fields: [NUMBER, ...fields],
    });
  const sample = (name: string, payload: object, bytes: string, current: object) =>
    write(`bill.made/samples/${name}.json`, { subject: 'account/A-1', payload, bytes, current });
  const upcast = (steps: string) =>
    write('bill.made/upcast.js', `export default { type: 'bill.made', steps: { ${steps} } };`);

  mkdirSync(join(folder, 'internal'));
  version('v1', []);
  version('v2', [optional('reason')]);
  upcast("v1: { to: 'v2', add: () => ({ reason: null }) }");
  sample('v1', { account_number: 'A' }, '0241', { account_number: 'A', reason: null });
  sample('v2', { account_number: 'A', reason: 'b' }, '0241020262', { account_number: 'A', reason: 'b' });
  return { folder, write, version, sample, upcast, snapshot: join(folder, 'snapshot.json') };
}
