const deadlock = "40P01";

/** Runs a transaction, and once more when PostgreSQL ended it because two of them waited for each other. */
export async function againAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    if ((error as { code?: string } | null)?.code !== deadlock) throw error;
    return transaction();
  }
}
