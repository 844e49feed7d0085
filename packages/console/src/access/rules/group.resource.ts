import type { Group, groupDraft } from "@gatehouse/contract/entities/access/access";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";

/** Groups of identifiers. */
export const groups: Resource<Group, FieldName<typeof groupDraft>> = {
  topic: "access_groups",
  touches: ["access_rules", "identifiers"],
  name: "access_groups",
  noun: "group",
  list: { key: "GET /access/groups" },
  create: "POST /access/groups",
  change: "PUT /access/groups/{id}",
  remove: "DELETE /access/groups/{id}",
  draft: () => import("@gatehouse/contract/entities/access/access").then((file) => file.groupDraft),
  fields: [{ kind: "text", name: "name", label: "Name", placeholder: "Contractors" }],
  texts: {
    empty: "No groups yet",
    purpose: "A group collects identifiers, such as residents or contractors, so that one rule applies to all of them.",
  },
  title: ({ name }) => name,
};
