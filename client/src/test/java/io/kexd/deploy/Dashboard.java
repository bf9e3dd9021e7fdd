package io.kexd.deploy;

import io.kexd.foreign.Tool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** deploy/grafana/kexd.json and the queries in it. */
record Dashboard(JsonNode json) {

  static final Path FILE = Tool.ROOT.resolve("deploy/grafana/kexd.json");

  private static final Pattern NOT_A_NAME =
      Pattern.compile(
          "\"[^\"]*\"|\\[[^]]*]|\\b(by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)");
  private static final Pattern LABELS = Pattern.compile("\\{[^}]*}");
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*(?!\\w|\\s*\\()");
  private static final Set<String> OPERATORS =
      Set.of("and", "or", "unless", "bool", "offset", "atan2", "inf", "nan");
  private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((\\w+), \\w+\\)");

  /** A query of a panel. */
  record Query(String panel, String expression) {

    /** The expression as Prometheus gets it, over the given range, for all instances. */
    String filledIn(String range) {
      return expression.replace("$__rate_interval", range).replace("$instance", ".*");
    }

    /** The names of the metrics that it reads. */
    Set<String> metrics() {
      String bare = NOT_A_NAME.matcher(expression).replaceAll(" ");
      bare = LABELS.matcher(bare).replaceAll(" ");
      Set<String> names = new TreeSet<>();
      for (Matcher m = NAME.matcher(bare); m.find(); ) {
        if (!OPERATORS.contains(m.group())) {
          names.add(m.group());
        }
      }
      return names;
    }
  }

  static Dashboard read() {
    return new Dashboard(new JsonMapper().readTree(FILE));
  }

  List<JsonNode> panels() {
    return List.copyOf(json.get("panels").values());
  }

  /** Every query of every panel, and those that fill the variables. */
  List<Query> queries() {
    List<Query> queries = new ArrayList<>();
    for (JsonNode panel : panels()) {
      for (JsonNode target : panel.path("targets")) {
        queries.add(new Query(panel.get("title").asString(), target.get("expr").asString()));
      }
    }
    for (JsonNode variable : json.at("/templating/list")) {
      if (variable.get("type").asString().equals("query")) {
        String text = variable.at("/query/query").asString();
        Matcher m = LABEL_VALUES.matcher(text);
        if (!m.matches()) {
          throw new AssertionError("not understood: " + text);
        }
        queries.add(new Query("variable " + variable.get("name").asString(), m.group(1)));
      }
    }
    return queries;
  }
}
