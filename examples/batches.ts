// Counts revoked agreements by day, each once: the count and the position it goes up to share a transaction.
import { consumeBatches, PositionMoved } from 'headrace/consumer';
import pg from 'pg';

const [
  databaseUrl = '',
  brokers = 'localhost:9092',
  registryUrl = 'http://localhost:8081',
  topic = 'headrace.agreement',
] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl });
await pool.query(`
  CREATE TABLE IF NOT EXISTS revocations (day date PRIMARY KEY, agreements bigint NOT NULL);
  CREATE TABLE IF NOT EXISTS positions (topic text, partition int, position text, PRIMARY KEY (topic, partition))`);

const consumer = consumeBatches({
  brokers: brokers.split(','),
  registryUrl,
  topics: [topic],
  group: 'revocations',
  types: ['agreement.revoked'],
  positions: {
    load: async ({ topic, partition }) => {
      const at = [topic, partition];
      const found = await pool.query(
        'SELECT position FROM positions WHERE topic = $1 AND partition = $2',
        at,
      );
      return found.rows[0]?.position;
    },
  },
  handle: async (events, { topic, partition, position }) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rowCount } = await client.query(
        `INSERT INTO positions VALUES ($1, $2, $3) ON CONFLICT (topic, partition)
         DO UPDATE SET position = excluded.position WHERE positions.position = $4`,
        [topic, partition, position.after, position.before],
      );
      if (rowCount !== 1) throw new PositionMoved();
      await client.query(
        `INSERT INTO revocations SELECT day, count(*) FROM unnest($1::date[]) AS day GROUP BY day
         ON CONFLICT (day) DO UPDATE SET agreements = revocations.agreements + excluded.agreements`,
        [events.map(({ envelope }) => envelope.time.slice(0, 10))],
      );
      await client.query('COMMIT');
    } catch (fault) {
      await client.query('ROLLBACK').catch(() => {});
      throw fault;
    } finally {
      client.release();
    }
  },
});

const stop = () => consumer.stop().then(() => pool.end());
process.once('SIGTERM', stop).once('SIGINT', stop);
