import type { variableEndpoints } from "@gatehouse/contract/entities/variable.endpoints";
import { sql } from "kysely";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { notifyChange } from "../../platform/database/channels.ts";
import type { Handlers } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { enqueue } from "../outbox.ts";

/** Queues the published variables of a scope for the cloud, with their values and the time. */
export const variablePublishRoutes = ({
  clock,
}: Services): Pick<Handlers<typeof variableEndpoints>, "POST /variables/publish"> => ({
  "POST /variables/publish": async ({ body: { scope }, read, write }) => {
    const { cloudUrl } = await loadRequiredConfigs(read);
    if (cloudUrl === "") throw httpError("cloud/no-address");
    return write(async (tx) => {
      const rows = await tx
        .selectFrom("variables")
        .select(["id", "name", "computedValue as value"])
        .where("scope", "=", scope)
        .where("publish", "=", true)
        .orderBy("id")
        .execute();
      if (rows.length === 0) return { variables: 0 };
      const at = clock.now();
      const variables = rows.map((row) => ({ ...row, at: at.toISOString() }));
      await enqueue(tx, { kind: "cloud-variables", payload: { scope, variables } }, at);
      // The rows did not change, but their publishing state did.
      await sql`select ${notifyChange("variables")}`.execute(tx);
      return { variables: rows.length };
    });
  },
});
