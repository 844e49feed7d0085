import { commandMessages } from "@gatehouse/contract/entities/command.messages";
import type { Gate } from "@gatehouse/contract/entities/gate";
import type { CommandState } from "@gatehouse/contract/events/command";
import { asText } from "@gatehouse/contract/fields/as-text";
import { replaceCredentials } from "@gatehouse/contract/fields/url";
import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { commandTone } from "../../access/outcome.tsx";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useKeptState } from "../../forms/drafts.ts";
import { ActingPerson } from "../../people/acting-person.tsx";
import { CopyLine } from "../../ui/copy-line.tsx";
import { formatPastSeconds, formatSince } from "../../ui/format-time.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { CommandList } from "../command-list.tsx";
import type { StateText } from "../hardware-state.tsx";
import { LiveCamera } from "../live-camera.tsx";
import { type ManualAction, ManualCommandForm, manualActions } from "../manual-command-form.tsx";
import { GateOverrides } from "../overrides/gate-overrides.tsx";
import classes from "./gate-details.module.css";
import { type GateActivity, GatePassages } from "./gate-passages.tsx";
import { GateWiring, type StatesOf } from "./gate-wiring.tsx";
import { type Part, useWiredHardware } from "./wired-hardware.ts";

const wired: Record<ManualAction, (gate: Gate) => boolean> = {
  open: ({ boomBarriers }) => boomBarriers.length > 0,
  buzz: ({ buzzers }) => buzzers.length > 0,
  show: ({ displays }) => displays.length > 0,
};

/** Buttons for the manual commands that a gate's devices support. */
function ManualControl({ gate }: { gate: Gate }) {
  const may = useMay();
  const [chosen, setChosen] = useKeptState<ManualAction | undefined>(`manual-control.${gate.id}`, undefined);
  const possible = (Object.keys(manualActions) as ManualAction[]).filter((action) => wired[action](gate));
  if (!may("POST /gates/{id}/open")) return null;
  return (
    <section className={classes.part} aria-label="Manual control">
      <h3>Manual control</h3>
      {possible.length === 0 && <p className={classes.none}>This gate has no barrier, buzzer or display.</p>}
      <div className={classes.actions}>
        {possible.map((action) => {
          const { label, icon: Icon } = manualActions[action];
          return (
            <Button
              key={action}
              variant="default"
              aria-expanded={chosen === action}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => setChosen(chosen === action ? undefined : action)}
            >
              {label}
            </Button>
          );
        })}
      </div>
      {possible.length > 0 && <ActingPerson />}
      {chosen !== undefined && <ManualCommandForm key={chosen} gate={gate} action={chosen} />}
    </section>
  );
}

const module = "anpr-ac";

interface GateLiveProps {
  gate: Gate;
  passages: GateActivity["passages"] | undefined;
  timeZone: string;
}

/** The live picture of a gate's camera, or that of its last vehicle, and the address of its stream. */
function GateLive({ gate, passages = [], timeZone }: GateLiveProps) {
  const cameras = useQuery(callQuery("cameras", "GET /cameras/{module}", { params: { module } }));
  const camera = cameras.data?.find(({ id }) => id === gate.cameraId);
  if (!camera) return null;
  const { rtspStreamUrl } = camera.stream;
  const last = passages.find((event) => "images" in event && event.images.fullImage !== null);
  const image = last && "images" in last ? last.images.fullImage : null;
  const caption = last && `Last vehicle, ${formatPastSeconds(new Date(last.dateTime), timeZone)}`;
  return (
    <section className={classes.part} aria-label="Live picture">
      <h3>Live picture</h3>
      <LiveCamera
        module={module}
        camera={camera}
        timeZone={timeZone}
        last={image ? { image, caption: asText(caption) } : undefined}
      />
      {rtspStreamUrl !== null && (
        <div className={classes.stream}>
          <CopyLine label="RTSP" text={rtspStreamUrl} masked={maskCredentials(rtspStreamUrl)} />
        </div>
      )}
    </section>
  );
}

const maxShown = 8;

interface GateDetailsProps {
  gate: Gate;
  isDeleted: boolean;
  /** The gate's form. */
  children: ReactNode;
}

/** A gate: its status, manual control, recent activity and settings. */
export function GateDetails({ gate, isDeleted, children }: GateDetailsProps) {
  return (
    <div className={classes.sheet}>
      {!isDeleted && <GateStatus gate={gate} />}
      <section className={classes.part} aria-label="Settings">
        {!isDeleted && <h3>Settings</h3>}
        {children}
      </section>
    </div>
  );
}

