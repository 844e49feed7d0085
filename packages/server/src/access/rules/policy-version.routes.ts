import {
  backTestEndpoints,
  type PolicyVersion,
  versionConfirmation,
} from "@gatehouse/contract/entities/access/back-test";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import type { Services } from "../../platform/services.ts";
import type { BackTests } from "../back-tests/back-tests.ts";
import { enforcementCheck } from "../back-tests/enforcement-check.ts";
import { restorePolicy } from "./restore-policy.ts";

const maxVersions = 200;

const endpoints = {
  "GET /access/policy-versions": backTestEndpoints["GET /access/policy-versions"],
  "POST /access/policy-versions/{id}/restore": backTestEndpoints["POST /access/policy-versions/{id}/restore"],
};

/** The versions of the rules, and their restoration, which makes a new version. */
export function policyVersionRoutes(services: Services, backTests: BackTests) {
  const check = enforcementCheck(services, backTests);
  return handle(endpoints, {
    "GET /access/policy-versions": ({ read }) => listVersions(read),
    "POST /access/policy-versions/{id}/restore": async ({ params: { id }, body: { confirmation }, person, write }) =>
      write(async (tx) => {
        await restorePolicy(tx, id);
        await check(tx, person, { text: versionConfirmation(id), confirmation, version: id });
        const [current] = await listVersions(tx, 1);
        if (!current) throw new Error("a restored policy has no version");
        return current;
      }),
  });
}

async function listVersions(db: ReadDb | Tx, limit = maxVersions): Promise<PolicyVersion[]> {
  const rows = await db
    .selectFrom("policy_versions")
    .select(["version", "at", "by", "rules", "enforced"])
    .orderBy("version", "desc")
    .limit(limit)
    .execute();
  return rows.map((row, place) => ({ ...row, isCurrent: place === 0 }));
}
