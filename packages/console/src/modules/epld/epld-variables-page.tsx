import { VariablesScreen } from "../../entities/variable/variables-screen.tsx";

/** VAR-1: variables of empty parking lot detection. */
export default function EpldVariablesPage() {
  return (
    <VariablesScreen
      scope="epld"
      purpose="Free slots as cameras and sensors see them, added up to the numbers that displays and the cloud show."
    />
  );
}