/** Device states, manual control, and the last passages and commands of a gate. */
function GateStatus({ gate }: { gate: Gate }) {
  const { timeZone } = useSite();
  const activity = useQuery(callQuery("events", "GET /gates/{id}/activity", { params: { id: gate.id } }));
  return (
    <>
      <section className={classes.part} aria-label="Wiring">
        <h2 className={classes.name}>{gate.name}</h2>
        <GateStates gate={gate} activity={activity.data} />
      </section>
      <div className={classes.now}>
        <GateLive gate={gate} passages={activity.data?.passages} timeZone={timeZone} />
        <ManualControl gate={gate} />
      </div>
      <section className={classes.part} aria-label="Overrides of this gate">
        <h3>Overrides</h3>
        <GateOverrides gate={gate} />
      </section>
      {activity.isError && activity.data === undefined && (
        <LoadError
          text={errorText(activity.error, commandMessages["GET /gates/{id}/activity"].failure)}
          onRetry={() => void activity.refetch()}
        />
      )}
      <div className={classes.columns}>
        <section className={classes.part} aria-label="Last passages">
          <h3>Last passages</h3>
          {activity.isPending && <Skeleton height={120} radius={6} />}
          {activity.data && <GatePassages passages={activity.data.passages.slice(0, maxShown)} timeZone={timeZone} />}
        </section>
        <section className={classes.part} aria-label="Last commands">
          <h3>Last commands</h3>
          {activity.isPending && <Skeleton height={120} radius={6} />}
          {activity.data?.commands.length === 0 && <p className={classes.none}>No commands yet.</p>}
          {activity.data && <CommandList commands={activity.data.commands.slice(0, maxShown)} timeZone={timeZone} />}
        </section>
      </div>
    </>
  );
}

/** A URL with its user name and password masked; undefined if it has none. */
function maskCredentials(url: string): string | undefined {
  const masked = replaceCredentials(url, "•••@");
  return masked === url ? undefined : masked;
}

/** Target kinds of commands. */
const targets: Partial<Record<Part, string>> = { boomBarriers: "boomBarrier", buzzers: "buzzer", displays: "display" };

const commandTexts: Record<CommandState, string> = {
  queued: "Command waiting",
  sent: "Command sent",
  accepted: "Accepted",
  rejected: "Rejected",
  unreachable: "Unreachable",
  expired: "Command expired",
  unmoved: "Did not move",
};

/** The devices of a gate, each with its status, health, last read or last command. */
function GateStates({ gate, activity }: { gate: Gate; activity: GateActivity | undefined }) {
  const { timeZone } = useSite();
  const module = { module: "anpr-ac" };
  const cameras = useQuery(callQuery("cameras", "GET /cameras/{module}", { params: module }));
  const devices = useQuery(callQuery("ai_devices", "GET /ai-devices/{module}", { params: module }));
  const since = (at: string) => formatSince(new Date(at), new Date(), timeZone);

  const hardwareOf = useWiredHardware();

  const lastUseOf = (part: Part, id: number): StateText | undefined => {
    if (part === "cameras") {
      const camera = cameras.data?.find((one) => one.id === id);
      const device = devices.data?.find((one) => one.id === camera?.aiDeviceId);
      if (device === undefined) return undefined;
      // The device responds, but the media server of this camera does not.
      if (device.isHealthy && camera?.isHealthy === false) return { text: "Media server not responding", tone: "bad" };
      if (device.healthSince === null) return { text: "Not checked yet" };
      return device.isHealthy
        ? { text: "Healthy", tone: "ok" }
        : { text: `Unhealthy since ${since(device.healthSince)}`, tone: "bad" };
    }
    if (part === "loops" || activity === undefined) return undefined;
    if (part === "sensors") {
      const last = activity.passages.find((event) => event.module === "RFID_ACCESS_CONTROL" && event.sourceId === id);
      return { text: last === undefined ? "No reads yet" : `Last tag ${since(last.dateTime)}` };
    }
    const last = activity.commands.find(({ target }) => target.kind === targets[part] && target.id === id);
    if (last === undefined) return { text: "Never used" };
    const tone = commandTone(last.state);
    return { text: `${commandTexts[last.state]}, ${since(last.at)}`, ...(tone !== undefined && { tone }) };
  };
  const statesOf: StatesOf = (part, id) => [...hardwareOf(part, id), lastUseOf(part, id)];
  return <GateWiring gate={gate} statesOf={statesOf} isStacked />;
}
