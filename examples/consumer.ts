// Reads events: npx tsx --conditions=headrace-source examples/consumer.ts localhost:9092 http://localhost:8081
import { consume } from 'headrace/consumer';

const [brokers = 'localhost:9092', registryUrl = 'http://localhost:8081', topic = 'headrace.agreement'] =
  process.argv.slice(2);

const consumer = consume({
  brokers: brokers.split(','),
  registryUrl,
  topics: [topic],
  group: 'hello',
  handlers: {
    'agreement.revoked': ({ data, envelope }) => {
      const whose = data.account_number ?? 'an account that the event does not tell';
      console.log(`${envelope.time}: agreement ${data.agreement_id} of ${whose} was revoked`);
    },
  },
});
process.once('SIGTERM', () => consumer.stop()).once('SIGINT', () => consumer.stop());
