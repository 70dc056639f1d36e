import type { toolInputs, InputFieldKind } from "../payload/index.js";

type Kinds = typeof toolInputs;
type Value<Kind extends InputFieldKind> = Kind extends "text" | "text?"
  ? string
  : Kind extends "number?"
    ? number
    : boolean;
type Required<Fields> = {
  readonly [Name in keyof Fields as Fields[Name] extends `${string}?` ? never : Name]: Value<
    Fields[Name] & InputFieldKind
  >;
};
type Optional<Fields> = {
  readonly [Name in keyof Fields as Fields[Name] extends `${string}?` ? Name : never]?:
    | Value<Fields[Name] & InputFieldKind>
    | undefined;
};

type KnownToolInputs = {
  readonly [Tool in keyof Kinds]: Required<Kinds[Tool]> &
    Optional<Kinds[Tool]> & { readonly [field: string]: unknown };
};

/**
 * What each tool is given. Tools of MCP servers are added by whoever has them:
 *
 *     declare module "snaphook/hook" {
 *       interface ToolInputs {
 *         mcp__github__create_issue: { readonly title: string };
 *       }
 *     }
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- others add to it
export interface ToolInputs extends KnownToolInputs {}

/** A tool whose input is known. */
export type ToolName = Extract<keyof ToolInputs, string>;
