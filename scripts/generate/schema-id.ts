/** A published schema's own name; its file is found by it in the package. */
export const schemaId = (path: string): string => `urn:snaphook:${path}`;

export const schemaDialect = "https://json-schema.org/draft/2020-12/schema";
