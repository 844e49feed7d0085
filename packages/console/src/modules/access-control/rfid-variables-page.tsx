import { VariablesScreen } from "../../entities/variable/variables-screen.tsx";

/** VAR-1, VAR-7: variables of RFID access control. */
export default function RfidVariablesPage() {
  return (
    <VariablesScreen
      scope="rfid-ac"
      purpose="Vehicle counts from readers, and totals for displays, the cloud and the dashboard"
    />
  );
}
