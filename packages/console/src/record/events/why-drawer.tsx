import type { Candidate, SiteEvent } from "@gatehouse/contract/entities/event";
import { eventMessages } from "@gatehouse/contract/entities/event.messages";
import { identifierOrigins, identifierOriginTexts } from "@gatehouse/contract/entities/identifier/identifier";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { asText } from "@gatehouse/contract/fields/as-text";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { Button, Skeleton } from "@mantine/core";
import { IconFileCertificate, IconQuestionMark } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { DecisionSteps, Step } from "../../access/decision-steps.tsx";
import { errorText } from "../../api/api-error.ts";
import type { CallResponse } from "../../api/call.ts";
import { callQuery } from "../../api/call-query.ts";
import { useMay } from "../../api/permissions.ts";
import { useSite } from "../../api/site.ts";
import { useDownload } from "../../api/use-download.ts";
import { useWhatIf, type WhatIfQuestion } from "../../api/use-what-if.ts";
import { CommandList } from "../../gate/command-list.tsx";
import { letInText } from "../../gate/let-in.ts";
import { LiveCamera } from "../../gate/live-camera.tsx";
import { useWatchable } from "../../gate/use-watchable.ts";
import { RelativeTime } from "../../ui/date-time.tsx";
import { formatClockSeconds, formatExactTime } from "../../ui/format-time.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { PlateFace } from "../../ui/plate.tsx";
import { SideSheet } from "../../ui/side-sheet.tsx";
import { EventActions } from "./event-actions.tsx";
import { eventPlaces, plateOrTag, sourceOf } from "./event-filters.ts";
import { toEventResult } from "./event-result.ts";
import { Picture } from "./picture.tsx";
import { PlateCorrection } from "./plate-correction.tsx";
import classes from "./why-drawer.module.css";

interface WhyDrawerProps {
  module: EventModule;
  id: number;
  onClose: () => void;
}

