import { block, contextPath, nested, noStop, presence, reader, refusal } from "./event-parts.js";
import type { EventRules } from "./rules.js";
import { shapes } from "./wire.js";

const verdict = `${nested}.permissionDecision`;
const verdictReason = `${nested}.permissionDecisionReason`;
const updatedInput = `${nested}.updatedInput`;
const permission = `${nested}.decision`;

/** Two ways to decide: where the newer one is there, the older is not read, be it a block. */
export const preToolUse: EventRules = {
  ...reader,
  canonical: "PreToolUse",
  subject: "tool_name",
  shape: shapes.preToolUse,
  broken: "hook returned invalid pre-tool-use JSON output",
  context: contextPath,
  rewrite: updatedInput,
  refused: noStop("PreToolUse"),
  forms: [
    {
      marks: [verdict, verdictReason, updatedInput],
      refused: [
        {
          path: updatedInput,
          when: [
            { path: updatedInput, present: true },
            { path: verdict, isNot: "allow" },
          ],
          text: "PreToolUse hook returned updatedInput without permissionDecision:allow",
        },
        {
          path: verdict,
          when: [
            { path: verdict, is: "allow" },
            { path: updatedInput, present: false },
          ],
          text: "PreToolUse hook returned unsupported permissionDecision:allow",
        },
        refusal(verdict, "ask", "PreToolUse hook returned unsupported permissionDecision:ask"),
        {
          path: verdictReason,
          when: [
            { path: verdict, is: "deny" },
            { path: verdictReason, blank: true },
          ],
          text: "PreToolUse hook returned permissionDecision:deny without a non-empty permissionDecisionReason",
        },
        {
          path: verdictReason,
          when: [{ path: verdict, present: false }],
          text: "PreToolUse hook returned permissionDecisionReason without permissionDecision",
        },
      ],
      decisions: [
        {
          path: verdict,
          is: "deny",
          level: "deny",
          reason: verdictReason,
          trims: true,
          fallback: "",
        },
        { path: verdict, is: "allow", level: "allow", reason: "", trims: true, fallback: "" },
      ],
    },
    {
      ...block(
        "PreToolUse",
        true,
        refusal("decision", "approve", "PreToolUse hook returned unsupported decision:approve"),
        {
          path: "reason",
          when: [
            { path: "decision", present: false },
            { path: "reason", present: true },
          ],
          text: "PreToolUse hook returned reason without decision",
        },
      ),
    },
  ],
  exitTwo: "PreToolUse hook exited with code 2 but did not write a blocking reason to stderr",
  reasons: "first",
  decidesPermission: true,
};

/** The only event on which a hook grants. */
export const permissionRequest: EventRules = {
  ...reader,
  canonical: "PermissionRequest",
  subject: "tool_name",
  shape: shapes.permissionRequest,
  broken: "hook returned invalid permission-request JSON output",
  refused: [
    ...noStop("PermissionRequest"),
    presence(
      `${permission}.updatedInput`,
      "PermissionRequest hook returned unsupported updatedInput",
    ),
    presence(
      `${permission}.updatedPermissions`,
      "PermissionRequest hook returned unsupported updatedPermissions",
    ),
    refusal(
      `${permission}.interrupt`,
      true,
      "PermissionRequest hook returned unsupported interrupt:true",
    ),
  ],
  forms: [
    {
      marks: [],
      refused: [],
      decisions: [
        {
          path: `${permission}.behavior`,
          is: "deny",
          level: "deny",
          reason: `${permission}.message`,
          trims: true,
          fallback: "PermissionRequest hook denied approval",
        },
        {
          path: `${permission}.behavior`,
          is: "allow",
          level: "allow",
          reason: "",
          trims: true,
          fallback: "",
        },
      ],
    },
  ],
  exitTwo: "PermissionRequest hook exited with code 2 but did not write a denial reason to stderr",
  reasons: "first",
  decidesPermission: true,
  grants: true,
  silence: "ask",
};

/** The tool has run: a block and a stop both replace its result, and the turn continues. */
export const postToolUse: EventRules = {
  ...reader,
  canonical: "PostToolUse",
  subject: "tool_name",
  shape: shapes.postToolUse,
  broken: "hook returned invalid post-tool-use JSON output",
  context: contextPath,
  refused: [
    refusal("suppressOutput", true, "PostToolUse hook returned unsupported suppressOutput"),
    presence(
      `${nested}.updatedMCPToolOutput`,
      "PostToolUse hook returned unsupported updatedMCPToolOutput",
    ),
  ],
  forms: [
    block("PostToolUse", false, {
      path: "reason",
      when: [
        { path: "decision", present: false },
        { path: "continue", isNot: false },
        { path: "reason", present: true },
      ],
      text: "PostToolUse hook returned reason without decision",
    }),
  ],
  stop: { level: "deny", fallback: "PostToolUse hook stopped execution", forModel: "reason" },
  exitTwo: "PostToolUse hook exited with code 2 but did not write feedback to stderr",
  reasons: "joined",
  replacesResult: true,
};
