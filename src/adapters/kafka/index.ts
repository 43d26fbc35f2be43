export { BrokenLogError } from './assigned-partition.js';
export { createKafka, type KafkaSettings } from './client.js';
export {
  brokerClockAheadMs,
  brokerRelease,
  examineCluster,
  lastingSettings,
  messageMaxBytes,
  type TopicFacts,
} from './examine.js';
export { createInboundTopic, type InboundTopicOptions } from './inbound.js';
export { type KafkaLogOptions, kafkaLog } from './log.js';
export { createRelayTopic } from './relay-topic.js';
export { createRoutedTopics } from './routed-topics.js';
export type { LogSchemas, SchemaMeaning } from './schemas.js';
