import type { SiteEvent } from "@gatehouse/contract/entities/event/event.schema";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import type { EventRow } from "./event-columns.ts";
import type { ImageAddresses } from "./event-image.ts";

type Shape<Module extends EventModule> = Omit<Extract<SiteEvent, { module: Module }>, "module" | keyof Common>;
type Shapes = { [Module in EventModule]: (row: EventRow, addressOf: ImageAddresses) => Shape<Module> };
type Common = ReturnType<typeof commonOf>;

const commonOf = ({ id, occurredAt, receivedAt, status, timing }: EventRow) => ({
  id,
  dateTime: occurredAt,
  receivedAt,
  status,
  timing,
});

const decidedOf = ({ gateId, gateName, isGranted, reason, sightings }: EventRow) => ({
  gate: gateId === null ? null : { id: gateId, name: gateName ?? "" },
  isGranted,
  reason,
  sightings,
});

const imagesOf = ({ fullImage, plateImage }: EventRow, addressOf: ImageAddresses) => ({
  fullImage: addressOf(fullImage),
  lpImage: addressOf(plateImage),
});

const sourceOf = ({ sourceUid, sourceName, cameraId, controllerId }: EventRow) => ({
  uid: sourceUid,
  id: cameraId ?? controllerId ?? 0,
  name: sourceName,
});

/** EVT-2: what each module's events say beyond what all of them do. */
const shapes: Shapes = {
  ANPR_ACCESS_CONTROL: (row, addressOf) => ({
    ...decidedOf(row),
    lp: row.lp ?? "",
    lpRaw: row.lpRaw ?? "",
    images: imagesOf(row, addressOf),
    sourceName: row.sourceName,
    vehicleType: row.vehicleType,
    direction: row.direction,
    confidence: row.confidence,
  }),
  RFID_ACCESS_CONTROL: (row) => ({
    ...decidedOf(row),
    sourceId: row.sensorId ?? row.cameraId ?? 0,
    sourceName: row.sourceName,
    tag: row.tag ?? "",
    vehicleType: row.vehicleType,
    direction: row.direction,
  }),
  CAMERA_COUNTING: (row) => ({
    source: sourceOf(row),
    vehicleType: row.vehicleType,
    direction: row.direction,
    count: row.count ?? 0,
  }),
  EPLD: (row) => ({
    source: sourceOf(row),
    occupancyInfo: (row.occupancy ?? []) as Shape<"EPLD">["occupancyInfo"],
  }),
  LOOP_DETECTOR: (row) => ({
    detectorId: row.sensorId ?? 0,
    detectorName: row.sourceName,
    gateType: row.direction ?? "N",
  }),
  OSD: (row, addressOf) => ({
    lp: row.lp ?? "",
    lpRaw: row.lpRaw ?? "",
    images: imagesOf(row, addressOf),
    sourceName: row.sourceName,
    vehicleType: row.vehicleType,
    speed: row.speed ?? 0,
    speedLimit: row.speedLimit,
  }),
};

/** An event as the wire shows it. */
export function toSiteEvent(row: EventRow, addressOf: ImageAddresses): SiteEvent {
  const shape = shapes[row.module] as (row: EventRow, addressOf: ImageAddresses) => object;
  return { module: row.module, ...commonOf(row), ...shape(row, addressOf) } as SiteEvent;
}
