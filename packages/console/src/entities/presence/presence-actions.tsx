import type { Presence } from "@gatehouse/contract/entities/access/presence.schema";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { Button } from "@mantine/core";
import { useMay } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { askYesNo } from "../../ui/yes-no.ts";

/** RULE-4: forgives the next passage of a vehicle, or marks it as outside. */
export function PresenceActions({ presence }: { presence: Presence }) {
  const { id, version, vehicle, areaId, isForgiven } = presence;
  const may = useMay();
  const change = useAction("PUT /access/presence/{id}", { topics: ["access_presence"] });
  const remove = useAction("DELETE /access/presence/{id}", { topics: ["access_presence"] });
  if (!may("PUT /access/presence/{id}")) return null;
  const params = { id };
  const forgive = () => change.mutate({ params, body: { vehicle, areaId, isForgiven: !isForgiven }, ifMatch: version });
  const confirmAndRemove = async () => {
    if (await askYesNo(`Mark ${formatPlate(vehicle)} as outside?`)) remove.mutate({ params });
  };
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={isForgiven ? `Revoke forgiving ${formatPlate(vehicle)}` : `Forgive ${formatPlate(vehicle)}`}
        title={isForgiven ? "Anti-passback applies again" : "Anti-passback ignores the next passage"}
        loading={change.isPending}
        onClick={forgive}
      >
        {isForgiven ? "Revoke" : "Forgive"}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        aria-label={`Remove ${formatPlate(vehicle)}`}
        title="Mark as outside"
        loading={remove.isPending}
        onClick={() => void confirmAndRemove()}
      >
        Remove
      </Button>
    </>
  );
}
