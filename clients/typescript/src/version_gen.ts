// Generated from the OpenAPI document by go test ./internal/api -run TestClientFilesAreCurrent -update. Do not edit.

/** The version of this package, which the header User-Agent has. */
export const version = "0.2.0";
