import { assertFound } from "@gatehouse/contract/assert-found";
import type { passDraft } from "@gatehouse/contract/entities/access/access";
import type { Field, FieldName } from "../forms/field.ts";

type PassField = FieldName<typeof passDraft>;

/** The form fields of a visitor's pass. */
export const passFields: readonly Field<PassField>[] = [
  { kind: "text", name: "name", label: "Visitor", isHalf: true },
  { kind: "text", name: "host", label: "Host", help: "Who is visited", isOptional: true, isHalf: true },
  { kind: "text", name: "hostPhone", label: "Phone of the host", isOptional: true, isHalf: true },
  { kind: "text", name: "lp", label: "Plate", isOptional: true, isHalf: true },
  { kind: "text", name: "rfid", label: "Tag", isOptional: true, isHalf: true },
  { kind: "time", name: "validFrom", label: "Valid from", isHalf: true, offers: "start" },
  { kind: "time", name: "validTo", label: "Valid to", isHalf: true, offers: "end" },
  { kind: "number", name: "uses", label: "Entries", help: "Empty: any number", isOptional: true, isHalf: true },
  {
    kind: "reference",
    name: "gateIds",
    label: "Gates",
    placeholder: "All gates",
    isMultiple: true,
    isHalf: true,
    from: { topic: "gates", key: "GET /gates", label: ({ name }) => String(name) },
  },
];

/** What a guard enters for a visitor at the gate. */
export const visitorFields: readonly Field<PassField>[] = (
  ["name", "host", "hostPhone", "lp", "validTo", "uses"] as const
).map((name) =>
  assertFound(
    passFields.find((field) => field.name === name),
    `no field ${name}`,
  ),
);
