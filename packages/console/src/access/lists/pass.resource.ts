import type { Pass, passDraft } from "@gatehouse/contract/entities/access/access";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { passFields } from "../pass-fields.ts";

/** Visitors' passes. */
export const passes: Resource<Pass, FieldName<typeof passDraft>> = {
  topic: "access_passes",
  name: "access_passes",
  noun: "pass",
  titles: { add: "Add pass", edit: "Pass" },
  list: { key: "GET /access/passes" },
  create: "POST /access/passes",
  change: "PUT /access/passes/{id}",
  remove: "DELETE /access/passes/{id}",
  draft: () => import("@gatehouse/contract/entities/access/access").then((file) => file.passDraft),
  fields: passFields,
  isWide: true,
  texts: {
    empty: "No passes yet",
    purpose: "A pass admits a visitor's plate or tag for a time, a number of entries, and at chosen gates.",
    confirmDelete: ({ name }) => `Are you sure you want to delete the pass of ${name}?`,
  },
  title: ({ name }) => name,
};
