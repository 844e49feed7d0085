import type { LegalHold, legalHoldDraft } from "@gatehouse/contract/entities/privacy";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";

export const legalHolds: Resource<LegalHold, FieldName<typeof legalHoldDraft>> = {
  topic: "legal_holds",
  name: "legal_holds",
  noun: "legal hold",
  titles: { add: "Add legal hold", edit: "Legal hold" },
  list: { key: "GET /legal-holds" },
  create: "POST /legal-holds",
  change: "PUT /legal-holds/{id}",
  remove: "DELETE /legal-holds/{id}",
  draft: () => import("@gatehouse/contract/entities/privacy").then((file) => file.legalHoldDraft),
  fields: [
    { kind: "text", name: "plate", label: "Plate", help: "Empty: everything of the period", isOptional: true },
    { kind: "time", name: "from", label: "From", isOptional: true, isHalf: true },
    { kind: "time", name: "to", label: "To", isOptional: true, isHalf: true },
    { kind: "text", name: "reason", label: "Reason", placeholder: "Court order 12/2026" },
  ],
  texts: {
    empty: "No legal holds",
    purpose: "A hold keeps everything about a vehicle or of a period, whatever the retention is.",
    confirmDelete: (hold) => `Lift the legal hold on ${titleOf(hold)}? What it kept is deleted after its retention.`,
  },
  title: titleOf,
};

function titleOf({ plate }: LegalHold): string {
  return plate ?? "a period";
}
