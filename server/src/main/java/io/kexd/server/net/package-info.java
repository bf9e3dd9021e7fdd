/** The transport: Netty and TLS. The only package that sees Netty. */
package io.kexd.server.net;
