package io.kexd.server;

import io.kexd.server.keys.Inventory;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kexd keys backup}. */
@Command(
    name = "backup",
    description = {
      "Writes all signing keys, sealed as they are, to one file.",
      "",
      "The server may run meanwhile. The file is a state of one moment, of SQLite or of"
          + " PostgreSQL, and opens only with the keyset that the settings name."
    },
    footer = {
      "",
      "Example:",
      "  kexd keys backup --config kexd.yaml keys-2026-12-01.db",
      "",
      "Exit status: 0 done, 1 failed, or keys are damaged and left out, 2 wrong usage."
    })
final class KeysBackupCommand extends StoreCommand {
  @Parameters(paramLabel = "FILE", description = "The backup; there must be none of that name.")
  private Path file = Path.of("");

  @Override
  int run(KeyStorage storage) throws StartException {
    Inventory keys = KeyBackup.write(storage, file);
    System.out.println("backed up " + count(keys.keys()) + " to " + file);
    System.out.println(
        "sealed by "
            + storage.keysetFile()
            + ", without which it is useless: keep a copy of that too, apart from the backup");
    if (keys.damaged().isEmpty()) {
      return 0;
    }
    ExitStatus.tell(
        "damaged in the store, and not in the backup: "
            + names(keys.damaged())
            + "; keep an older backup that has them");
    return ExitStatus.FAILED;
  }
}
