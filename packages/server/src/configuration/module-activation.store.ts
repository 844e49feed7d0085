import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { everyModule, type ModuleActivation } from "@gatehouse/contract/modules/visible-menu";
import type { ReadDb, Tx } from "../platform/database/database.ts";

/** Which modules are switched on; one that was never switched is off. */
export async function loadModuleActivation(db: ReadDb): Promise<ModuleActivation> {
  const rows = await db.selectFrom("module_activation").selectAll().execute();
  return { ...everyModule(false), ...Object.fromEntries(rows.map(({ kind, active }) => [kind as ModuleKind, active])) };
}

/** Writes every switch; only those that moved are touched, so that the audit shows just them. */
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
