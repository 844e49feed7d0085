import type { Lane, laneDraft } from "@gatehouse/contract/entities/lane";
import { laneTexts } from "@gatehouse/contract/entities/lane.messages";
import type { FieldName } from "../forms/field.ts";
import type { Resource } from "../forms/resource.ts";

export const lanes: Resource<Lane, FieldName<typeof laneDraft>> = {
  topic: "lanes",
  name: "lanes",
  noun: "lane",
  list: { key: "GET /lanes" },
  create: "POST /lanes",
  change: "PUT /lanes/{id}",
  remove: "DELETE /lanes/{id}",
  draft: () => import("@gatehouse/contract/entities/lane").then((file) => file.laneDraft),
  fields: [
    { kind: "text", name: "name", label: "Name" },
    { kind: "number", name: "speedLimit2w", label: "Speed limit, two-wheelers", unit: "kmph", isHalf: true },
    { kind: "number", name: "speedLimit4w", label: "Speed limit, four-wheelers", unit: "kmph", isHalf: true },
  ],
  texts: {
    empty: laneTexts.empty,
    purpose: "A lane has a speed limit for each vehicle class, and a camera.",
    confirmDelete: () => laneTexts.confirmDelete,
  },
  title: ({ name }) => name,
  details: ({ speedLimit2w, speedLimit4w }) => `2w ${speedLimit2w} kmph · 4w ${speedLimit4w} kmph`,
};
