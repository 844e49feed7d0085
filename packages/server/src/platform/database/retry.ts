/** PostgreSQL ended a transaction because two of them waited for each other. */
export const deadlock = "40P01";

/** Runs a transaction, and once more when it failed for a reason that passes; it is told when it is run again. */
export async function retryAfter<T>(
  codes: readonly string[],
  transaction: (isAgain: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(false);
  } catch (error) {
    if (!codes.includes((error as { code?: string } | null)?.code ?? "")) throw error;
    return transaction(true);
  }
}

/** Runs a transaction, and once more after a deadlock. */
export const retryAfterDeadlock = <T>(transaction: () => Promise<T>): Promise<T> => retryAfter([deadlock], transaction);
