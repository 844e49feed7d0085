import * as z from "zod";
import { crud } from "../../crud.ts";
import { defineEndpoints } from "../../endpoint.ts";
import { idParams } from "../../fields/record.ts";
import { tariff, tariffDraft, tariffVersion } from "./tariff.schema.ts";

const tag = "Tariffs";
/** ROLE-3: prices concern the whole site; people who are limited to gates can read them. */
const permissions = { read: "view", write: "policy", gates: "shared" } as const;

/** REP-4: CRUD of tariffs. Each change creates a version. */
export const tariffEndpoints = crud({
  tag,
  noun: "tariff",
  permissions,
  path: "/tariffs",
  list: { path: "/tariffs" },
  change: { PUT: tariffDraft },
  record: tariff,
  draft: tariffDraft,
});

/** REP-4: the versions of tariffs. */
export const tariffVersionEndpoints = defineEndpoints(permissions, {
  "GET /tariffs/{id}/versions": {
    tag,
    summary: "The versions of a tariff, the latest first; also of a deleted one",
    params: idParams,
    answer: z.array(tariffVersion),
    faults: ["record/not-found"],
  },
});
