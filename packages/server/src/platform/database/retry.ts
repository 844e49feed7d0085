/** PostgreSQL's error code of a deadlock. */
export const deadlock = "40P01";

/** PostgreSQL's error code of a row that exists already. */
export const uniqueViolation = "23505";

/** Runs a transaction and retries it once if it fails with one of the error codes. */
export async function retryAfter<T>(
  codes: readonly string[],
  transaction: (isRetry: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(false);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined || !codes.includes(code)) throw error;
    return transaction(true);
  }
}

/** Runs a transaction and retries it once after a deadlock. */
export const retryAfterDeadlock = <T>(transaction: () => Promise<T>): Promise<T> => retryAfter([deadlock], transaction);
