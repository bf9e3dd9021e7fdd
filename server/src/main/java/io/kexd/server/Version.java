package io.kexd.server;

import java.util.Optional;

/** The version of this build, from the jar's manifest. */
final class Version {
  static final String NUMBER =
      Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
          .orElse("development build");

  private Version() {}
}
