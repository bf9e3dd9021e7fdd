package io.kexd.server.keys;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/** Files that their owner alone can read. */
public final class PrivateFiles {
  private PrivateFiles() {}

  /**
   * Makes an empty one.
   *
   * @throws FileAlreadyExistsException when there is one of that name
   */
  public static void create(Path file) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  /** Has the name of a file on the disk when it returns. */
  public static void syncFolderOf(Path file) throws IOException {
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    try (FileChannel entries = FileChannel.open(folder)) {
      entries.force(true);
    }
  }
}
