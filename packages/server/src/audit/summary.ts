import { auditFieldLabel, listAuditChanges } from "@gatehouse/contract/entities/audit/audit-fields";
import { type AuditAction, auditEntityNoun } from "@gatehouse/contract/entities/audit/audit-names";
import type { FaultCode } from "@gatehouse/contract/errors";
import type { AuditRow } from "./audit.store.ts";

type Summarized = Omit<AuditRow, "id" | "at" | "address">;

type Values = Readonly<Record<string, unknown>>;

/** AUD-1: a sentence about what was done, without its author. */
export function summarize(row: Summarized): string {
  return texts[row.action](row);
}

const texts: Record<AuditAction, (row: Summarized) => string> = {
  insert: (row) => `Created ${named(row)}${row.restoredFrom === null ? "" : " again"}`,
  update: summarizeUpdate,
  delete: (row) => `Deleted ${named(row)}`,
  command: summarizeCommand,
  act: (row) => acts[row.call]?.(row.after ?? {}) ?? `Used ${named(row)}`,
  import: ({ entity, after }) =>
    `Imported ${textOf(after?.rows) ?? "several"} ${auditEntityNoun(entity)} rows from ${textOf(after?.file) ?? "a file"}`,
  export: ({ entity }) => `Exported ${exported[entity] ?? `the ${auditEntityNoun(entity)} list`}`,
  permission: (row) => `Changed ${listFields(row)} of ${named(row)}`,
  "sign-in": () => "Signed in",
  "sign-in-failed": ({ after }) => `Could not sign in: ${failures[textOf(after?.reason) ?? ""] ?? "refused"}`,
  "sign-out": ({ call, entityId }) =>
    call === "POST /auth/logout" ? "Signed out" : `Signed out user ${entityId} everywhere`,
};

const resetVariables = ({ scope }: Values) =>
  `Reset ${typeof scope === "number" ? `variable ${scope}` : `variables of ${scope}`}`;

/** Calls that change no record of their own. */
const acts: Readonly<Record<string, (sent: Values) => string>> = {
  "POST /ac/mygate-sync": () => "Synced plates from MyGate",
  "POST /outbox/{id}/retry": ({ id }) => `Retried pending message ${id}`,
  "POST /variables/publish": ({ scope }) => `Published variables of ${scope}`,
  "POST /variables/reset/{scope}": resetVariables,
  "PUT /variables/reset/{scope}": resetVariables,
  "POST /variables/{id}/corrections": ({ id, value, reason }) => `Corrected variable ${id} to ${value} (${reason})`,
};

const exported: Readonly<Record<string, string>> = {
  events: "events",
  identifiers: "identifiers",
  audit_log: "the audit trail",
};

const failures: Readonly<Partial<Record<FaultCode | "", string>> & Record<string, string>> = {
  "auth/wrong-credentials": "wrong user name or password",
  "auth/disabled": "the account is disabled",
  "auth/invitation-expired": "the one-time password has expired",
};

const ownPasswordCalls: readonly string[] = ["POST /auth/change-password", "POST /auth/reset-password"];

function summarizeUpdate(row: Summarized): string {
  if (ownPasswordCalls.includes(row.call)) return "Changed their password";
  if (row.call === "POST /users/{id}/one-time-password") return `Issued a one-time password for ${named(row)}`;
  const fields = listFields(row);
  if (fields === "") return `Saved ${named(row)} without a visible change`;
  return `${row.restoredFrom === null ? "Changed" : "Restored"} ${fields} of ${named(row)}`;
}

const commandVerbs: Readonly<Record<string, string>> = {
  open: "Opened",
  buzz: "Sounded",
  show: "Changed the text of",
  lamp: "Switched the lamp of",
};

function summarizeCommand({ after }: Summarized): string {
  const verb = commandVerbs[textOf(after?.kind) ?? ""] ?? "Commanded";
  const reason = textOf(after?.reason);
  return `${verb} ${textOf(after?.targetName) ?? "a device"} by hand${reason ? ` (${reason})` : ""}`;
}

const maxFields = 4;

/** The labels of the changed fields. */
function listFields({ before, after }: Summarized): string {
  const names = listAuditChanges(before, after)
    .filter(({ isChanged }) => isChanged)
    .map(({ path }) => auditFieldLabel(path));
  const shown = names.slice(0, maxFields).join(", ");
  return names.length > maxFields ? `${shown} and ${names.length - maxFields} more` : shown;
}

const nameFields = ["name", "label", "username", "key", "iid", "title", "kind", "uid"];

/** The noun and the name of a record, such as: gate "Main entry". */
function named({ entity, entityId, before, after }: Summarized): string {
  const record = { ...before, ...after };
  const name = nameFields.map((field) => textOf(record[field])).find((text) => text !== undefined);
  const noun = auditEntityNoun(entity);
  if (name !== undefined) return `${noun} "${name}"`;
  return entityId === null ? noun : `${noun} ${entityId}`;
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" && text !== "***" ? text : undefined;
}
