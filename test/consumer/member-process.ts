/** A member of a group in a process of its own, to be killed: writes a line `<source partition> <sequence>` for each event. */
import { consume } from '../../src/consumer/index.js';
import { quick } from './support.js';

const [brokers = '', topic = '', group = ''] = process.argv.slice(2);
consume({
  ...quick(brokers.split(','), topic, group).options,
  handlers: {
    'agreement.revoked': async ({ origin }) => {
      await new Promise((resume) => setTimeout(resume, 2));
      process.stdout.write(`${origin?.partition} ${origin?.sequence}\n`);
    },
  },
});
