/** A resident's vehicle in MyGate. */
export interface MygateVehicle {
  readonly refId: string;
  plate: string;
  display: string;
  changedAt: number;
}

/** MyGate's directory of vehicles, with the time of each change. */
export interface MygateDirectory {
  vehicles(): readonly MygateVehicle[];
  add(plate: string, display: string): MygateVehicle;
  /** Removes a vehicle; false if there is none with this id. */
  remove(refId: string): boolean;
  /** Response of the sync API to `?timestamp&page`. */
  toSyncPage(url: URL): unknown;
  reset(): void;
}

const pageSize = 20;
const residentCount = 45;

/** Creates a directory with more residents than fit on one page. */
export function createMygateDirectory(): MygateDirectory {
  let vehicles = new Map<string, MygateVehicle>();
  let removedAt = new Map<string, number>();
  // Every change has its own timestamp, so a sync never misses one of two changes in the same second.
  let timestamp = 1_700_000_000;

  const add = (plate: string, display: string): MygateVehicle => {
    timestamp += 1;
    const vehicle = { refId: `mg-${timestamp}`, plate, display, changedAt: timestamp };
    vehicles.set(vehicle.refId, vehicle);
    return vehicle;
  };

  const reset = () => {
    vehicles = new Map();
    removedAt = new Map();
    for (let flat = 1; flat <= residentCount; flat += 1) {
      const number = String(1000 + flat * 37).padStart(4, "0");
      add(`MH 14 ${toLetters(flat)} ${number}`, `Flat ${100 + flat}`);
    }
  };
  reset();

  return {
    vehicles: () => [...vehicles.values()],
    add,
    remove: (refId) => {
      timestamp += 1;
      removedAt.set(refId, timestamp);
      return vehicles.delete(refId);
    },
    toSyncPage: (url) => {
      const since = Number(url.searchParams.get("timestamp"));
      const page = Number(url.searchParams.get("page"));
      const changed = [...vehicles.values()].filter(({ changedAt }) => changedAt > since);
      const items = changed.slice((page - 1) * pageSize, page * pageSize).map(toItem);
      const deleted = since === 0 ? [] : [...removedAt].filter(([, at]) => at > since).map(([refId]) => refId);
      const next = new URL(url);
      next.searchParams.set("page", String(page + 1));
      return {
        timestamp,
        ...(since === 0 ? { all: items } : { upserted: items, deleted: page === 1 ? deleted : [] }),
        success: true,
        _links: page * pageSize < changed.length ? { next: { href: next.href } } : {},
      };
    },
    reset,
  };
}

const toItem = ({ refId, plate, display }: MygateVehicle) => ({
  access_entity_type: "VEHICLE",
  access_uuid_type: "LPN",
  access_ref_id: refId,
  access_uuid: plate,
  access_display: display,
});

const toLetters = (n: number) => String.fromCharCode(65 + (n % 24), 65 + ((n * 7) % 24));
