import { VariablesScreen } from "./variables-screen.tsx";

/** Variables of empty parking lot detection. */
export default function EpldVariablesPage() {
  return (
    <VariablesScreen
      scope="epld"
      purpose="Free slots from cameras and sensors, and totals for displays and the cloud"
    />
  );
}
