import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Utils;

/**
 * A consumer that knows nothing of this project: Kafka's own client, Avro's own reader, and the schema that the registry
 * gives for the id in the value. Prints a line of JSON for each record: partition, the partition that Java's default
 * partitioner would choose, key, headers, name of the schema, and the payload as JSON.
 *
 * Arguments: brokers, address of the registry, topic, number of records.
 */
public class ReadTopic {
  static final ObjectMapper JSON = new ObjectMapper();
  static final Map<Integer, Schema> SCHEMAS = new HashMap<>();

  public static void main(String[] args) throws Exception {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", args[0]);
    settings.put("auto.offset.reset", "earliest");
    try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
      var partitions = consumer.partitionsFor(args[2]).stream()
          .map(info -> new org.apache.kafka.common.TopicPartition(info.topic(), info.partition()))
          .collect(Collectors.toList());
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      int left = Integer.parseInt(args[3]);
      while (left > 0) {
        for (var record : consumer.poll(Duration.ofSeconds(1))) {
          System.out.println(describe(record, args[1], partitions.size()));
          left--;
        }
      }
    }
  }

  static String describe(ConsumerRecord<String, byte[]> record, String registry, int partitions) throws Exception {
    ByteBuffer value = ByteBuffer.wrap(record.value());
    if (value.get() != 0) throw new IllegalStateException("the magic byte is not 0");
    Schema schema = schema(registry, value.getInt());
    var decoder = DecoderFactory.get().binaryDecoder(value.array(), value.position(), value.remaining(), null);
    GenericRecord payload = new GenericDatumReader<GenericRecord>(schema).read(null, decoder);
    if (!decoder.isEnd()) throw new IllegalStateException("there are bytes behind the payload");
    Map<String, String> headers = new HashMap<>();
    record.headers().forEach(header -> headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));
    int chosen = Utils.toPositive(Utils.murmur2(record.key().getBytes(StandardCharsets.UTF_8))) % partitions;
    return JSON.writeValueAsString(Map.of(
        "partition", record.partition(),
        "chosen", chosen,
        "key", record.key(),
        "headers", headers,
        "schema", schema.getFullName(),
        "payload", JSON.readTree(payload.toString())));
  }

  static Schema schema(String registry, int id) throws Exception {
    Schema known = SCHEMAS.get(id);
    if (known != null) return known;
    var request = HttpRequest.newBuilder(URI.create(registry + "/schemas/ids/" + id)).build();
    var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    Schema schema = new Schema.Parser().parse(JSON.readTree(answer.body()).get("schema").asText());
    SCHEMAS.put(id, schema);
    return schema;
  }
}
