package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.server.keys.Keysets;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kexd keys backup|restore|reseal}: what they say, and their exit status. */
class KeysCommandTest {
  @TempDir private Path folder;
  private Path here = Path.of("");
  private Path there = Path.of("");
  private Path file = Path.of("");

  private record Ended(int status, String out, String err) {}

  @BeforeEach
  void makeKeys() throws Exception {
    here = folder.resolve("here");
    there = Files.createDirectory(folder.resolve("there"));
    file = folder.resolve("backup.db");
    assertEquals(32, KeyWriter.create(KeyWriter.storage(here), "release").length);
    assertEquals(32, KeyWriter.create(KeyWriter.storage(here), "release").length);
    Files.copy(here.resolve("keyset.json"), there.resolve("keyset.json"));
  }

  @Test
  void aBackupSaysWhatElseHasToBeKept() {
    Ended backup = run("backup", "--data", here.toString(), file.toString());
    assertEquals(
        """
        backed up 1 signing key to %s
        sealed by %s, without which it is useless: keep a copy of that too, apart from the backup
        """
            .formatted(file, here.resolve("keyset.json")),
        backup.out());
    assertEquals("", backup.err());
    assertEquals(0, backup.status());
  }

  @Test
  void aRestoreListsWhatCanBeUsedAgain() {
    assertEquals(0, run("backup", "--data", here.toString(), file.toString()).status());
    Ended restore = run("restore", "--data", there.toString(), file.toString());
    assertEquals(
        """
        release of ANONYMOUS:anonymous: enabled; version 1 enabled, version 2 enabled
        restored 1 signing key from %s
        """
            .formatted(file),
        restore.out());
    assertTrue(
        restore.err().startsWith("kexd: this is an old state, whose newest key was made at 2"),
        restore.err());
    assertOneLine(restore);
    assertEquals(0, restore.status());
    Ended again = run("restore", "--data", there.toString(), file.toString());
    assertEquals(
        "kexd: the store has signing keys already, which a restore would replace: name an empty"
            + " one\n",
        again.err());
    assertEquals(1, again.status());
    Path third = folder.resolve("third");
    Ended disabled =
        run("restore", "--config", settings(third).toString(), "--disabled", file.toString());
    assertEquals(0, disabled.status(), disabled.err());
    assertTrue(
        disabled.out().startsWith("release of ANONYMOUS:anonymous: disabled; version 1 enabled,"),
        disabled.out());
  }

  private Path settings(Path data) {
    try {
      return Files.writeString(
          folder.resolve("kexd.yaml"),
          "{data: '%s', signingKeys: {keyset: '%s'}}"
              .formatted(data, there.resolve("keyset.json")));
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatIsDamagedIsTold() {
    assertEquals(32, create("other"));
    Jdbi.create("jdbc:sqlite:" + here.resolve("kexd.db"))
        .useHandle(
            handle -> handle.execute("UPDATE signing_key SET seal = x'00' WHERE name = 'other'"));
    Ended backup = run("backup", "--data", here.toString(), file.toString());
    assertEquals(
        "kexd: damaged in the store, and not in the backup: other of ANONYMOUS:anonymous; keep an"
            + " older backup that has them\n",
        backup.err());
    assertEquals(1, backup.status());
    assertTrue(Files.exists(file));
    Ended reseal = run("reseal", "--data", here.toString());
    assertEquals(
        "kexd: damaged, or sealed by a key that is not in the keyset, and left as it is: other of"
            + " ANONYMOUS:anonymous\n",
        reseal.err());
    assertEquals("sealed 0 signing keys anew\n", reseal.out());
    assertEquals(1, reseal.status());
  }

  private int create(String name) {
    try {
      return KeyWriter.create(KeyWriter.storage(here), name).length;
    } catch (StartException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void resealingSaysThatNothingIsLeft() {
    Ended reseal = run("reseal", "--data", here.toString());
    assertEquals(0, reseal.status(), reseal.err());
    assertTrue(
        reseal
            .out()
            .matches(
                "sealed 0 signing keys anew\nnothing is left under another key than \\d+ of "
                    + here.resolve("keyset.json")
                    + ": the others can be removed, unless backups are sealed by them\n"),
        reseal.out());
  }

  @Test
  void anotherKeysetIsNamed() throws Exception {
    Keysets.create(here.resolve("keyset.json"));
    for (String[] command :
        List.of(new String[] {"reseal"}, new String[] {"backup", file.toString()})) {
      List<String> arguments = new ArrayList<>(List.of(command));
      arguments.addAll(List.of("--data", here.toString()));
      Ended ended = run(arguments.toArray(String[]::new));
      assertEquals(
          "kexd: signingKeys.keyset: "
              + here.resolve("keyset.json")
              + " is not the keyset that sealed the signing keys\n",
          ended.err());
      assertEquals(1, ended.status());
      assertEquals("", ended.out());
    }
    assertFalse(Files.exists(file));
  }

  /** A setting is named as it was given. */
  @Test
  void wrongUsageIsStatusTwo() throws Exception {
    Path none = folder.resolve("none");
    Files.createDirectory(none);
    Files.copy(here.resolve("keyset.json"), none.resolve("keyset.json"));
    Ended failed = run("reseal", "--data", none.toString());
    assertEquals(
        "kexd: --data: there are no signing keys: no file " + none.resolve("kexd.db") + "\n",
        failed.err());
    assertEquals(1, failed.status());
    Ended usage = run("backup");
    assertEquals(2, usage.status());
    assertEquals(
        "kexd: Missing required parameter: 'FILE'; see 'kexd keys backup --help'\n", usage.err());
    Ended settings = run("reseal", "--config", "/no/such/file");
    assertEquals(2, settings.status());
    assertEquals("kexd: --config: cannot read the file\n", settings.err());
    assertEquals(2, run().status());
    assertEquals(2, run("list").status());
    assertEquals(0, run("restore", "--help").status());
  }

  /** As the launcher and the image start it. */
  @Test
  void theServersMainRunsThem() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "keys",
            "backup",
            file.toString());
    builder.environment().keySet().removeIf(name -> name.startsWith("KEXD_"));
    builder.environment().put("KEXD_DATA", here.toString());
    Process process = builder.redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), out);
    assertEquals(2, out.lines().count(), out);
  }

  private static void assertOneLine(Ended ended) {
    assertEquals(1, ended.err().lines().count(), ended.err());
  }

  private static Ended run(String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream saidOut = new ByteArrayOutputStream();
    ByteArrayOutputStream saidErr = new ByteArrayOutputStream();
    try {
      System.setOut(new PrintStream(saidOut, true, StandardCharsets.UTF_8));
      System.setErr(new PrintStream(saidErr, true, StandardCharsets.UTF_8));
      int status = KeysCommand.run(arguments);
      return new Ended(
          status,
          saidOut.toString(StandardCharsets.UTF_8),
          saidErr.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
