import type { Alert } from "@gatehouse/contract/entities/alert";
import { alertAdvice, alertRemedies } from "@gatehouse/contract/entities/alert-type";
import { gateKindOfHardware, type HardwareKind, hardwareKindTitles } from "@gatehouse/contract/hardware-status";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { callQuery } from "../../api/call-query.ts";
import { useSite } from "../../api/site.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { type PlacedKind, useRecordPlace } from "../record-place.ts";
import { toAlertFacts } from "./alert-facts.ts";
import classes from "./alert-list.module.css";

/** The records that alerts refer to, by the field of their additional information. */
const referred: Readonly<Record<string, { kind: PlacedKind; label: string }>> = {
  gateId: { kind: "gates", label: "Gate" },
  barrierId: { kind: "boom_barriers", label: "Barrier" },
  sensorId: { kind: "sensors", label: "Sensor" },
  cameraId: { kind: "cameras", label: "Camera" },
  deviceId: { kind: "ai_devices", label: "Device" },
  displayId: { kind: "displays", label: "Display" },
  areaId: { kind: "access_areas", label: "Area" },
};

/** Names that the references already give. */
const repeated = new Set(["device", "area", "kind", "id"]);

/**
 * What to do first, with the excerpt of a message or the error, then what the alert is about with links.
 */
export function AlertDetails({ alert }: { alert: Alert }) {
  const { type, additionalInfo } = alert;
  const { error, excerpt, ...info } = additionalInfo;
  const hasError = typeof error === "string" && error !== "";
  const references = listReferences(info);
  const facts = toAlertFacts(
    Object.fromEntries(
      Object.entries(info).filter(([key]) => !(key in referred) && !(references.length > 0 && repeated.has(key))),
    ),
  );
  const advice = alertAdvice[type];
  return (
    <>
      {advice === null ? (
        <>
          <p className={classes.error}>Error</p>
          <p>{hasError ? error : "No further information"}</p>
          <p>{alertRemedies[type]}</p>
        </>
      ) : (
        <>
          <p>{advice}</p>
          {typeof excerpt === "string" && <pre>{excerpt}</pre>}
        </>
      )}
      <WorkingAgain alert={alert} />
      {(facts.length > 0 || references.length > 0) && (
        <dl className={classes.facts}>
          {facts.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
          {references.map(({ kind, label, id }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <RecordLink kind={kind} id={id} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function listReferences(info: Alert["additionalInfo"]): { kind: PlacedKind; label: string; id: number | string }[] {
  const { kind, id } = info;
  const hardware =
    typeof kind === "string" && kind in gateKindOfHardware && typeof id === "string"
      ? [
          {
            kind: gateKindOfHardware[kind as HardwareKind] as PlacedKind,
            label: hardwareKindTitles[kind as HardwareKind],
            id,
          },
        ]
      : [];
  const records = Object.entries(referred).flatMap(([field, reference]) => {
    const value = info[field];
    return typeof value === "number" ? [{ ...reference, id: value }] : [];
  });
  return [...hardware, ...records];
}

/** Says since when the barrier of an open alert takes commands again. */
function WorkingAgain({ alert: { lastSeenAt, additionalInfo } }: { alert: Alert }) {
  const { timeZone } = useSite();
  const { barrierId, gateId } = additionalInfo;
  const isBarrier = typeof barrierId === "number" && typeof gateId === "number";
  const activity = useQuery({
    ...callQuery("events", "GET /gates/{id}/activity", { params: { id: Number(gateId) } }),
    enabled: isBarrier,
  });
  const opened = activity.data?.commands.findLast(
    ({ kind, state, target, at }) =>
      kind === "open" && state === "accepted" && target.id === barrierId && at > lastSeenAt,
  );
  if (!isBarrier || !opened) return null;
  return (
    <p className={classes.again}>
      {"Working again since "}
      <DateTime at={opened.at} timeZone={timeZone} />
    </p>
  );
}

/** The name of a record, linked to the page that shows it; its number if it no longer exists. */
function RecordLink({ kind, id }: { kind: PlacedKind; id: number | string }) {
  const place = useRecordPlace(kind, id);
  if (!place) return typeof id === "number" ? `#${id}` : id;
  return (
    <Link to={place.to} search={place.open === undefined ? {} : { open: place.open }}>
      {place.name}
    </Link>
  );
}
