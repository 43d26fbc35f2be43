import { loadCatalogue } from '../../src/catalogue/index.js';
import { compile } from '../reference/decoder.js';
import type { Contestant } from './contestant.js';
import { eachBatch } from './each-batch.js';

const EIGHT_MB = { bytesPerPartition: 8_000_000, concurrency: 2 };

/** kafkajs alone: the records are read, and nothing is done with them. */
export const raw: Contestant = (task, clock) => eachBatch(task, EIGHT_MB, clock, () => {});

/** kafkajs and Avro, decoded by one compiled type. */
export const decode: Contestant = async (task, clock) => {
  const type = compile(await loadCatalogue());
  let decoded = 0;
  await eachBatch(task, EIGHT_MB, clock, ({ batch }) => {
    for (const { value } of batch.messages) if (value && type.fromBuffer(value.subarray(5))) decoded++;
  });
  if (decoded !== task.events) throw new Error(`${decoded} of ${task.events} events were decoded`);
};
