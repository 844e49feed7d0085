import type { Area, areaDraft } from "@gatehouse/contract/entities/access/access";
import { formatCount } from "@gatehouse/contract/fields/number";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { confirmDeleteText } from "../../forms/resource-texts.ts";
import classes from "./access-rule.module.css";

export const areas: Resource<Area, FieldName<typeof areaDraft>> = {
  topic: "access_areas",
  touches: ["access_rules", "gates"],
  name: "access_areas",
  noun: "area",
  list: { key: "GET /access/areas" },
  create: "POST /access/areas",
  change: "PUT /access/areas/{id}",
  remove: "DELETE /access/areas/{id}",
  draft: () => import("@gatehouse/contract/entities/access/access").then((file) => file.areaDraft),
  fields: [
    { kind: "text", name: "name", label: "Name", placeholder: "Deck 1" },
    {
      kind: "reference",
      name: "parentId",
      label: "Inside area",
      help: "A vehicle in this area also counts in the area around it",
      placeholder: "None",
      none: null,
      from: { topic: "access_areas", key: "GET /access/areas", label: ({ name }) => String(name) },
    },
    {
      kind: "number",
      name: "capacity",
      label: "Capacity",
      help: "Never full if empty; 0 admits no vehicles. A full area reopens when two places are free.",
      unit: "vehicles",
      isOptional: true,
    },
  ],
  texts: {
    empty: "No areas yet",
    purpose: "An area is a part of the site that gates lead into and out of. It can have a capacity.",
    confirmDelete: ({ name }) => `${confirmDeleteText(name)}? Vehicles inside no longer count as present.`,
  },
  title: ({ name }) => name,
  details: (area) => <AreaDetails area={area} />,
};

function AreaDetails({ area }: { area: Area }) {
  const { data: known = [] } = useQuery(callQuery("access_areas", "GET /access/areas"));
  const { data: gates = [] } = useQuery(callQuery("gates", "GET /gates"));
  const parent = known.find(({ id }) => id === area.parentId);
  const leading = gates.filter(({ fromAreaId, toAreaId }) => fromAreaId === area.id || toAreaId === area.id);
  const facts = [
    ...(parent ? [`inside ${parent.name}`] : []),
    area.capacity === null ? "no capacity limit" : formatCount(area.capacity, "place"),
    leading.length === 0 ? "no gates yet" : leading.map(({ name }) => name).join(", "),
  ];
  return <span className={classes.facts}>{facts.join(" · ")}</span>;
}
