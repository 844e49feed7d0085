import { useParams } from "@tanstack/react-router";
import { StationGate } from "../../entities/station/station-gate.tsx";
import { StationGates } from "../../entities/station/station-gates.tsx";

/** OPS-3: the gate station: the gates to choose from, or one of them. */
export default function StationPage() {
  const { gateId } = useParams({ strict: false });
  return gateId === undefined ? <StationGates /> : <StationGate key={gateId} gateId={Number(gateId)} />;
}
