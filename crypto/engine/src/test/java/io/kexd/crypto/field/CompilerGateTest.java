package io.kexd.crypto.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.ChildJvm;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.model.CurveLanes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.ToolProvider;
import jdk.incubator.vector.LongVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The first compiler, C1, takes every kernel. It gives up on a method with too many inlined vector
 * calls, and such a method stays slow for ever, though the second compiler would take it. That is
 * seen without measuring time: a JVM whose compilations C1 alone does prints which it skipped.
 */
class CompilerGateTest {
  private static final List<Integer> LANES = List.of(4, 8);
  private static final int ROUNDS = 40;
  private static final String PACKAGE = "io.kexd.crypto.field.";

  /** A call is compiled after a tenth of the usual number of calls. */
  private static final List<String> FLAGS =
      List.of(
          "--add-modules=jdk.incubator.vector",
          "-Xbatch",
          "-XX:TieredStopAtLevel=3",
          "-XX:CompileThresholdScaling=0.1",
          "-XX:+PrintCompilation");

  /** The classes of all fields in lanes. */
  private static Set<String> kernels() {
    Set<String> kernels = new TreeSet<>();
    for (int lanes : LANES) {
      for (Curve curve : CurveIndex.ALL) {
        Curve many = CurveLanes.of(curve, lanes);
        kernels.add(many.field().getClass().getName());
        if (!(many.order() instanceof LaneByLane)) {
          kernels.add(many.order().getClass().getName());
        }
      }
      for (Curve.PrimeField field : CurveIndex.FIELDS) {
        kernels.add(field.field().getClass().getName() + "x" + lanes);
      }
    }
    return kernels;
  }

  /** What C1 does not take, or is not seen to take, of these classes. */
  private static List<String> faults(int rounds, Set<String> classes, Path... folders)
      throws IOException, ClassNotFoundException {
    List<String> arguments = new ArrayList<>(List.of(Integer.toString(rounds)));
    arguments.addAll(classes);
    List<String> log = ChildJvm.run(FLAGS, List.of(folders), KernelCalls.class, arguments);
    List<String> faults = new ArrayList<>();
    for (String line : log) {
      if (line.contains("COMPILE SKIPPED") && line.contains(PACKAGE)) {
        faults.add(line.strip());
      }
    }
    try (URLClassLoader loader = loader(folders)) {
      for (String name : classes) {
        for (Method method : Class.forName(name, false, loader).getDeclaredMethods()) {
          String text = " " + name + "::" + method.getName() + " (";
          if (isKernel(method) && log.stream().noneMatch(line -> line.contains(text))) {
            faults.add(name + "::" + method.getName() + " was not compiled");
          }
        }
      }
    }
    return faults;
  }

  private static URLClassLoader loader(Path... folders) throws IOException {
    URL[] urls = new URL[folders.length];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = folders[i].toUri().toURL();
    }
    return new URLClassLoader(urls, CompilerGateTest.class.getClassLoader());
  }

  /** Others move no vectors. */
  private static boolean isKernel(Method method) {
    return method.getReturnType() == void.class || method.getReturnType() == LongVector.class;
  }

  @Test
  void everyKernelIsCompiled() throws IOException, ClassNotFoundException {
    Set<String> kernels = kernels();
    assertTrue(kernels.size() >= 2 * CurveIndex.FIELDS.size());
    assertEquals(List.of(), faults(ROUNDS, kernels));
  }

  /** The gate does not pass by looking at nothing. */
  @Test
  void whatIsNotCompiledIsAFault() throws IOException, ClassNotFoundException {
    List<String> faults = faults(1, Set.of(PACKAGE + "F25519x4"));
    assertTrue(faults.contains(PACKAGE + "F25519x4::mul was not compiled"), faults::toString);
  }

  /** A hundred and fifty loads and stores are more than C1 has registers for. */
  @Test
  void aKernelThatIsTooLargeIsAFault(@TempDir Path folder)
      throws IOException, ClassNotFoundException {
    compile(folder, "TooLarge", 150);
    List<String> faults = faults(ROUNDS, Set.of(PACKAGE + "TooLarge"), folder);
    assertEquals(1, faults.size(), faults::toString);
    assertTrue(faults.get(0).contains("TooLarge::mul"), faults::toString);
    compile(folder, "Small", 10);
    assertEquals(List.of(), faults(ROUNDS, Set.of(PACKAGE + "Small"), folder));
  }

  /** A class whose mul moves so many vectors, one after the other. */
  private static void compile(Path folder, String name, int moves) throws IOException {
    Path file = folder.resolve(name + ".java");
    String move = "    LongVector.fromArray(LongVector.SPECIES_256, a, 0).intoArray(r, 0);\n";
    Files.writeString(file, source(name, move.repeat(moves)));
    String classPath = System.getProperty("java.class.path");
    String modules = "--add-modules=jdk.incubator.vector";
    String[] options = {
      "-nowarn", modules, "-cp", classPath, "-d", folder.toString(), file.toString()
    };
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int result = ToolProvider.getSystemJavaCompiler().run(null, null, errors, options);
    assertEquals(0, result, () -> errors.toString(StandardCharsets.UTF_8));
  }

  private static String source(String name, String mul) {
    return """
    package io.kexd.crypto.field;

    import jdk.incubator.vector.LongVector;

    public final class %s extends Field {
      public static final Field FIELD = new %s();

      private %s() {
        super(4, 5, 51, java.math.BigInteger.TWO.pow(255).subtract(java.math.BigInteger.valueOf(19)), 1, 0);
      }

      @Override public void mul(long[] r, long[] a, long[] b) {
    %s  }

      @Override public void sqr(long[] r, long[] a) {}

      @Override public void add(long[] r, long[] a, long[] b) {}

      @Override public void sub(long[] r, long[] a, long[] b) {}

      @Override public void mulSmall(long[] r, long[] a, int k) {}

      @Override public void carry(long[] r, long[] a) {}
    }
    """
        .formatted(name, name, name, mul);
  }
}
