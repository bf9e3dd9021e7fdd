package io.kexd.crypto.gen;

import io.kexd.crypto.gen.card.CardException;
import io.kexd.crypto.gen.card.CardFile;
import io.kexd.crypto.gen.card.CurveCard;
import io.kexd.crypto.gen.card.FieldCard;
import io.kexd.crypto.gen.card.Scheme;
import io.kexd.crypto.gen.curve.CombTable;
import io.kexd.crypto.gen.curve.CurveCheck;
import io.kexd.crypto.gen.curve.IndexSource;
import io.kexd.crypto.gen.curve.LanesIndexSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** All that is made of the cards, as files. The same cards always give the same bytes. */
final class Generator {
  private static final String FIELD_PACKAGE = "io/kexd/crypto/field/";

  /** Path below the source root, and content. */
  private final Map<String, byte[]> sources = new TreeMap<>();

  /** Path below the resource root, and content. */
  private final Map<String, byte[]> resources = new TreeMap<>();

  private final Fields fields = new Fields();
  private final Set<String> ids = new HashSet<>();

  /** What the rules {@code edx} bind into their hashes to keep schemes apart. */
  private final Set<String> names = new HashSet<>();

  private final IndexSource index = new IndexSource();
  private final LanesIndexSource lanes = new LanesIndexSource(Fields.LANES);

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
    for (Path file : files) {
      generator.card(CardFile.read(file));
    }
    generator.source("io/kexd/crypto/model/CurveIndex.java", generator.index.text());
    generator.source("io/kexd/crypto/model/CurveLanes.java", generator.lanes.text());
    return generator;
  }

  private void card(CardFile file) {
    if (CurveCard.isCurve(file)) {
      curve(CurveCard.read(file));
    } else {
      FieldCard card = FieldCard.read(file);
      CurveCheck.check(card);
      coordinates(card);
    }
  }

  private void curve(CurveCard card) {
    CurveCheck.check(card);
    demandNewIds(card);
    coordinates(card.common());
    kernels(fields.sources(card.common().file(), "scalars", card.scalars(), card.order()));
    CombTable comb = CombTable.of(card, card.comb().one());
    CombTable ladderComb = card.ladder().map(l -> CombTable.of(card, l, comb)).orElse(comb);
    resources.put(comb.resource, comb.bytes());
    resources.put(ladderComb.resource, ladderComb.bytes());
    index.add(card, comb, ladderComb);
    if (card.common().field().lanes().isPresent()) {
      CombTable wide = CombTable.of(card, card.comb().lanes());
      lanes.add(card, wide, card.ladder().map(l -> CombTable.of(card, l, wide)).orElse(wide));
    }
  }

  private void coordinates(FieldCard card) {
    Map<String, String> made = fields.sources(card.file(), "field", card.field(), card.prime());
    if (!made.isEmpty()) {
      kernels(made);
      index.add(card);
    }
  }

  private void kernels(Map<String, String> texts) {
    texts.forEach((name, text) -> source(FIELD_PACKAGE + name + ".java", text));
  }

  /** Callers name schemes and algorithms without naming the curve; names keep hashes apart. */
  private void demandNewIds(CurveCard card) {
    for (Scheme scheme : card.schemes()) {
      Set<String> added = new HashSet<>(Set.of(scheme.id()));
      scheme.algorithms().forEach(algorithm -> added.add(algorithm.id()));
      for (String id : added) {
        if (!ids.add(id)) {
          throw card.error("scheme." + scheme.id(), "another scheme has the id " + id);
        }
      }
      if (!scheme.name().isEmpty() && !names.add(scheme.name())) {
        throw card.error("scheme." + scheme.id(), "another scheme has the name " + scheme.name());
      }
    }
  }

  private void source(String path, String text) {
    sources.put(path, text.getBytes(StandardCharsets.UTF_8));
  }
}
