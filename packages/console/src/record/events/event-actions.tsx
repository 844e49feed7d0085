import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { maxIdentifiersPerPage } from "@gatehouse/contract/entities/identifier/identifier";
import { maxEventOpenMinutes } from "@gatehouse/contract/events/event-fields";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useKeptState } from "../../forms/drafts.ts";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { ManualCommandForm, manualActions } from "../../gate/manual-command-form.tsx";
import { ActingPerson } from "../../people/acting-person.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useNowMs } from "../../ui/use-now.ts";
import classes from "./event-actions.module.css";

type Access = Extract<SiteEvent, { module: "ANPR_ACCESS_CONTROL" | "RFID_ACCESS_CONTROL" }>;
type Command = "open" | "show";

interface EventActionsProps {
  event: SiteEvent;
  /** The open record that shows the event, as the URL names it. */
  inside: string;
}

/** What a person can do about a vehicle where they see it: open its gate, show a text there, register its plate or tag. */
export function EventActions({ event, inside }: EventActionsProps) {
  if (event.module !== "ANPR_ACCESS_CONTROL" && event.module !== "RFID_ACCESS_CONTROL") return null;
  return <AccessActions event={event} inside={inside} />;
}

function AccessActions({ event, inside }: { event: Access; inside: string }) {
  const [chosen, setChosen] = useKeptState<Command | undefined>(`event-command.${event.module}.${event.id}`, undefined);
  const commands = useCommands(event);
  const gate = event.gate;
  const close = () => setChosen(undefined);
  return (
    <div className={classes.actions}>
      {gate &&
        commands.map((command) => {
          const { label, icon: Icon } = manualActions[command];
          return (
            <Button
              key={command}
              variant={command === "open" ? "filled" : "default"}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => setChosen(command)}
            >
              {label}
            </Button>
          );
        })}
      <AddButton event={event} inside={inside} />
      {gate && (
        <Dialog opened={chosen !== undefined} title={titleOf(chosen, gate.name)} onClose={close}>
          <ActingPerson />
          {chosen && <ManualCommandForm gate={gate} action={chosen} event={event} />}
        </Dialog>
      )}
    </div>
  );
}

const titleOf = (command: Command | undefined, gate: string) =>
  command === "show" ? `Show text at ${gate}` : `Open ${gate}`;

/** The commands that the hardware of the event's gate and the permissions of the person allow. */
function useCommands({ gate, receivedAt }: Access): Command[] {
  const may = useMay();
  const nowMs = useNowMs();
  const gates = useQuery({ ...callQuery("gates", "GET /gates"), enabled: gate !== null });
  const wired = gates.data?.find(({ id }) => id === gate?.id);
  if (!wired) return [];
  const isRecent = Math.abs(nowMs - Date.parse(receivedAt)) < maxEventOpenMinutes * 60_000;
  const canOpen = isRecent && wired.boomBarriers.length > 0 && may("POST /events/{module}/{id}/open");
  const canShow = isRecent && wired.displays.length > 0 && may("POST /gates/{id}/show");
  return [...(canOpen ? (["open"] as const) : []), ...(canShow ? (["show"] as const) : [])];
}

/** Registers the plate or tag of an event that was not granted, if it is not registered yet. */
function AddButton({ event, inside }: { event: Access; inside: string }) {
  const isTag = event.module === "RFID_ACCESS_CONTROL";
  const read = normalizeIdentifier(isTag ? event.tag : event.lp);
  const record = useOpenRecord("identifiers", inside);
  const canAdd = useMay()("POST /ac/ids") && event.status === "RECEIVED" && read !== "";
  const found = useQuery({
    ...callQuery("identifiers", "GET /ac/ids", { query: { search: read, size: maxIdentifiersPerPage } }),
    enabled: canAdd,
  });
  const isKnown = found.data?.data.some(({ iidNormalized }) => iidNormalized === read) ?? true;
  if (!canAdd || isKnown) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => record.openNew(`${isTag ? "RFID" : "LICENSE_PLATE"}-${read}`)}
    >
      {isTag ? "Add tag" : "Add plate"}
    </Button>
  );
}
