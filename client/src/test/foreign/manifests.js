// Checks Kubernetes manifests (YAML on standard input) against the schemas of kubernetes-models. Prints one line for
// each; ends with status 1 when one has no schema or does not fit it.
'use strict';

const fs = require('node:fs');
const yaml = require('js-yaml');

for (const manifest of yaml.loadAll(fs.readFileSync(0, 'utf8'))) {
  const { apiVersion, kind, metadata } = manifest;
  const { [kind]: Model } = require(`kubernetes-models/${apiVersion}/${kind}`);
  new Model(manifest).validate();
  console.log(`${kind} ${metadata.name}`);
}
