import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { Tx } from "../platform/database/database.ts";
import { refuse } from "../platform/http/refusal.ts";
import { lockRow, updateRow } from "../resources/versioned-row.ts";

/** FEED-4: assigns a new camera to a gate that has none. */
export async function assignGate(
  tx: Tx,
  { module, cameraId, gateId }: { module: ModuleKind; cameraId: number; gateId: number },
): Promise<void> {
  if (module !== "ANPR_ACCESS_CONTROL") throw refuseGate("Only cameras of ANPR access control belong to gates");
  await lockRow(tx, "gates", gateId);
  const gate = await tx
    .selectFrom("gates")
    .leftJoin("cameras", "cameras.id", "gates.cameraId")
    .select(["gates.name", "cameras.name as camera"])
    .where("gates.id", "=", gateId)
    .executeTakeFirst();
  if (!gate) throw refuseGate("This gate does not exist");
  if (gate.camera !== null) throw refuseGate(`${gate.name} already has the camera ${gate.camera}`);
  await updateRow(tx, "gates", gateId, { cameraId });
}

const refuseGate = (message: string) => refuse("request/invalid", { message, errors: [{ path: "gateId", message }] });
