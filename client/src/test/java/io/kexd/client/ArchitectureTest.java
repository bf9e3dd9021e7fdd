package io.kexd.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may import whom in this module. */
@AnalyzeClasses(packages = "io.kexd.client", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule neverTheServer =
      noClasses().should().dependOnClassesThat().resideInAPackage("io.kexd.server..");

  /** The client asks a server; the engine is for tests and the load tool, which check answers. */
  @ArchTest
  static final ArchRule noCurveArithmetic =
      noClasses().should().dependOnClassesThat().resideInAPackage("io.kexd.crypto..");

  @ArchTest
  static final ArchRule libraryKnowsNoCommandLine =
      noClasses()
          .that()
          .resideInAPackage("io.kexd.client")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.kexd.client.cli..", "picocli..", "tools.jackson..", "org.bouncycastle..");

  @ArchTest
  static final ArchRule commandLineKnowsNoTransport =
      noClasses()
          .that()
          .resideInAPackage("io.kexd.client.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.grpc..", "io.netty..");

  @ArchTest
  static final ArchRule commandsAreInternal =
      classes()
          .that()
          .resideInAPackage("io.kexd.client.cli")
          .and()
          .doNotHaveSimpleName("Main")
          .and()
          .areTopLevelClasses()
          .should()
          .bePackagePrivate();

  @ArchTest
  static final ArchRule noCycles =
      slices().matching("io.kexd.client.(**)").should().beFreeOfCycles();
}
