import type { Presence, presenceDraft } from "@gatehouse/contract/entities/access/access";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";

/** The vehicles inside; a person can correct them. */
export const presences: Resource<Presence, FieldName<typeof presenceDraft>> = {
  topic: "access_presence",
  name: "access_presence",
  noun: "vehicle",
  titles: { add: "Mark as inside", edit: "Correct presence", submit: "Mark as inside" },
  list: { key: "GET /access/presence" },
  create: "POST /access/presence",
  change: "PUT /access/presence/{id}",
  remove: "DELETE /access/presence/{id}",
  draft: () => import("@gatehouse/contract/entities/access/access").then((file) => file.presenceDraft),
  fields: [
    {
      kind: "text",
      name: "vehicle",
      label: "Vehicle",
      help: "The plate, or the tag of a vehicle without a registered plate",
      isLockedOnEdit: true,
    },
    {
      kind: "reference",
      name: "areaId",
      label: "Area",
      from: { topic: "access_areas", key: "GET /access/areas", label: ({ name }) => String(name) },
    },
    {
      kind: "switch",
      name: "isForgiven",
      label: "Forgiven",
      help: "Anti-passback ignores the next passage of the vehicle",
    },
  ],
  // What was true earlier says nothing about where the vehicle is now.
  isRestorable: false,
  texts: {
    empty: "No vehicles inside",
    purpose: "Vehicles are listed when they have passed a gate that leads into an area.",
    confirmDelete: ({ vehicle }) => `Mark ${formatPlate(vehicle)} as outside?`,
  },
  title: ({ vehicle }) => vehicle,
};
