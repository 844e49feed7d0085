import type { ExternalSystems } from "../external/external-systems.ts";
import { httpFaults } from "../network/http-fault.ts";
import { ControlError, type Fields, parseOneOf, requireText } from "./control-fields.ts";

/** Actions on the external systems, by the last segment of the path. */
export const externalActions: Readonly<Record<string, (external: ExternalSystems, fields: Fields) => void>> = {
  "set-fault": (external, { fault }) => external.setFault(parseOneOf("fault", httpFaults, fault)),
  reset: (external) => external.reset(),
  "add-vehicle": ({ mygate }, { plate, display }) =>
    void mygate.add(requireText("plate", plate), display?.trim() ?? ""),
  "drop-vehicle": ({ mygate }, { refId }) => {
    if (!mygate.remove(requireText("refId", refId))) throw new ControlError(404, `There is no vehicle ${refId}.`);
  },
};
