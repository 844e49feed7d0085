import * as z from "zod";
import { crud } from "../../crud.ts";
import { defineEndpoints } from "../../endpoint.ts";
import { queryText } from "../../fields/query.ts";
import {
  area,
  areaDraft,
  group,
  groupDraft,
  listEntry,
  listEntryDraft,
  override,
  overrideDraft,
  pass,
  passDraft,
  presence,
  presenceDraft,
} from "./access.ts";
import { rule, ruleDraft } from "./rule.ts";
import { schedule, scheduleDraft } from "./schedule.ts";

const tag = "Access rules";
/** Rules concern the whole site; people who are limited to gates can read them. */
const policy = { read: "view", write: "policy", gates: "shared" } as const;

export const areaEndpoints = crud({
  tag,
  noun: "area",
  permissions: { ...policy, gates: { rows: "access_areas" } },
  path: "/access/areas",
  list: { path: "/access/areas" },
  change: { PUT: areaDraft },
  record: area,
  draft: areaDraft,
});

export const groupEndpoints = crud({
  tag,
  noun: "group",
  permissions: policy,
  path: "/access/groups",
  list: { path: "/access/groups" },
  change: { PUT: groupDraft },
  record: group,
  draft: groupDraft,
});

export const scheduleEndpoints = crud({
  tag,
  noun: "schedule",
  permissions: policy,
  path: "/access/schedules",
  list: { path: "/access/schedules" },
  change: { PUT: scheduleDraft },
  record: schedule,
  draft: scheduleDraft,
});

export const ruleEndpoints = crud({
  tag,
  noun: "rule",
  permissions: { ...policy, gates: { rows: "access_rules" } },
  path: "/access/rules",
  list: { path: "/access/rules" },
  change: { PUT: ruleDraft },
  record: rule,
  draft: ruleDraft,
  removal: { query: z.strictObject({ confirmation: queryText(200) }) },
  errors: ["rule/confirmation-needed"],
});

export const listEntryEndpoints = crud({
  tag,
  noun: "list entry",
  permissions: policy,
  path: "/access/lists",
  list: { path: "/access/lists" },
  change: { PUT: listEntryDraft },
  record: listEntry,
  draft: listEntryDraft,
});

export const passEndpoints = crud({
  tag,
  noun: "pass",
  permissions: {
    read: "view",
    write: ["enrol-visitors", "enrol"],
    gates: { rows: "access_passes", record: "access_passes", writes: "own" },
  },
  path: "/access/passes",
  list: { path: "/access/passes" },
  change: { PUT: passDraft },
  record: pass,
  draft: passDraft,
});

export const overrideEndpoints = crud({
  tag,
  noun: "override",
  permissions: {
    read: "view",
    write: "open",
    gates: { rows: "access_overrides", record: "access_overrides", writes: "own" },
  },
  path: "/access/overrides",
  list: { path: "/access/overrides" },
  change: { PUT: overrideDraft },
  record: override,
  draft: overrideDraft,
});

const presenceGates = { rows: "access_areas", rowId: "areaId" } as const;

/** The endpoints of who is inside; writing corrects it. */
export const presenceEndpoints = {
  ...crud({
    tag,
    noun: "vehicle inside",
    permissions: { read: "view", write: "open", gates: { ...presenceGates, writes: "own" } },
    path: "/access/presence",
    list: { path: "/access/presence" },
    change: { PUT: presenceDraft },
    record: presence,
    draft: presenceDraft,
  }),
  ...defineEndpoints(
    { read: "view", write: "open", gates: "own" },
    {
      "GET /access/presence/export": {
        tag,
        permission: "export",
        summary: "Export the vehicles inside as CSV, such as for a roll call",
        download: "text/csv",
        exports: "access_presence",
      },
    },
  ),
};
