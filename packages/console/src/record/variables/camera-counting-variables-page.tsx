import { VariablesScreen } from "./variables-screen.tsx";

export default function CameraCountingVariablesPage() {
  return <VariablesScreen scope="cc" purpose="Vehicle counts from cameras, and totals for displays and the cloud" />;
}
