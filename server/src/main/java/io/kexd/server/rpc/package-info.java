/**
 * The gRPC services: one thin class each, the error contract, interceptors. The only package that
 * sees protobuf.
 */
package io.kexd.server.rpc;
