package io.kexd.crypto.gen;

import io.kexd.crypto.gen.card.Card;
import io.kexd.crypto.gen.card.CardException;
import io.kexd.crypto.gen.card.CardFile;
import io.kexd.crypto.gen.curve.CombTable;
import io.kexd.crypto.gen.curve.CurveCheck;
import io.kexd.crypto.gen.curve.IndexSource;
import io.kexd.crypto.gen.kernel.FieldKernels;
import io.kexd.crypto.gen.kernel.FieldSource;
import io.kexd.crypto.gen.kernel.Plan;
import io.kexd.crypto.gen.kernel.PlanRefused;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** All that is made of the cards, as files. The same cards always give the same bytes. */
final class Generator {
  private static final String FIELD_PACKAGE = "io/kexd/crypto/field/";

  /** Path below the source root, and content. */
  private final Map<String, byte[]> sources = new TreeMap<>();

  /** Path below the resource root, and content. */
  private final Map<String, byte[]> resources = new TreeMap<>();

  Map<String, byte[]> sources() {
    return sources;
  }

  Map<String, byte[]> resources() {
    return resources;
  }

  /** Reads every {@code *.curve} of a folder, in the order of their names. */
  static Generator of(Path cards) throws IOException {
    TreeSet<Path> files = new TreeSet<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(cards, "*.curve")) {
      stream.forEach(files::add);
    }
    if (files.isEmpty()) {
      throw new CardException("no *.curve files in " + cards);
    }
    Generator generator = new Generator();
    List<String> entries = new ArrayList<>();
    for (Path file : files) {
      entries.add(generator.curve(Card.read(CardFile.read(file))));
    }
    generator.source("io/kexd/crypto/model/CurveIndex.java", IndexSource.text(entries));
    return generator;
  }

  private String curve(Card card) {
    CurveCheck.check(card);
    field(card, "field", card.field(), card.prime());
    field(card, "scalars", card.scalars(), card.order());
    CombTable comb = CombTable.of(card);
    byte[] table = comb.bytes(card);
    resources.put(IndexSource.resource(card), table);
    return IndexSource.entry(card, comb, table);
  }

  private void field(Card card, String key, Card.FieldPlan plan, BigInteger modulus) {
    try {
      FieldKernels kernels = FieldKernels.search(Plan.of(modulus, plan.limbs(), plan.radix()));
      String origin = card.file().name() + ", " + key;
      source(
          FIELD_PACKAGE + plan.className() + ".java",
          new FieldSource(plan.className(), origin, kernels).text());
    } catch (PlanRefused e) {
      throw card.error(key, e.getMessage());
    }
  }

  private void source(String path, String text) {
    sources.put(path, text.getBytes(StandardCharsets.UTF_8));
  }
}
