import { useParams } from "@tanstack/react-router";
import { StationBoard } from "./station-board.tsx";
import { StationGates } from "./station-gates.tsx";

/** The gate station: the gates to choose from, or one or several of them. */
export default function StationPage() {
  const { gateId } = useParams({ strict: false });
  return gateId === undefined ? <StationGates /> : <StationBoard />;
}
