import type { StationCard } from "@gatehouse/contract/entities/station";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { Button } from "@mantine/core";
import { useMay } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";

const key = "POST /events/{module}/{id}/correct";

/** The label of the switch by which a correction teaches a camera. */
export const rememberLabel = "Remember this misread for this camera";

interface RememberedMisreadProps {
  event: Pick<StationCard["event"], "module" | "id">;
  correction: { readonly lp: string };
}

/** A correction taught the camera; a press takes that back, and the plate stays corrected. */
export function RememberedMisread({ event: { module, id }, correction: { lp } }: RememberedMisreadProps) {
  const canCorrect = useMay()(key);
  const forget = useAction(key, { topics: ["events", "data_quality"], isQuiet: true });
  const body = { plate: lp, reason: "Misread not remembered any more", remember: false };
  return (
    <p>
      The camera remembers this misread.{" "}
      {canCorrect && (
        <Button
          variant="default"
          size="compact-sm"
          loading={forget.isPending}
          onClick={() => forget.mutate({ params: { module: codeOf(module), id }, body })}
        >
          Undo
        </Button>
      )}
    </p>
  );
}
