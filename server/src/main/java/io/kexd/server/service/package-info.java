/** What the services do, in plain Java: no gRPC, no protobuf. */
package io.kexd.server.service;
