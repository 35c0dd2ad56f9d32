// Lints openapi.json with the rules of spectral:oas, and prints what it finds. It fails if that is anything.
import { readFileSync } from "node:fs";
import spectral from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";

const linter = new spectral.Spectral();
linter.setRuleset({
  extends: [rulesets.oas],
  rules: {
    "path-keys-no-trailing-slash": "off", // the paths of the original interface end with a slash
    "oas3-operation-security-defined": "off", // it knows scopes of OAuth alone; OpenAPI 3.1 allows them for every scheme
  },
});
const found = await linter.run(readFileSync("openapi.json", "utf8"));
for (const { code, message, path } of found) {
  console.error(`${code} at ${path.join("/")}: ${message}`);
}
process.exitCode = found.length > 0 ? 1 : 0;
