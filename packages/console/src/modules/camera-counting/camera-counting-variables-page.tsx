import { VariablesScreen } from "../../entities/variable/variables-screen.tsx";

/** VAR-1: variables of camera counting. */
export default function CameraCountingVariablesPage() {
  return (
    <VariablesScreen
      scope="cc"
      purpose="Vehicles as cameras count them, added up to the numbers that displays and the cloud show."
    />
  );
}
