package io.kexd.server.keys;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.KmsClient;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A key of a key management service, which encrypts keyset files. The client of the service is a
 * {@link KmsClient} on the class path or in a folder of jars: one that is registered as a service
 * of Java, or Tink's own for Google and AWS, which are not. It takes its credentials from its
 * surroundings.
 */
public final class KmsKey {
  private static final List<String> TINKS =
      List.of(
          "com.google.crypto.tink.integration.gcpkms.GcpKmsClient",
          "com.google.crypto.tink.integration.awskms.AwsKmsClient");

  private static final Pattern URI = Pattern.compile("[a-z][a-z0-9.+-]*://\\S+");

  private final String uri;
  private final Optional<Path> jars;
  private @Nullable KmsClient client;

  /**
   * A key.
   *
   * @param uri such as gcp-kms://projects/… or aws-kms://arn:…
   * @param jars a folder of clients and what they need
   */
  public KmsKey(String uri, Optional<Path> jars) {
    this.uri = uri;
    this.jars = jars;
  }

  /** Whether a text looks like the URI of a key. */
  public static boolean isUri(String text) {
    return URI.matcher(text).matches();
  }

  /** What encrypts and decrypts by calls of the service, which may fail in any way. */
  Aead aead() throws GeneralSecurityException, IOException {
    return client().withDefaultCredentials().getAead(uri);
  }

  private synchronized KmsClient client() throws GeneralSecurityException, IOException {
    KmsClient known = client;
    if (known != null) {
      return known;
    }
    KmsClient found =
        clients(loader())
            .filter(one -> one.doesSupport(uri))
            .findFirst()
            .orElseThrow(
                () ->
                    new GeneralSecurityException(
                        "there is no client for this URI: put Tink's, and the jars that it needs,"
                            + " into the folder that kmsClients names"));
    client = found;
    return found;
  }

  private static Stream<KmsClient> clients(ClassLoader loader) {
    return Stream.concat(
        ServiceLoader.load(KmsClient.class, loader).stream().map(ServiceLoader.Provider::get),
        TINKS.stream().flatMap(name -> named(name, loader)));
  }

  private static Stream<KmsClient> named(String name, ClassLoader loader) {
    try {
      Class<?> found = Class.forName(name, true, loader);
      return Stream.of((KmsClient) found.getDeclaredConstructor().newInstance());
    } catch (ClassNotFoundException e) {
      return Stream.of();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make the client of the service", e);
    }
  }

  /** Our own versions of what both have come first. */
  private ClassLoader loader() throws IOException {
    ClassLoader own = KmsKey.class.getClassLoader();
    if (jars.isEmpty()) {
      return own;
    }
    List<URL> urls = new ArrayList<>();
    try (Stream<Path> files = Files.list(jars.get())) {
      for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
        urls.add(url(jar));
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), own);
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }
}
