import type { ReadDb, Tx } from "../database/database.ts";

/** Loads the codes that the site selected under a name, such as its vehicle types; initially the given ones. */
export async function loadCodes<Code extends string>(
  db: ReadDb,
  name: string,
  initial: readonly Code[],
): Promise<Code[]> {
  const row = await db.selectFrom("code_selections").select("codes").where("name", "=", name).executeTakeFirst();
  return row ? (row.codes as Code[]) : [...initial];
}

export async function saveCodes(tx: Tx, name: string, codes: string[]): Promise<void> {
  await tx
    .insertInto("code_selections")
    .values({ name, codes })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ codes }))
    .execute();
}
