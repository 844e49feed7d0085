import { VariablesScreen } from "../../entities/variable/variables-screen.tsx";

/** VAR-1: the variables of the loop detectors. */
export default function LoopDetectorVariablesPage() {
  return (
    <VariablesScreen
      scope="loop"
      purpose="Vehicles as loops count them, added up to the numbers that displays and the cloud show."
    />
  );
}
