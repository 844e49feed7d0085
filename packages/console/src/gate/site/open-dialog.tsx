import type { Gate } from "@gatehouse/contract/entities/gate";
import { ActingPerson } from "../../people/acting-person.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ManualCommandForm } from "../manual-command-form.tsx";

/** Opens a gate by hand, with a reason. */
export default function OpenDialog({ gate, onClose }: { gate: Gate; onClose: () => void }) {
  return (
    <Dialog opened title={`Open ${gate.name}`} onClose={onClose}>
      <ActingPerson />
      <ManualCommandForm gate={gate} action="open" />
    </Dialog>
  );
}
