package io.kexd.crypto.gen.kernel;

import io.kexd.crypto.field.Field;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** What the generator wrote for a plan, with a check behind every local, compiled and loaded. */
record CompiledField(FieldKernels kernels, Field field) {
  private static final String NAME = "Generated";

  /** Of one lane. */
  static CompiledField of(FieldKernels kernels) {
    return of(kernels, Probes.insert(new FieldSource(NAME, "a test", kernels).text()));
  }

  /** Of several lanes. */
  static CompiledField of(FieldKernels kernels, int lanes) {
    return of(kernels, Probes.insert(new LanesSource(NAME, "a test", kernels, lanes).text()));
  }

  /** The kernels as they are, without checks. */
  static CompiledField unchecked(FieldKernels kernels, int lanes) {
    return of(kernels, new LanesSource(NAME, "a test", kernels, lanes).text());
  }

  private static CompiledField of(FieldKernels kernels, String source) {
    try {
      Path folder = Files.createTempDirectory("kexd-gen");
      Path file = folder.resolve(NAME + ".java");
      Files.writeString(file, source);
      compile(folder, file);
      return new CompiledField(kernels, load(folder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ReflectiveOperationException | URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  static CompiledField of(Plan plan) {
    return of(FieldKernels.search(plan));
  }

  private static void compile(Path folder, Path file) throws IOException, URISyntaxException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter errors = new StringWriter();
    String classes =
        Path.of(Field.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    List<String> options =
        List.of(
            "-Xlint:all,-incubating",
            "-Werror",
            "--add-modules=jdk.incubator.vector",
            "-cp",
            classes,
            "-d",
            folder.toString());
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean ok =
          compiler
              .getTask(errors, files, null, options, null, files.getJavaFileObjects(file))
              .call();
      if (!ok) {
        throw new AssertionError(errors.toString());
      }
    }
  }

  /** The class loader stays open as long as the field lives. */
  @SuppressWarnings("resource")
  private static Field load(Path folder) throws IOException, ReflectiveOperationException {
    URL[] path = {folder.toUri().toURL()};
    Class<?> type =
        new URLClassLoader(path, Field.class.getClassLoader())
            .loadClass("io.kexd.crypto.field." + NAME);
    return (Field) type.getField("FIELD").get(null);
  }

  @Override
  public String toString() {
    Plan plan = kernels.plan();
    return "%dx%d, %d bits, %d lanes"
        .formatted(plan.limbs(), plan.radix(), plan.modulus().bitLength(), field.lanes);
  }
}
