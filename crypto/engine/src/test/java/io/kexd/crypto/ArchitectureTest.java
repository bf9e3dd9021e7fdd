package io.kexd.crypto;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.LaneByLane;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Who may use whom inside the engine: scheme, mult, model, field, ct, one way. */
class ArchitectureTest {
  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.kexd.crypto");

  /** Generated, of several lanes: F25519x8. */
  private static final DescribedPredicate<JavaClass> VECTOR_KERNEL =
      resideInAnyPackage("io.kexd.crypto.field")
          .and(describe("of several lanes", c -> c.getSimpleName().matches("[FL]\\w+x[48]")));

  /** By generated fields of one lane. */
  private static final DescribedPredicate<JavaClass> MAY_BE_IMPORTED =
      resideInAnyPackage("java.lang", "io.kexd.crypto.field").or(type(BigInteger.class));

  @Test
  void importsRunOneWay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("api")
        .definedBy("io.kexd.crypto")
        .layer("scheme")
        .definedBy("io.kexd.crypto.scheme")
        .layer("mult")
        .definedBy("io.kexd.crypto.mult")
        .layer("model")
        .definedBy("io.kexd.crypto.model")
        .layer("field")
        .definedBy("io.kexd.crypto.field")
        .layer("ct")
        .definedBy("io.kexd.crypto.ct")
        .whereLayer("api")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("scheme")
        .mayOnlyBeAccessedByLayers("api")
        .whereLayer("mult")
        .mayOnlyBeAccessedByLayers("scheme")
        .whereLayer("model")
        .mayOnlyBeAccessedByLayers("api", "scheme", "mult")
        .whereLayer("field")
        .mayOnlyBeAccessedByLayers("api", "scheme", "mult", "model")
        .check(ENGINE);
  }

  @Test
  void hasNoCycles() {
    slices().matching("io.kexd.crypto.(*)..").should().beFreeOfCycles().check(ENGINE);
  }

  @Test
  void dependsOnTheJdkAlone() {
    classes()
        .that(not(VECTOR_KERNEL))
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage("java..", "javax.crypto..", "io.kexd.crypto.."))
        .check(ENGINE);
  }

  /** An engine without the incubator's module runs on everything else. */
  @Test
  void onlyVectorKernelsNameTheVectors() {
    classes().that(VECTOR_KERNEL).should().beAssignableTo(Field.class).check(ENGINE);
    classes()
        .that(VECTOR_KERNEL)
        .should()
        .onlyDependOnClassesThat(MAY_BE_IMPORTED.or(resideInAnyPackage("jdk.incubator.vector")))
        .check(ENGINE);
  }

  @Test
  void generatedFieldsImportNothing() {
    classes()
        .that()
        .areAssignableTo(Field.class)
        .and()
        .doNotBelongToAnyOf(Field.class, LaneByLane.class)
        .and(not(VECTOR_KERNEL))
        .should()
        .onlyDependOnClassesThat(MAY_BE_IMPORTED)
        .check(ENGINE);
  }

  @Test
  void hasNoFloatingPoint() {
    noFields()
        .that()
        .areDeclaredInClassesThat(not(VECTOR_KERNEL))
        .should()
        .haveRawType(double.class)
        .orShould()
        .haveRawType(float.class)
        .check(ENGINE);
    noMethods()
        .that()
        .areDeclaredInClassesThat(not(VECTOR_KERNEL))
        .should()
        .haveRawReturnType(double.class)
        .orShould()
        .haveRawReturnType(float.class)
        .check(ENGINE);
  }

  @Test
  void drawsOnlySecureRandomAndPrintsNothing() {
    noClasses()
        .should()
        .callConstructor(Random.class)
        .orShould()
        .callConstructor(Random.class, long.class)
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(ENGINE);
  }
}
