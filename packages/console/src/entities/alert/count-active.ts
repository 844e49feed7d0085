import type { Alert } from "@gatehouse/contract/entities/alert/alert.schema";

/** OPS-8: how many alerts are active, without those that another one explains, as the bell counts them. */
export const countActive = (alerts: readonly Alert[]): number =>
  alerts.filter(({ state, causeId }) => state === "active" && !alerts.some(({ id }) => id === causeId)).length;
