/**
 * The engine beside SunEC and Bouncy Castle in one run of JMH. After {@code mvn package}: {@code
 * java -cp 'crypto/bench/target/*:crypto/bench/target/lib/*' org.openjdk.jmh.Main X25519}.
 */
package io.kexd.bench.jmh;
