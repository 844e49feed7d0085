import { moduleActivationMessages } from "@gatehouse/contract/entities/module-activation.messages";
import { type ModuleKind, moduleKinds } from "@gatehouse/contract/modules/module";
import { modules } from "@gatehouse/contract/modules/registry";
import type { ModuleActivation } from "@gatehouse/contract/modules/visible-menu";
import { Button, Skeleton, Switch } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { errorText } from "../../api/api-error.ts";
import { useReadOnly } from "../../api/permissions.ts";
import { useAction } from "../../api/use-action.ts";
import { useKeptState } from "../../forms/drafts.ts";
import { HistoryButton } from "../../forms/history-button.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { UnsavedGuard } from "../../ui/unsaved-guard.tsx";
import { moduleActivationQuery } from "../module-activation.queries.ts";
import classes from "./module-switches.module.css";

const noEdits: Partial<ModuleActivation> = {};

/** A switch for each module; Save stores all of them. */
export function ModuleSwitches() {
  const queries = useQueryClient();
  const isReadOnly = useReadOnly("PUT /configs/module-activation-status");
  const stored = useQuery(moduleActivationQuery);
  const [edits, setEdits] = useKeptState("modules", noEdits);
  const save = useAction("PUT /configs/module-activation-status", {
    topics: ["module_activation", "health"],
    onSuccess: (response) => {
      // Updates the menu immediately.
      queries.setQueryData(moduleActivationQuery.queryKey, response);
      setEdits(noEdits);
    },
  });

  if (stored.isError && stored.data === undefined) {
    const text = errorText(stored.error, moduleActivationMessages["GET /configs/module-activation-status"].failure);
    return <LoadError text={text} onRetry={() => void stored.refetch()} />;
  }
  const now = stored.data && { ...stored.data, ...edits };
  const isUnsaved = now !== undefined && moduleKinds.some((kind) => now[kind] !== stored.data?.[kind]);
  return (
    <Card
      title="Modules"
      purpose="Switch on what this site uses. Devices and pages of inactive modules are disabled."
      action={
        <div className={classes.actions}>
          <HistoryButton entity="module_activation" />
          {!isReadOnly && (
            <>
              {isUnsaved && <span className={classes.unsaved}>Unsaved changes</span>}
              {isUnsaved && (
                <Button variant="default" onClick={() => setEdits(noEdits)}>
                  Discard
                </Button>
              )}
              <Button
                loading={save.isPending}
                disabled={now === undefined}
                onClick={() => now && save.mutate({ body: now })}
              >
                Save
              </Button>
            </>
          )}
        </div>
      }
    >
      {isUnsaved && <UnsavedGuard />}
      <ul className={classes.list}>
        {moduleKinds.map((kind) => (
          <li key={kind} data-changed={now !== undefined && now[kind] !== stored.data?.[kind]}>
            <ModuleSwitch
              kind={kind}
              isOn={now?.[kind]}
              disabled={isReadOnly}
              onSwitch={(isOn) => setEdits({ ...edits, [kind]: isOn })}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface ModuleSwitchProps {
  kind: ModuleKind;
  isOn: boolean | undefined;
  disabled: boolean;
  onSwitch: (isOn: boolean) => void;
}

function ModuleSwitch({ kind, isOn, disabled, onSwitch }: ModuleSwitchProps) {
  const { title, purpose } = modules[kind];
  if (isOn === undefined) return <Skeleton height={20} width={260} my={11} />;
  return (
    <Switch
      label={title}
      description={purpose}
      checked={isOn}
      disabled={disabled}
      onChange={(event) => onSwitch(event.currentTarget.checked)}
    />
  );
}
