/**
 * What stands outside the daemon, against the daemon: the dashboard and the scrape configuration in
 * {@code deploy/}, the manifests in {@code k8s/}, the image. Where another tool judges, the test is
 * tagged {@code foreign}.
 */
@NullMarked
package io.kexd.deploy;

import org.jspecify.annotations.NullMarked;
