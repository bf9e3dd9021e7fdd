/** The daemon: its entry point, its settings, and how its parts are put together. */
package io.kexd.server;
