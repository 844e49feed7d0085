import { VariablesScreen } from "./variables-screen.tsx";

export default function LoopDetectorVariablesPage() {
  return <VariablesScreen scope="loop" purpose="Vehicle counts from loops, and totals for displays and the cloud" />;
}
