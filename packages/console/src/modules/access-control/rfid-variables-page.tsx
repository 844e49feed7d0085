import { VariablesScreen } from "../../entities/variable/variables-screen.tsx";

/** VAR-1, VAR-7: variables of RFID access control. */
export default function RfidVariablesPage() {
  return (
    <VariablesScreen
      scope="rfid-ac"
      purpose="Vehicles as readers let them in and out, added up to what displays, the cloud and the dashboard show."
    />
  );
}
