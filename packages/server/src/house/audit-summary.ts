import { auditFieldLabel, listAuditChanges } from "@gatehouse/contract/entities/audit/audit-fields";
import { type AuditAction, auditEntityNoun, splitCall } from "@gatehouse/contract/entities/audit/audit-names";
import type { ErrorCode } from "@gatehouse/contract/errors";
import { asText } from "@gatehouse/contract/fields/as-text";
import { formatCount } from "@gatehouse/contract/fields/number";
import type { AuditRow } from "./audit.store.ts";
import type { NameOf } from "./linked-names.ts";
import { nameById, nameRecord, textOf, type Values } from "./record-names.ts";

type Summarized = Omit<AuditRow, "id" | "at" | "address"> & { nameOf: NameOf };

/** A sentence about what was done, without its author. */
export function summarize(row: AuditRow, nameOf: NameOf): string {
  const { call, token } = splitCall(row.call);
  const text = texts[row.action]({ ...row, call, nameOf });
  return token === undefined ? text : `${text} (token: ${token})`;
}

const texts: Record<AuditAction, (row: Summarized) => string> = {
  insert: (row) =>
    stationActs[row.call]?.(row.after ?? {}) ?? creations[row.call]?.(row.after ?? {}) ?? summarizeInsert(row),
  update: (row) => stationActs[row.call]?.(row.after ?? {}) ?? summarizeUpdate(row),
  delete: (row) => deletions[row.call]?.(row.after ?? {}) ?? `Deleted ${nameRecord(row, row.nameOf)}`,
  command: summarizeCommand,
  act: (row) => acts[row.call]?.(row.after ?? {}, row.nameOf) ?? `Used ${nameRecord(row, row.nameOf)}`,
  import: ({ entity, after }) =>
    `Imported ${after?.rows === 1 ? "1 row" : `${textOf(after?.rows) ?? "several"} rows`} of the ${auditEntityNoun(entity)} list from ${textOf(after?.file) ?? "a file"}`,
  export: ({ call, entity, after, nameOf }) =>
    `Exported ${exports[call]?.(after ?? {}, nameOf) ?? exported[entity] ?? `the ${auditEntityNoun(entity)} list`}`,
  permission: (row) => `Changed ${listFields(row)} of ${nameRecord(row, row.nameOf)}`,
  "sign-in": ({ after }) =>
    after?.method === "pin"
      ? `Signed in with a PIN, in place of ${textOf(after.from) ?? "another person"}`
      : `Signed in${asText(find(signInMethods, after?.method))}`,
  "sign-in-failed": ({ call, after }) => {
    const isRejected = rejectedLater.has(textOf(after?.reason));
    const attempt = ownPasswordCalls.includes(call) ? "Could not change their password" : "Could not sign in";
    return `${isRejected ? "Was refused" : attempt}: ${find(failures, after?.reason) ?? "refused"}`;
  },
  "sign-out": ({ call, entityId, nameOf }) =>
    signOuts[call] ?? `Signed out ${nameById(nameOf, "users", entityId)} everywhere`,
  switch: ({ after }) => `Switched to ${textOf(after?.to) ?? "another person"} with their PIN`,
  "switch-failed": ({ after }) =>
    `Could not switch to ${textOf(after?.to) ?? "another person"}: ${find(failures, after?.reason) ?? "refused"}`,
};

const find = (table: Readonly<Record<string, string>>, value: unknown): string | undefined => {
  const key = textOf(value);
  return key === undefined ? undefined : table[key];
};

const signInMethods: Readonly<Record<string, string>> = {
  totp: " with password and authenticator app",
  "recovery-code": " with password and recovery code",
  "second-factor-passkey": " with password and passkey",
  passkey: " with a passkey",
};

const resetVariables = ({ scope }: Values, nameOf: NameOf) =>
  `Reset ${typeof scope === "number" ? nameById(nameOf, "variables", scope) : `variables of ${scope}`}`;

