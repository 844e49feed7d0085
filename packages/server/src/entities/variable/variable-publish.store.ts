import type { Writing } from "../../platform/database.ts";

/** VAR-10: the cloud took these variables. */
export async function markPublished(tx: Writing, ids: readonly number[], at: Date): Promise<void> {
  await tx
    .updateTable("variables")
    .set({ publishedAt: at })
    .where((row) => row("id", "=", row.fn.any(row.val(ids))))
    .execute();
}
