package io.kexd.server;

import io.kexd.server.keys.Inventory;
import io.kexd.server.keys.KeySeals;
import io.kexd.server.keys.Resealing;
import io.kexd.server.keys.SigningKeyStore;
import io.kexd.server.keys.StoreUnavailable;
import picocli.CommandLine.Command;

/** {@code kexd keys reseal}. */
@Command(
    name = "reseal",
    description = {
      "Seals every signing key under the primary key of the keyset.",
      "",
      "A server does that by itself when the keyset gets another primary key. This is for when none"
          + " runs, and to be sure before an old key leaves the keyset."
    },
    footer = {
      "",
      "Example:",
      "  kexd keys reseal --config kexd.yaml",
      "",
      "Exit status: 0 nothing is left under another key, 1 failed, or something is, 2 wrong usage."
    })
final class KeysResealCommand extends StoreCommand {
  @Override
  int run(KeyStorage storage) throws StartException {
    try (SigningKeyStore store = storage.openExisting()) {
      KeySeals seals = storage.existingSeals();
      Inventory before = storage.requireOwn(Inventory.of(store, seals));
      Resealing.Outcome outcome =
          Resealing.of(
              store,
              seals,
              done -> ExitStatus.tell("sealed " + count(done, "signing key") + " so far"));
      return said(storage, before, outcome);
    } catch (StoreUnavailable e) {
      throw KeyStorage.silent(e);
    }
  }

  private static int said(KeyStorage storage, Inventory before, Resealing.Outcome outcome) {
    System.out.println("sealed " + count(outcome.sealed(), "signing key") + " anew");
    if (outcome.left() > 0) {
      ExitStatus.tell(
          "sealed by another key again: "
              + count(outcome.left(), "signing key")
              + "; a server has an older keyset: give it the new one and repeat this");
    }
    if (!before.damaged().isEmpty()) {
      ExitStatus.tell(
          "damaged, or sealed by a key that is not in the keyset, and left as it is: "
              + names(before.damaged()));
    }
    if (outcome.left() > 0 || !before.damaged().isEmpty()) {
      return ExitStatus.FAILED;
    }
    System.out.println(
        "nothing is left under another key than "
            + outcome.primary()
            + " of "
            + storage.keysetFile()
            + ": the others can be removed, unless backups are sealed by them");
    return 0;
  }
}
