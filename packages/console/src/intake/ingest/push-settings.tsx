import { useMay } from "../../api/permissions.ts";
import { PushCard } from "./push-card.tsx";
import type { Sender } from "./sender.ts";

/** Push settings of a device or sensor. */
export function PushSettings({ sender, id }: { sender: Sender; id: number }) {
  const may = useMay();
  return may("GET /ai-devices/{id}/ingest") && <PushCard sender={sender} id={id} />;
}
