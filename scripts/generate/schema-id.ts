/** Where a published schema is found: an editor that is given this address can load it. */
export const schemaId = (path: string): string => `https://unpkg.com/snaphook/${path}`;

export const schemaDialect = "https://json-schema.org/draft/2020-12/schema";
