import { boomBarrierTestEndpoints } from "@gatehouse/contract/entities/boom-barrier/boom-barrier.endpoints";
import { buzzerTestEndpoints } from "@gatehouse/contract/entities/buzzer/buzzer.endpoints";
import type { FieldOutcome } from "@gatehouse/contract/fields/field-outcome";
import { handle } from "../platform/call.ts";
import type { Reading } from "../platform/database.ts";
import { refuse } from "../platform/refusal.ts";

/** The field controller drives nothing yet, and says so instead of pretending. */
async function testDevice(
  read: Reading,
  table: "boom_barriers" | "buzzers" | "displays",
  id: number,
): Promise<FieldOutcome> {
  const device = await read.selectFrom(table).select(["name"]).where("id", "=", id).executeTakeFirst();
  if (!device) throw refuse("record/not-found");
  return { outcome: "unreachable", detail: `The field controller has no way to "${device.name}" yet.` };
}

/** The "Test" buttons: a pulse, a sound, a text. */
export const fieldTestRoutes = {
  ...handle(boomBarrierTestEndpoints, {
    "POST /boom-barriers/{id}/test": ({ params, read }) => testDevice(read, "boom_barriers", params.id),
  }),
  ...handle(buzzerTestEndpoints, {
    "POST /buzzers/{id}/test": ({ params, read }) => testDevice(read, "buzzers", params.id),
  }),
  "POST /displays/{id}/test": ({ params, read }: { params: { id: number }; read: Reading }) =>
    testDevice(read, "displays", params.id),
};
