import type { ReadDb, Tx } from "../platform/database/database.ts";

/** The codes a site has chosen under a name, such as its vehicle types; the initial ones until it chose. */
export async function loadCodes<Code extends string>(
  db: ReadDb,
  name: string,
  initial: readonly Code[],
): Promise<Code[]> {
  const row = await db.selectFrom("code_selections").select("codes").where("name", "=", name).executeTakeFirst();
  return row ? (row.codes as Code[]) : [...initial];
}

/** Replaces the choice. */
export async function saveCodes(tx: Tx, name: string, codes: string[]): Promise<void> {
  await tx
    .insertInto("code_selections")
    .values({ name, codes })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ codes }))
    .execute();
}
