import type { Alert, AlertState } from "@gatehouse/contract/entities/alert";
import type { FindCause } from "./alert-causes.ts";

/** The columns of an alert that its state and its response need. */
export const alertColumns = [
  "id",
  "type",
  "scope",
  "status",
  "title",
  "description",
  "createdAt",
  "count",
  "lastSeenAt",
  "resolvedAt",
  "resolvedBy",
  "additionalInfo",
  "acknowledgedAt",
  "acknowledgedBy",
  "shelvedUntil",
  "shelvedBy",
  "shelveReason",
] as const;

interface HandledRow {
  status: string;
  acknowledgedAt: string | null;
  shelvedUntil: string | null;
}

/** The state of an alert. A shelf that has ended counts no more, even before its columns are cleared. */
function toAlertState({ status, acknowledgedAt, shelvedUntil }: HandledRow, now: Date): AlertState {
  if (status === "resolved") return "resolved";
  if (shelvedUntil !== null && new Date(shelvedUntil) > now) return "shelved";
  return acknowledgedAt === null ? "active" : "acknowledged";
}

type StoredAlert = Omit<Alert, "state" | "causeId" | "type" | "scope" | "status" | "additionalInfo"> & {
  type: string;
  scope: string;
  status: string;
  additionalInfo: unknown;
};

/** The alert as the API returns it. */
export function toAlert(row: StoredAlert, causeOf: FindCause, now: Date): Alert {
  const state = toAlertState(row, now);
  const shelf = state === "shelved" ? {} : { shelvedUntil: null, shelvedBy: null, shelveReason: null };
  const alert = { ...row, ...shelf, state, causeId: null } as Alert;
  return state === "resolved" ? alert : { ...alert, causeId: causeOf(alert) };
}
