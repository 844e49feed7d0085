import { VariablesScreen } from "./variables-screen.tsx";

export default function RfidVariablesPage() {
  return (
    <VariablesScreen
      scope="rfid-ac"
      purpose="Vehicle counts from readers, and totals for displays, the cloud and the dashboard"
    />
  );
}
