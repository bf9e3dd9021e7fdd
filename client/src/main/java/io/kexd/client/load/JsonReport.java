package io.kexd.client.load;

import io.kexd.client.load.Report.Row;
import io.kexd.client.load.Report.Slot;
import io.kexd.client.load.Report.Times;
import java.io.StringWriter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A report as one line of JSON; docs/load.md tells its fields. */
public final class JsonReport {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonReport() {}

  /** The report, without a line end. */
  public static String of(Report report) {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), line)) {
      write(json, fields(report));
    }
    return line.toString();
  }

  private static Map<String, Object> fields(Report report) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("target", report.target());
    fields.put("plan", fields(report.plan()));
    fields.put("seconds", report.seconds());
    fields.put("stopped", report.stopped());
    fields.put("rows", report.rows().stream().map(JsonReport::fields).toList());
    Map<String, Object> total = fields(report.total());
    total.keySet().removeAll(List.of("subject", "operation", "items", "timeline"));
    fields.put("total", total);
    fields.put("generator", fields(report.generator()));
    fields.put("faults", report.faults());
    return fields;
  }

  private static Map<String, Object> fields(Plan plan) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("mix", plan.mix().toString());
    fields.put("rate", plan.rate());
    fields.put("poisson", plan.poisson());
    fields.put("warm_up_seconds", plan.warmUp().toMillis() / 1e3);
    fields.put("duration_seconds", plan.duration().toMillis() / 1e3);
    fields.put("timeout_seconds", plan.timeout().toMillis() / 1e3);
    fields.put("batch", plan.batch());
    fields.put("connections", plan.connections());
    fields.put("threads", plan.threads());
    fields.put("outstanding", plan.outstanding());
    fields.put("max_lag_ms", plan.maxLag().toNanos() / 1e6);
    return fields;
  }

  private static Map<String, Object> fields(Row row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("subject", row.subject());
    fields.put("operation", row.operation());
    fields.put("items", row.items());
    fields.put("offered", row.offered());
    fields.put("ok", row.ok());
    fields.put("refused", row.refused());
    fields.put("errors", row.errors());
    fields.put("not_sent", row.notSent());
    fields.put("unfinished", row.unfinished());
    fields.put("ok_per_second", row.okPerSecond());
    fields.put("ms", fields(row.times()));
    fields.put("timeline", row.timeline().stream().map(JsonReport::fields).toList());
    return fields;
  }

  private static Map<String, Object> fields(Times times) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("p50", times.p50());
    fields.put("p90", times.p90());
    fields.put("p99", times.p99());
    fields.put("p99_9", times.p999());
    fields.put("max", times.max());
    return fields;
  }

  private static Map<String, Object> fields(Slot slot) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("second", slot.second());
    fields.put("offered", slot.offered());
    fields.put("failed", slot.failed());
    fields.put("p50_ms", slot.p50());
    fields.put("p99_ms", slot.p99());
    fields.put("max_ms", slot.max());
    return fields;
  }

  private static Map<String, Object> fields(Report.Generator generator) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("sent_per_second", generator.sentPerSecond());
    fields.put("lag_ms", fields(generator.lag()));
    fields.put("loops_ms", fields(generator.loops()));
    return fields;
  }

  private static void write(JsonGenerator json, Object value) {
    if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      map.forEach(
          (name, member) -> {
            json.writeName((String) name);
            write(json, member);
          });
      json.writeEndObject();
    } else if (value instanceof Collection<?> list) {
      json.writeStartArray();
      list.forEach(item -> write(json, item));
      json.writeEndArray();
    } else {
      writeScalar(json, value);
    }
  }

  private static void writeScalar(JsonGenerator json, Object value) {
    if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Double number) {
      json.writeNumber(number);
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else {
      json.writeString(value.toString());
    }
  }
}
