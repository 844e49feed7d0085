import {
  type DisplayScope,
  followsVariable,
  type Lamp,
  type LampLook,
  lampLook,
} from "@gatehouse/contract/entities/display/display";
import { asText } from "@gatehouse/contract/fields/as-text";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import type { Values } from "../../forms/field.ts";
import { useHardwareState } from "../hardware-state.tsx";
import classes from "./display.module.css";
import { useVariables } from "./display-variables.ts";
import { OfflineNotice } from "./offline-notice.tsx";

const lookTexts: Record<LampLook, string> = { off: "Off", lit: "Lit", r: "Red", g: "Green" };

interface IndicatorPreviewProps {
  values: Values;
  scope: DisplayScope;
  /** Id of a stored indicator, whose commands are shown too. */
  id: number | undefined;
}

/** Preview of the lamp: by its variable or idle colour, or as switched by a command. */
export function IndicatorPreview({ values, scope, id }: IndicatorPreviewProps) {
  const variables = useVariables(scope);
  const isSwitched = useIsSwitched(id);
  const lamp = lampOf(values, scope);
  const followed = variables.find((variable) => variable.id === lamp.variableId);
  const board = useHardwareState().boardOf(asText(values["additionalInfo.ip"]), Number(values["additionalInfo.port"]));
  const look = lampLook(lamp, () => followed?.computedValue, isSwitched);
  return (
    <figure className={classes.preview}>
      <span className={classes.lamp} data-look={look} role="img" aria-label={`The lamp shows: ${lookTexts[look]}`} />
      <figcaption>{lookTexts[look]}</figcaption>
      <OfflineNotice state={board} what="colour" />
      {isSwitched && <p className={classes.hint}>Switched by a command.</p>}
      {!isSwitched && followsVariable(scope) && (
        <p className={classes.hint}>
          {followed
            ? `${followed.name} is ${followed.computedValue}: lit while it is above zero.`
            : "Lit while the chosen variable is above zero."}
        </p>
      )}
    </figure>
  );
}

function lampOf(values: Values, scope: DisplayScope): Lamp {
  const colour = values["additionalInfo.ind"];
  return {
    scope,
    atRest: colour === "r" || colour === "g" ? colour : null,
    variableId: Number(values.variableId ?? 0),
  };
}

const maxWaitMs = 60_000;

/** Whether a command currently switches a stored indicator. Refetches when the command ends. */
function useIsSwitched(id: number | undefined): boolean {
  const query = callQuery("commands", "GET /displays/{id}/lamp", { params: { id: id ?? 0 } });
  const { data } = useQuery({
    ...query,
    enabled: id !== undefined,
    // The answer is relative to now, so it must not be cached.
    gcTime: 0,
    refetchInterval: ({ state }) => Math.min(state.data?.switchedForMs ?? 0, maxWaitMs) || false,
  });
  return Boolean(data?.switchedForMs);
}
