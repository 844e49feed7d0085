import type { Tvm, tvmDraft } from "@gatehouse/contract/entities/tvm";
import type { FieldName } from "../forms/field.ts";
import type { Resource } from "../forms/resource.ts";

/** Ticket vending machines. */
export const tvms: Resource<Tvm, FieldName<typeof tvmDraft>> = {
  topic: "tvms",
  name: "tvms",
  noun: "TVM",
  list: { key: "GET /ac/tvms" },
  create: "POST /ac/tvms",
  change: "PATCH /ac/tvms/{id}",
  remove: "DELETE /ac/tvms/{id}",
  draft: () => import("@gatehouse/contract/entities/tvm").then((file) => file.tvmDraft),
  fields: [
    { kind: "text", name: "name", label: "Name" },
    { kind: "text", name: "code", label: "Code", help: "The machine's location code" },
  ],
  texts: {
    empty: "No ticket vending machines yet",
    purpose: "Prints a ticket for unregistered vehicles at a camera.",
  },
  title: ({ name }) => name,
  details: ({ code }) => code,
  dependentAt: (_, { kind, id }) => ({ to: ".", open: `${kind}.${id}` }),
};
