/**
 * The engine beside the peers that Maven has, in one run of JMH: SunEC, Bouncy Castle, Conscrypt,
 * the Amazon Corretto Crypto Provider and Tink. After {@code mvn package}: {@code java -cp
 * 'crypto/bench/target/*:crypto/bench/target/lib/*' org.openjdk.jmh.Main Agreement -p 'of=x25519
 * kexd,x25519 SunEC'}.
 */
package io.kexd.bench.jmh;
