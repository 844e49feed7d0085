import type { Presence } from "@gatehouse/contract/entities/access/access";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { useMay } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { RowButton } from "../../ui/row-button.tsx";
import { askYesNo } from "../../ui/yes-no.ts";

/** RULE-4: what a person may do with a vehicle that is inside. */
export interface PresenceChanges {
  toggleForgiven(presence: Presence): void;
  /** Asks first. */
  remove(presence: Presence): Promise<void>;
  /** Whether a change of this vehicle is being saved. */
  isBusy(presence: Presence): boolean;
}

/** The changes of all rows, or undefined without the permission: a table may have hundreds of rows. */
export function usePresenceChanges(): PresenceChanges | undefined {
  const may = useMay();
  const change = useAction("PUT /access/presence/{id}", { topics: ["access_presence"] });
  const remove = useAction("DELETE /access/presence/{id}", { topics: ["access_presence"] });
  if (!may("PUT /access/presence/{id}")) return undefined;
  return {
    toggleForgiven: ({ id, version, vehicle, areaId, isForgiven }) =>
      change.mutate({ params: { id }, body: { vehicle, areaId, isForgiven: !isForgiven }, ifMatch: version }),
    remove: async ({ id, vehicle }) => {
      if (await askYesNo(`Mark ${formatPlate(vehicle)} as outside?`)) remove.mutate({ params: { id } });
    },
    isBusy: ({ id }) => [change, remove].some(({ isPending, variables }) => isPending && variables.params.id === id),
  };
}

/** The buttons of a vehicle. */
export function PresenceActions({ presence, changes }: { presence: Presence; changes: PresenceChanges }) {
  const { isForgiven } = presence;
  const vehicle = formatPlate(presence.vehicle);
  const isBusy = changes.isBusy(presence);
  return (
    <>
      <RowButton
        label={isForgiven ? `Revoke forgiving ${vehicle}` : `Forgive ${vehicle}`}
        title={isForgiven ? "Anti-passback applies again" : "Anti-passback ignores the next passage"}
        text={isForgiven ? "Revoke" : "Forgive"}
        isBusy={isBusy}
        onClick={() => changes.toggleForgiven(presence)}
      />
      <RowButton
        label={`Remove ${vehicle}`}
        title="Mark as outside"
        text="Remove"
        isBusy={isBusy}
        onClick={() => void changes.remove(presence)}
      />
    </>
  );
}