/** What guards do about a vehicle, whether or not it has a record at the gate station yet. */
const stationActs: Readonly<Record<string, (card: Values) => string>> = {
  "POST /events/{module}/{id}/handle": ({ eventId, handledBy }) =>
    `${textOf(handledBy) === undefined ? "Stopped" : "Started"} handling the vehicle of event ${eventId}`,
  "POST /events/{module}/{id}/deny": ({ eventId, reason }) => `Turned away the vehicle of event ${eventId} (${reason})`,
};

/** A handover is no creation to people. */
const creations: Readonly<Record<string, (created: Values) => string>> = {
  "PUT /auth/pin": () => "Set their PIN",
  "POST /events/{module}/{id}/correct": ({ eventId, readNormalized, lp }) =>
    `Corrected the plate of event ${eventId} from ${readNormalized} to ${lp}`,
  "POST /station/{gateId}/notes": ({ eventId }) =>
    eventId === null ? "Added a note at the gate station" : `Added a note about the vehicle of event ${eventId}`,
  "POST /station/{gateId}/handover": ({ from, summary }) => {
    const { gate } = (summary ?? {}) as { gate?: unknown };
    return `Took over ${textOf(gate) ?? "a gate"}${textOf(from) === undefined ? "" : ` from ${textOf(from)}`}`;
  },
};

const summarizeActivation = (row: Summarized) =>
  `${row.after?.active ? "Activated" : "Deactivated"} ${nameRecord(row, row.nameOf)}`;

function summarizeInsert(row: Summarized): string {
  if (row.entity === "module_activation") return summarizeActivation(row);
  return `Created ${nameRecord(row, row.nameOf)}${row.restoredFrom === null ? "" : " again"}`;
}

/** Calls that change no record of their own. */
const acts: Readonly<Record<string, (sent: Values, nameOf: NameOf) => string>> = {
  "POST /access/policy-versions/{id}/restore": ({ id }) => `Restored version ${id} of the access rules`,
  "POST /ac/mygate-sync": () => "Synced plates from MyGate",
  "POST /notifications/mail-server/test": ({ to }) => `Sent a test e-mail to ${to}`,
  "POST /notifications/rules/{id}/test": ({ id }, nameOf) =>
    `Sent a test message to the recipients of ${nameById(nameOf, "notification_rules", id)}`,
  "POST /notifications/webhooks/{id}/test": ({ id }, nameOf) =>
    `Sent a test message to ${nameById(nameOf, "notification_webhooks", id)}`,
  "POST /outbox/{id}/retry": ({ id }) => `Retried pending message ${id}`,
  "POST /variables/publish": ({ scope }) => `Published variables of ${scope}`,
  "POST /variables/reset/{scope}": resetVariables,
  "PUT /variables/reset/{scope}": resetVariables,
  "POST /variables/{id}/corrections": ({ id, value, reason }, nameOf) =>
    `Corrected ${nameById(nameOf, "variables", id)} to ${value} (${reason})`,
};

const removedPin = () => "Removed their PIN";

/** Deletions that are more than that of one record. */
const deletions: Readonly<Record<string, (noted: Values) => string>> = {
  "PUT /auth/pin": removedPin,
  "DELETE /auth/pin": removedPin,
  "DELETE /privacy/plates/{plate}": ({ plate, deleted, anonymised, pictures }) =>
    `Erased a plate (hash ${plate}): ${formatCount(Number(deleted), "record")} and ${formatCount(Number(pictures), "picture")} deleted, ${formatCount(Number(anonymised), "event")} anonymised`,
};

/** Exports about one record. */
const exports: Readonly<Record<string, (sent: Values, nameOf: NameOf) => string>> = {
  "GET /events/{module}/{id}/evidence": ({ id }) => `the evidence of event ${id}`,
  "GET /reports/{id}/file": ({ id }, nameOf) => `the file of ${nameById(nameOf, "report_jobs", id)}`,
  "GET /privacy/plates/{plate}/export": ({ plate }) => `everything about plate ${plate}`,
};

