import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Base64;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A producer of another kind than ours: Kafka's own client, its partitioner, any compression. Arguments: brokers, topic,
 * compression. A line of input is a record: key, value, and headers as name=value, all in base64 but the names, "-" for
 * null, parted by spaces.
 */
class ForeignProducer {
  public static void main(String[] args) throws Exception {
    Properties settings = new Properties();
    settings.put("bootstrap.servers", args[0]);
    settings.put("compression.type", args[2]);
    settings.put("linger.ms", "5");
    var bytes = new ByteArraySerializer();
    try (var producer = new KafkaProducer<>(settings, bytes, bytes);
        var input = new BufferedReader(new InputStreamReader(System.in))) {
      for (String line; (line = input.readLine()) != null; ) {
        String[] parts = line.split(" ");
        var record = new ProducerRecord<byte[], byte[]>(args[1], decode(parts[0]), decode(parts[1]));
        for (int i = 2; i < parts.length; i++) {
          int at = parts[i].indexOf('=');
          record.headers().add(parts[i].substring(0, at), decode(parts[i].substring(at + 1)));
        }
        producer.send(record, (metadata, error) -> {
          if (error != null) {
            error.printStackTrace();
            Runtime.getRuntime().halt(1);
          }
        });
      }
    }
  }

  private static byte[] decode(String text) {
    return text.equals("-") ? null : Base64.getDecoder().decode(text);
  }
}
