/** What one call costs, and the operations of the engine's API as calls. */
package io.kexd.bench.measure;
