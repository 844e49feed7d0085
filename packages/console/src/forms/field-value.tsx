import { asText } from "@gatehouse/contract/fields/as-text";
import { useSite } from "../api/site.ts";
import { formatDateTime } from "../ui/format-time.ts";
import type { Field, Values } from "./field.ts";
import { deletedLabel, useChoices } from "./reference-input.tsx";

interface FieldValueProps {
  field: Field;
  values: Values;
}

/** Read-only value of a field. */
export function FieldValue({ field, values }: FieldValueProps) {
  const value = values[field.name];
  if (field.kind === "reference") return <ReferenceValue field={field} values={values} />;
  if (field.kind === "option") return field.choices.find((choice) => choice.value === value)?.label ?? "–";
  if (field.kind === "custom" && field.formatValue !== undefined) return field.formatValue(value);
  if (field.kind === "time") return <TimeValue value={String(value)} />;
  if (field.kind === "switch") return value === true ? "Yes" : "No";
  if (field.kind === "codes") {
    const chosen = field.choices.filter((choice) => (value as string[]).includes(choice.value));
    return chosen.map((choice) => choice.label).join(", ") || "–";
  }
  if (field.kind === "text" && field.isSecret) return value === "" ? "–" : "•••";
  return worded(value) || "–";
}

function TimeValue({ value }: { value: string }) {
  const { timeZone } = useSite();
  return Number.isNaN(Date.parse(value)) ? "–" : formatDateTime(new Date(value), timeZone);
}

interface ReferenceValueProps extends FieldValueProps {
  field: Extract<Field, { kind: "reference" }>;
}

function ReferenceValue({ field, values }: ReferenceValueProps) {
  const ids = [values[field.name]]
    .flat()
    .filter((id) => id !== "")
    .map(String);
  // Also shows a record that can no longer be chosen.
  const { when: _, ...source } = field.from;
  const { choices, isComplete } = useChoices(source, values, undefined);
  const nameOf = (id: string) => choices.find(({ value }) => value === id)?.label;
  const names = ids.map((id) => nameOf(id) ?? (isComplete ? deletedLabel(field, id) : `#${id}`));
  return names.join(", ") || "–";
}

function worded(value: unknown): string {
  if (Array.isArray(value)) return value.map(worded).join(", ");
  if (typeof value === "object" && value !== null) return Object.values(value).map(worded).join(" ");
  return asText(value);
}
