import type { SiteEvent } from "@gatehouse/contract/entities/event";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { asText } from "@gatehouse/contract/fields/as-text";
import type { ImageUrls } from "../../house/event-image-urls.ts";
import type { EventRow } from "./event-columns.ts";

type ModuleFields<Module extends EventModule> = Omit<Extract<SiteEvent, { module: Module }>, "module" | keyof Common>;
type FieldMappers = { [Module in EventModule]: (row: EventRow, urlOf: ImageUrls) => ModuleFields<Module> };
type Common = ReturnType<typeof toCommonFields>;

const toCommonFields = ({ id, occurredAt, receivedAt, status, timing }: EventRow) => ({
  id,
  dateTime: occurredAt,
  receivedAt,
  status,
  timing,
});

const toDecision = ({ gateId, gateName, isGranted, reason, sightings, barrierFailure, letIn, shadow }: EventRow) => ({
  gate: gateId === null ? null : { id: gateId, name: asText(gateName) },
  isGranted,
  reason,
  sightings,
  barrierFailure,
  shadow,
  letIn,
});

const toImages = ({ fullImage, plateImage, gateId }: EventRow, urlOf: ImageUrls) => ({
  fullImage: urlOf(fullImage, gateId),
  lpImage: urlOf(plateImage, gateId),
});

const toSource = ({ sourceUid, sourceName, cameraId, controllerId }: EventRow) => ({
  uid: sourceUid,
  id: cameraId ?? controllerId ?? 0,
  name: sourceName,
});

/** The fields of each module besides those that all events have. */
const toModuleFields: FieldMappers = {
  ANPR_ACCESS_CONTROL: (row, urlOf) => ({
    ...toDecision(row),
    lp: asText(row.lp),
    lpRaw: asText(row.lpRaw),
    images: toImages(row, urlOf),
    sourceName: row.sourceName,
    vehicleType: row.vehicleType,
    direction: row.direction,
    confidence: row.confidence,
  }),
  RFID_ACCESS_CONTROL: (row) => ({
    ...toDecision(row),
    sourceId: row.sensorId ?? row.cameraId ?? 0,
    sourceName: row.sourceName,
    tag: asText(row.tag),
    vehicleType: row.vehicleType,
    direction: row.direction,
  }),
  CAMERA_COUNTING: (row) => ({
    source: toSource(row),
    vehicleType: row.vehicleType,
    direction: row.direction,
    count: row.count ?? 0,
  }),
  EPLD: (row) => ({
    source: toSource(row),
    occupancyInfo: (row.occupancy ?? []) as ModuleFields<"EPLD">["occupancyInfo"],
  }),
  LOOP_DETECTOR: (row) => ({
    detectorId: row.sensorId ?? 0,
    detectorName: row.sourceName,
    gateType: row.direction ?? "N",
  }),
  OSD: (row, urlOf) => ({
    lp: asText(row.lp),
    lpRaw: asText(row.lpRaw),
    images: toImages(row, urlOf),
    sourceName: row.sourceName,
    vehicleType: row.vehicleType,
    speed: row.speed ?? 0,
    speedLimit: row.speedLimit,
  }),
};

/** Converts a row to the event of the API. */
export function toSiteEvent(row: EventRow, urlOf: ImageUrls): SiteEvent {
  const toFields = toModuleFields[row.module] as (row: EventRow, urlOf: ImageUrls) => object;
  return { module: row.module, ...toCommonFields(row), ...toFields(row, urlOf) } as SiteEvent;
}
