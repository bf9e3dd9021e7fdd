/** Who computes what, and when: admission, workers, the check of the kernels at start. */
package io.kexd.server.pipeline;