const exported: Readonly<Record<string, string>> = {
  events: "events",
  identifiers: "identifiers",
  audit_log: "the audit trail",
  diagnostics: "the diagnostics",
};

const failures: Readonly<Partial<Record<ErrorCode | "", string>> & Record<string, string>> = {
  "auth/wrong-credentials": "wrong user name or password",
  "auth/disabled": "the account is disabled",
  "auth/invitation-expired": "the one-time password has expired",
  "auth/account-disabled": "the account is disabled",
  "auth/wrong-current-password": "wrong current password",
  "token/expired": "the access token has expired",
  "token/revoked": "the access token was revoked",
  "auth/wrong-code": "wrong code of the authenticator app",
  "auth/code-used": "a code of the authenticator app that was already used",
  "auth/clock-skew": "the clock of the phone differs",
  "auth/factor-unreadable": "the secret of the authenticator app can't be decrypted",
  "auth/wrong-recovery-code": "wrong recovery code",
  "auth/recovery-code-used": "a recovery code that was already used",
  "auth/wrong-password": "wrong password when confirming it",
  "passkey/unknown": "unknown passkey",
  "passkey/expired": "the passkey took too long",
  "passkey/failed": "the passkey could not be verified",
  "auth/wrong-pin": "wrong PIN",
  "auth/pin-locked": "wrong PIN, which is locked now",
  "auth/not-switchable": "they have no PIN, are disabled, or need a second factor",
};

/** Reasons that end what was valid at the sign-in. */
const rejectedLater: ReadonlySet<string | undefined> = new Set([
  "auth/account-disabled",
  "token/expired",
  "token/revoked",
] satisfies ErrorCode[]);

const signOuts: Readonly<Record<string, string>> = {
  "POST /auth/logout": "Signed out",
  "DELETE /auth/sessions": "Signed out everywhere",
  "DELETE /auth/sessions/{id}": "Ended one of their sessions",
};

const ownPasswordCalls: readonly string[] = ["POST /auth/change-password", "POST /auth/reset-password"];

const ownPinCalls: readonly string[] = ["PUT /auth/pin", "DELETE /auth/pin"];

/** Changes that people know by a verb. */
const updateVerbs: Readonly<Record<string, string>> = {
  "DELETE /auth/tokens/{id}": "Revoked",
  "DELETE /integration-keys/{id}": "Revoked",
  "POST /alerts/{id}/acknowledge": "Acknowledged",
  "POST /alerts/{id}/resolve": "Resolved",
  "POST /alerts/{id}/shelve": "Shelved",
  "POST /alerts/{id}/unshelve": "Returned from the shelf:",
  "POST /pzapp/commission": "Commissioned",
};

function summarizeUpdate(row: Summarized): string {
  if (ownPinCalls.includes(row.call)) return "Changed their PIN";
  if (ownPasswordCalls.includes(row.call)) return "Changed their password";
  if (row.call === "POST /users/{id}/one-time-password")
    return `Issued a one-time password for ${nameRecord(row, row.nameOf)}`;
  const verb = updateVerbs[row.call];
  if (verb !== undefined) return `${verb} ${nameRecord(row, row.nameOf)}`;
  if (row.entity === "module_activation") return summarizeActivation(row);
  const fields = listFields(row);
  if (fields === "") return `Saved ${nameRecord(row, row.nameOf)} without a visible change`;
  return `${row.restoredFrom === null ? "Changed" : "Restored"} ${fields} of ${nameRecord(row, row.nameOf)}`;
}

const commandVerbs: Readonly<Record<string, string>> = {
  open: "Opened",
  buzz: "Sounded",
  show: "Changed the text of",
  lamp: "Switched the lamp of",
};

function summarizeCommand({ after }: Summarized): string {
  const verb = find(commandVerbs, after?.kind) ?? "Commanded";
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
