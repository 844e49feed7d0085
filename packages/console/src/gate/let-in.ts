/** Who opened the barrier for a vehicle, and why. */
export const letInText = (letIn: { by: string; reason: string } | null): string | undefined =>
  letIn === null ? undefined : `Let in by ${letIn.by}: ${letIn.reason}`;
