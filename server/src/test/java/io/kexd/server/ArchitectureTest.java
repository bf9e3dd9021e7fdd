package io.kexd.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.Signer;
import io.kexd.crypto.Verifier;
import io.kexd.server.service.Catalog;
import io.kexd.server.service.SignedInput;

/** Who may import whom. */
@AnalyzeClasses(packages = "io.kexd.server", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule layers =
      Architectures.layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("wiring")
          .definedBy("io.kexd.server")
          .layer("rpc")
          .definedBy("io.kexd.server.rpc")
          .layer("service")
          .definedBy("io.kexd.server.service")
          .layer("pipeline")
          .definedBy("io.kexd.server.pipeline")
          .layer("keys")
          .definedBy("io.kexd.server.keys")
          .layer("store")
          .definedBy("io.kexd.server.store")
          .layer("net")
          .definedBy("io.kexd.server.net")
          .layer("metrics")
          .definedBy("io.kexd.server.metrics")
          .whereLayer("wiring")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("rpc")
          .mayOnlyBeAccessedByLayers("wiring")
          .whereLayer("net")
          .mayOnlyBeAccessedByLayers("wiring")
          .whereLayer("service")
          .mayOnlyBeAccessedByLayers("wiring", "rpc")
          .whereLayer("pipeline")
          .mayOnlyBeAccessedByLayers("wiring", "service")
          .whereLayer("keys")
          .mayOnlyBeAccessedByLayers("wiring", "rpc", "service", "pipeline", "store")
          .whereLayer("store")
          .mayOnlyBeAccessedByLayers("wiring")
          .whereLayer("metrics")
          .mayOnlyBeAccessedByLayers("wiring", "rpc", "service", "pipeline")
          .whereLayer("metrics")
          .mayNotAccessAnyLayer()
          .whereLayer("keys")
          .mayNotAccessAnyLayer()
          .whereLayer("net")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule noCycles =
      slices().matching("io.kexd.server.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule onlyRpcSeesProtobuf =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.kexd.server.rpc")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.google.protobuf..", "com.google.rpc..", "io.kexd.v1..");

  /** A gRPC server is built on Netty, so net sees the server half of gRPC's API, and no service. */
  @ArchTest
  static final ArchRule onlyRpcAndNetSeeGrpc =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.kexd.server.rpc", "io.kexd.server.net")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.grpc..");

  @ArchTest
  static final ArchRule netServesWhatItIsGiven =
      classes()
          .that()
          .resideInAPackage("io.kexd.server.net")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.kexd.server.net",
              "java..",
              "javax.net.ssl..",
              "io.netty..",
              "io.grpc",
              "io.grpc.netty",
              "org.jspecify.annotations");

  @ArchTest
  static final ArchRule onlyNetSeesNetty =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.kexd.server.net")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.netty..", "io.grpc.netty..");

  @ArchTest
  static final ArchRule onlyMetricsSeesMicrometer =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.kexd.server.metrics")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.micrometer..", "io.prometheus..");

  @ArchTest
  static final ArchRule onlyTheStoreSeesDatabases =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.kexd.server.store")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.sql..", "javax.sql..", "org.jdbi..", "com.zaxxer..", "org.flywaydb..");

  @ArchTest
  static final ArchRule servicesArePlainJava =
      classes()
          .that()
          .resideInAnyPackage(
              "io.kexd.server.service", "io.kexd.server.pipeline", "io.kexd.server.keys")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.kexd.server.service",
              "io.kexd.server.pipeline",
              "io.kexd.server.keys",
              "io.kexd.server.metrics",
              "io.kexd.crypto",
              "com.google.crypto.tink..",
              "io.lettuce.core..",
              "java..",
              "javax.crypto..",
              "org.jspecify.annotations");

  @ArchTest
  static final ArchRule onlyTheRedisStoreSeesLettuce =
      noClasses()
          .that()
          .haveNameNotMatching("io\\.kexd\\.server\\.keys\\.Redis.*")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.lettuce..");

  @ArchTest
  static final ArchRule onlySealingSeesTink =
      noClasses()
          .that()
          .haveNameNotMatching(".*\\.(Sealing|Keysets|KeysetReader|KmsKey)(\\$.*|Test)?")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.google.crypto.tink..");

  @ArchTest
  static final ArchRule onlyTheEnginesApiIsSeen =
      noClasses().should().dependOnClassesThat().resideInAnyPackage("io.kexd.crypto.*..");

  /** To make one is to make its scheme's tables: work for a worker, after the self-test. */
  @ArchTest
  static final ArchRule noTablesBeforeAdmission =
      noClasses()
          .that()
          .resideInAPackage("io.kexd.server.rpc")
          .or()
          .areAssignableTo(SignedInput.Rules.class)
          .or()
          .areAssignableTo(Catalog.class)
          .should()
          .dependOnClassesThat()
          .areAssignableTo(Signer.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Verifier.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(KeyAgreement.class);

  @ArchTest
  static final ArchRule onlyWiringReadsSettings =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(Wiring.class.getName())
          .and()
          .doNotHaveFullyQualifiedName(Server.class.getName())
          .and()
          .doNotHaveFullyQualifiedName(ServeCommand.class.getName())
          .and()
          .doNotHaveFullyQualifiedName(StoreCommand.class.getName())
          .and()
          .doNotHaveFullyQualifiedName(SettingsReader.class.getName())
          .and()
          .haveNameNotMatching(".*\\.Settings(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .haveNameMatching(".*\\.Settings(\\$.*)?");

  @ArchTest
  static final ArchRule noGrabBags =
      noClasses()
          .should()
          .resideInAnyPackage("..util..", "..common..", "..impl..", "..helper..", "..manager..");
}
