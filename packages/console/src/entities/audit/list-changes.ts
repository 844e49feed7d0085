type AuditedRecord = Readonly<Record<string, unknown>> | null;

/** A field of an audited record, before and after. */
export interface FieldChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly isChanged: boolean;
}

const show = (value: unknown) =>
  value === undefined || value === null ? "-" : typeof value === "string" ? value : JSON.stringify(value);

/** AUD-1: the fields of a record before and after a change, the changed ones first. */
export function listChanges(before: AuditedRecord, after: AuditedRecord): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const fields = names.map((name) => ({
    name,
    before: show(before?.[name]),
    after: show(after?.[name]),
    isChanged: JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  }));
  return [...fields.filter(({ isChanged }) => isChanged), ...fields.filter(({ isChanged }) => !isChanged)];
}
