import { type OverrideKind, overrideTitles } from "@gatehouse/contract/entities/access/access";
import { auditEntityNoun } from "@gatehouse/contract/entities/audit/audit-names";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { modules } from "@gatehouse/contract/modules/registry";
import { builtInRoles, isBuiltInRole } from "@gatehouse/contract/permissions";
import type { AuditRow } from "./audit.store.ts";
import type { LinkedTable, NameOf } from "./linked-names.ts";

export type Values = Readonly<Record<string, unknown>>;

type Named = Pick<AuditRow, "entity" | "entityId" | "before" | "after">;

/** The noun and the name of the record of an entry, such as: gate "Main entry". */
export function nameRecord({ entity, entityId, before, after }: Named, nameOf: NameOf): string {
  const record = { ...before, ...after };
  const described = descriptions[entity]?.(record, nameOf, entityId);
  if (described !== undefined) return described;
  const own = nameFields.map((field) => textOf(record[field])).find((text) => text !== undefined);
  if (own !== undefined) return `${auditEntityNoun(entity)} "${own}"`;
  return entityId === null ? auditEntityNoun(entity) : nameById(nameOf, entity as LinkedTable, entityId);
}

/** A record that others refer to; with its id if it has no name. */
export function nameById(nameOf: NameOf, table: LinkedTable, id: unknown): string {
  const name = nameOf(table, id);
  return `${auditEntityNoun(table)} ${name === undefined ? id : `"${name}"`}`;
}

/** A value that says something. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" && text !== "***" ? text : undefined;
}

type Describe = (record: Values, nameOf: NameOf, id: string | null) => string | undefined;

const nameFields = ["name", "label", "username", "key", "iid", "title", "kind", "uid"];

/** A table with one record. */
const onlyOne =
  (entity: string): Describe =>
  () =>
    auditEntityNoun(entity);

/** Something of a person. Entries about several rows have the id of the person as theirs. */
const ofUser =
  (noun: string): Describe =>
  ({ userId }, nameOf, id) =>
    `${noun} of ${nameById(nameOf, "users", userId ?? id)}`;

/** Settings of an AI device or a sensor that pushes events. */
const ofSource =
  (noun: string): Describe =>
  ({ deviceId, sensorId }, nameOf) =>
    `${noun} of ${deviceId == null ? nameById(nameOf, "sensors", sensorId) : nameById(nameOf, "ai_devices", deviceId)}`;

const overrideTitle = (kind: unknown) => overrideTitles[kind as OverrideKind] ?? kind;
const moduleTitle = (kind: unknown) => modules[kind as ModuleKind]?.title ?? kind;
const roleTitle = (role: unknown) =>
  typeof role === "string" && isBuiltInRole(role) ? builtInRoles[role].title : role;

/** Records whose name is not in one of their fields. */
const descriptions: Readonly<Record<string, Describe>> = {
  access_look_alikes: ({ one, other }) => `look-alike plates "${one}" and "${other}"`,
  access_overrides: ({ kind, gateId }, nameOf) =>
    `override "${overrideTitle(kind)}" of ${gateId == null ? "the site" : nameById(nameOf, "gates", gateId)}`,
  access_pass_gates: ({ passId, gateId }, nameOf) =>
    `${nameById(nameOf, "gates", gateId)} of ${nameById(nameOf, "access_passes", passId)}`,
  access_presence: ({ vehicle, areaId }, nameOf) =>
    `vehicle "${vehicle}" in ${nameById(nameOf, "access_areas", areaId)}`,
  access_rule_gates: ({ ruleId, gateId }, nameOf) =>
    `${nameById(nameOf, "gates", gateId)} of ${nameById(nameOf, "access_rules", ruleId)}`,
  area_corrections: ({ areaId }, nameOf) => `correction of the count of ${nameById(nameOf, "access_areas", areaId)}`,
  area_counts: ({ id }, nameOf) => `the count of ${nameById(nameOf, "access_areas", id)}`,
  audit_receiver: onlyOne("audit_receiver"),
  camera_slots: ({ name, cameraId }, nameOf) => `parking slot "${name}" of ${nameById(nameOf, "cameras", cameraId)}`,
  display_variables: ({ displayId, variableId }, nameOf) =>
    `${nameById(nameOf, "variables", variableId)} of ${nameById(nameOf, "displays", displayId)}`,
  gate_displays: ({ gateId, displayId }, nameOf) =>
    `${nameById(nameOf, "displays", displayId)} of ${nameById(nameOf, "gates", gateId)}`,
  identifier_groups: ({ identifierId, groupId }, nameOf) =>
    `the membership of ${nameById(nameOf, "identifiers", identifierId)} in ${nameById(nameOf, "access_groups", groupId)}`,
  ingest_tokens: ofSource("push settings"),
  legal_holds: ({ reason }) => `legal hold "${reason}"`,
  mail_server: onlyOne("mail_server"),
  module_activation: ({ kind }) => `module "${moduleTitle(kind)}"`,
  mygate: onlyOne("mygate"),
  payload_mappings: ofSource("custom format"),
  recovery_codes: ofUser("recovery codes"),
  reservations: ({ lp, rfid, externalId }) => `reservation "${lp ?? rfid ?? externalId}"`,
  rfid_server: onlyOne("rfid_server"),
  role_policies: ({ role }) => `sign-in rules of role "${roleTitle(role)}"`,
  screen_keys: ({ displayId }, nameOf) => `screen key of ${nameById(nameOf, "displays", displayId)}`,
  second_factors: ofUser("second factor"),
  sign_in_settings: onlyOne("sign_in_settings"),
  totp_secrets: ofUser("authenticator app"),
  variable_terms: ({ equationOf, variableId }, nameOf) =>
    `${nameById(nameOf, "variables", variableId)} in the equation of ${nameById(nameOf, "variables", equationOf)}`,
};
