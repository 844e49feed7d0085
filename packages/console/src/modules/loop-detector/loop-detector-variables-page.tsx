import { VariablesScreen } from "../../entities/variable/variables-screen.tsx";

/** VAR-1: variables of loop detectors. */
export default function LoopDetectorVariablesPage() {
  return (
    <VariablesScreen
      scope="loop"
      purpose="Vehicles as loops count them, added up to the numbers that displays and the cloud show."
    />
  );
}
