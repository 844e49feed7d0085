import { overrideKinds } from "@gatehouse/contract/entities/access/access";
import { Button } from "@mantine/core";
import { IconShieldExclamation } from "@tabler/icons-react";
import { useMay } from "../../api/permissions.ts";
import { useKeptState } from "../../forms/drafts.ts";
import { ActiveOverrides } from "./active-overrides.tsx";
import { OverrideForm } from "./override-form.tsx";
import classes from "./overrides.module.css";
import { useOverrides } from "./use-overrides.ts";

interface GateOverridesProps {
  gate: { id: number; type: string };
}

/** The overrides of a gate. Only an exit can be opened for an evacuation. */
export function GateOverrides({ gate: { id, type } }: GateOverridesProps) {
  const may = useMay();
  const [isOpen, setIsOpen] = useKeptState<boolean>(`overrides.${id}`, false);
  const { active, gateName } = useOverrides();
  const ofGate = active.filter(({ gateId }) => gateId === null || gateId === id);
  const kinds = overrideKinds.filter((kind) => kind !== "evacuate" || type === "X");
  return (
    <>
      {ofGate.length > 0 && <ActiveOverrides overrides={ofGate} gateName={gateName} />}
      {may("POST /access/overrides") && (
        <div className={classes.kinds}>
          <Button
            variant="default"
            aria-expanded={isOpen}
            leftSection={<IconShieldExclamation size={16} aria-hidden />}
            onClick={() => setIsOpen(!isOpen)}
          >
            Override
          </Button>
        </div>
      )}
      {ofGate.length === 0 && !may("POST /access/overrides") && <p className={classes.why}>None active.</p>}
      {isOpen && <OverrideForm gateId={id} kinds={kinds} isFocused />}
    </>
  );
}
