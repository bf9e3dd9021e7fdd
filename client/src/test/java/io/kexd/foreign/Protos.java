package io.kexd.foreign;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder with kexd's .proto files and those that a client of another language needs beside them.
 */
final class Protos {

  private static final List<String> IMPORTED =
      List.of(
          "google/protobuf/any.proto",
          "google/protobuf/duration.proto",
          "google/protobuf/timestamp.proto",
          "google/rpc/error_details.proto",
          "google/rpc/status.proto");

  private Protos() {}

  static Path copyTo(Path folder) throws IOException {
    Path own = Tool.ROOT.resolve("proto");
    try (Stream<Path> files = Files.walk(own.resolve("kexd"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = folder.resolve(own.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    for (String name : IMPORTED) {
      Path copy = folder.resolve(name);
      Files.createDirectories(copy.getParent());
      try (InputStream in = Protos.class.getClassLoader().getResourceAsStream(name)) {
        if (in == null) {
          throw new AssertionError(name + " is not on the class path");
        }
        Files.copy(in, copy);
      }
    }
    return folder;
  }
}