/** Explains the decision of an event, and shows the commands that followed. */
export default function WhyDrawer({ module, id, onClose }: WhyDrawerProps) {
  const params = { module: codeOf(module), id };
  const query = useQuery(callQuery("events", "GET /events/{module}/{id}/why", { params }));
  return (
    <SideSheet title="Why?" width={620} onClose={onClose}>
      {query.isPending && [96, 60, 140, 120].map((height) => <Skeleton key={height} height={height} radius={8} />)}
      {query.isError && query.data === undefined && (
        <LoadError
          text={errorText(query.error, eventMessages["GET /events/{module}/{id}/why"].failure)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && <Explanation {...query.data} />}
    </SideSheet>
  );
}

type Explained = CallResponse<"GET /events/{module}/{id}/why">;

function Explanation({ event, trace, commands, sightings, suggestions, correction }: Explained) {
  const { timeZone } = useSite();
  const whatIf = useWhatIf();
  const question = toWhatIfQuestion(event);
  return (
    <>
      <Head event={event} timeZone={timeZone} />
      <EventActions event={event} inside={`events.${event.id}`} />
      <DecisionSteps
        trace={trace}
        barrierFailure={"barrierFailure" in event ? event.barrierFailure : null}
        result={toEventResult(event, trace)}
        timeZone={timeZone}
        linkTo={(candidate) => <CandidateLink candidate={candidate} event={event} />}
      />
      <PlateCorrection event={event} suggestions={suggestions} correction={correction} timeZone={timeZone} />
      <Step title="Commands sent">
        {commands.length === 0 ? (
          <p className={classes.none}>No commands were sent for this event.</p>
        ) : (
          <CommandList commands={commands} timeZone={timeZone} />
        )}
      </Step>
      <EventLive event={event} timeZone={timeZone} />
      {sightings.length > 0 && (
        <Step title="Repeated reads of this passage">
          <ul className={classes.sightings} aria-label="Sightings">
            {sightings.map((other) => (
              <li key={other.id}>
                <span>{formatClockSeconds(new Date(other.dateTime), timeZone)}</span>
                {plateOrTag(other) && (
                  <PlateFace text={asText(plateOrTag(other))} isTag={other.module === "RFID_ACCESS_CONTROL"} />
                )}
                <span>{sourceOf(other)}</span>
              </li>
            ))}
          </ul>
        </Step>
      )}
      <div className={classes.ask}>
        {question !== undefined && (
          <Button
            variant="default"
            leftSection={<IconQuestionMark size={16} aria-hidden />}
            onClick={() => whatIf.open(question)}
          >
            What if?
          </Button>
        )}
        <EvidenceButton event={event} />
      </div>
    </>
  );
}

function Head({ event, timeZone }: { event: SiteEvent; timeZone: string }) {
  const read = plateOrTag(event);
  const renderMissing = () => null;
  return (
    <div className={classes.head}>
      {read !== undefined && <PlateFace text={read} isTag={event.module === "RFID_ACCESS_CONTROL"} />}
      <p>
        {eventPlaces(event).join(" · ")}
        {" · "}
        <RelativeTime at={event.dateTime} timeZone={timeZone} />
      </p>
      {"letIn" in event && event.letIn !== null && <p className={classes.letIn}>{letInText(event.letIn)}</p>}
      <p className={classes.when}>
        {`Occurred ${formatExactTime(new Date(event.dateTime), timeZone)}, received ${formatClockSeconds(new Date(event.receivedAt), timeZone)}`}
      </p>
      {"images" in event && (
        <div className={classes.pictures}>
          <Picture
            which="fullImage"
            address={event.images.fullImage}
            isSmall
            className={classes.picture}
            renderMissing={renderMissing}
          />
          <Picture
            which="lpImage"
            address={event.images.lpImage}
            isSmall
            className={classes.picture}
            renderMissing={renderMissing}
          />
        </div>
      )}
    </div>
  );
}

/** Link to the page where a candidate is managed. */
function CandidateLink({ candidate: { kind, source }, event }: { candidate: Candidate; event: SiteEvent }) {
  const read = asText(plateOrTag(event));
  if (kind === "reservation") {
    const search = event.module === "RFID_ACCESS_CONTROL" ? { rfid: read } : { lp: read };
    return (
      <Link to="/access-control/reservations" search={search}>
        Show reservation
      </Link>
    );
  }
  if (kind === "pass") return <Link to="/access/lists">Show pass</Link>;
  const tab = identifierOrigins.find((origin) => identifierOriginTexts[origin].tab === source);
  return (
    <Link to="/access-control/ids" search={{ q: read, ...(tab !== undefined && tab !== "ADMIN" && { tab }) }}>
      Show identifier
    </Link>
  );
}

/** The What-if question that repeats an event at its gate. */
function toWhatIfQuestion(event: SiteEvent): WhatIfQuestion | undefined {
  if (event.module !== "ANPR_ACCESS_CONTROL" && event.module !== "RFID_ACCESS_CONTROL") return undefined;
  const { gate, direction } = event;
  return {
    type: event.module === "RFID_ACCESS_CONTROL" ? "RFID" : "LICENSE_PLATE",
    read: asText(plateOrTag(event)),
    ...(gate !== null && { gateId: gate.id }),
    ...(direction !== null && { direction }),
  };
}

/** Downloads the signed evidence package of an event. */
function EvidenceButton({ event: { module, id } }: { event: SiteEvent }) {
  const may = useMay();
  const download = useDownload("GET /events/{module}/{id}/evidence");
  if (!may("GET /events/{module}/{id}/evidence")) return null;
  const code = codeOf(module);
  return (
    <Button
      variant="default"
      leftSection={<IconFileCertificate size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate({ params: { module: code, id }, name: `evidence-${code}-${id}.zip` })}
    >
      Export evidence
    </Button>
  );
}

/** What the camera of an event sees now: the one that detected it, or the one at its gate. */
function EventLive({ event, timeZone }: { event: SiteEvent; timeZone: string }) {
  const isTag = event.module === "RFID_ACCESS_CONTROL";
  const code = codeOf(isTag ? "ANPR_ACCESS_CONTROL" : event.module);
  const cameras = useQuery(callQuery("cameras", "GET /cameras/{module}", { params: { module: code } }));
  const gates = useQuery({ ...callQuery("gates", "GET /gates"), enabled: isTag });
  const { canWatch } = useWatchable();
  const gateId = "gate" in event ? event.gate?.id : undefined;
  const cameraId = gates.data?.find(({ id }) => id === gateId)?.cameraId;
  const camera = cameras.data?.find(({ id, name }) => (isTag ? id === cameraId : name === sourceOf(event)));
  if (!camera || !canWatch(camera)) return null;
  return (
    <Step title={`Live picture of ${camera.name}`}>
      <LiveCamera module={code} camera={camera} timeZone={timeZone} />
    </Step>
  );
}
