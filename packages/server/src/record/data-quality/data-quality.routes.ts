import { deviceQualityEndpoints, lookAlikeEndpoints } from "@gatehouse/contract/entities/data-quality";
import { lookAlikeFaults } from "@gatehouse/contract/entities/data-quality.messages";
import { isLookAlike } from "@gatehouse/contract/fields/confusable";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { loadGateAccess } from "../../platform/http/gate-access.ts";
import { refuse } from "../../platform/http/refusal.ts";
import type { Services } from "../../platform/services.ts";
import { loadDeviceQuality } from "./device-quality.store.ts";
import { listLookAlikes, orderPair } from "./look-alike.store.ts";

/** Look-alike plates and what they require. */
export const lookAlikeRoutes = handle(lookAlikeEndpoints, {
  "GET /access/look-alikes": ({ read }) => listLookAlikes(read),
  "PUT /access/look-alikes": ({ body: { requirement, ...plates }, write }) =>
    write(async (tx) => {
      const [first, second] = [normalizeIdentifier(plates.one), normalizeIdentifier(plates.other)];
      await refuseUnregistered(tx, "one", first);
      await refuseUnregistered(tx, "other", second);
      if (!isLookAlike(first, second)) throw refuseField("other", lookAlikeFaults.notAlike);
      const [one, other] = orderPair(first, second);
      if (requirement === "none") {
        await tx.deleteFrom("access_look_alikes").where("one", "=", one).where("other", "=", other).execute();
      } else {
        await tx
          .insertInto("access_look_alikes")
          .values({ one, other, requirement })
          .onConflict((conflict) =>
            conflict
              .columns(["one", "other"])
              .doUpdateSet({ requirement, version: sql`access_look_alikes.version + 1` }),
          )
          .execute();
      }
      return { one, other, requirement };
    }),
});

const refuseField = (path: string, message: string) =>
  refuse("request/invalid", { message, errors: [{ path, message }] });

async function refuseUnregistered(tx: Tx, path: string, plate: string): Promise<void> {
  const found = await tx
    .selectFrom("identifiers")
    .select("id")
    .where("iidNormalized", "=", plate)
    .where("type", "=", "LICENSE_PLATE")
    .limit(1)
    .executeTakeFirst();
  if (!found) throw refuseField(path, lookAlikeFaults.notRegistered);
}

/** The clock and the read quality of a device. */
export const deviceQualityRoutes = ({ clock }: Services) =>
  handle(deviceQualityEndpoints, {
    "GET /ai-devices/{id}/data-quality": async ({ params, person, read }) => {
      const quality = await loadDeviceQuality(read, params.id, clock.now());
      const access = await loadGateAccess(read, person.gateIds);
      // A device may have cameras at gates of others.
      return { ...quality, cameras: quality.cameras.filter(({ id }) => access.may("cameras", id, "visible")) };
    },
  });
