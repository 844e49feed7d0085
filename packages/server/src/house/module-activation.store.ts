import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { everyModule, type ModuleActivation } from "@gatehouse/contract/modules/visible-menu";
import type { ReadDb, Tx } from "../platform/database/database.ts";

/** Modules are off until they are switched on. */
export async function loadModuleActivation(db: ReadDb): Promise<ModuleActivation> {
  const rows = await db.selectFrom("module_activation").selectAll().execute();
  return { ...everyModule(false), ...Object.fromEntries(rows.map(({ kind, active }) => [kind as ModuleKind, active])) };
}

/** Updates only the modules that changed, so that the audit log shows only them. */
export async function saveModuleActivation(tx: Tx, activation: ModuleActivation): Promise<void> {
  await tx
    .insertInto("module_activation")
    .values(Object.entries(activation).map(([kind, active]) => ({ kind, active })))
    .onConflict((conflict) =>
      conflict
        .column("kind")
        .doUpdateSet((row) => ({ active: row.ref("excluded.active") }))
        .where((row) => row("module_activation.active", "<>", row.ref("excluded.active"))),
    )
    .execute();
}
