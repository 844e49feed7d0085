import { VariablesScreen } from "../../entities/variable/variables-screen.tsx";

/** VAR-1: variables of loop detectors. */
export default function LoopDetectorVariablesPage() {
  return <VariablesScreen scope="loop" purpose="Vehicle counts from loops, and totals for displays and the cloud" />;
}
