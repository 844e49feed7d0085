/** A resident's vehicle as MyGate knows it. */
export interface Vehicle {
  readonly refId: string;
  plate: string;
  display: string;
  changedAt: number;
}

/** MyGate's register of vehicles, with what changed when. */
export interface MygateRegister {
  vehicles(): readonly Vehicle[];
  add(plate: string, display: string): Vehicle;
  drop(refId: string): boolean;
  /** Answers one page of a sync, as `?timestamp&page` ask for it. */
  page(url: URL): unknown;
  reset(): void;
}

const perPage = 20;
const residents = 45;

/** Starts with more residents than one page holds. */
export function mygateRegister(): MygateRegister {
  let known = new Map<string, Vehicle>();
  let dropped = new Map<string, number>();
  // A moment of its own for every change, so that "since" never misses two in one second.
  let moment = 1_700_000_000;

  const add = (plate: string, display: string): Vehicle => {
    moment += 1;
    const vehicle = { refId: `mg-${moment}`, plate, display, changedAt: moment };
    known.set(vehicle.refId, vehicle);
    return vehicle;
  };

  const reset = () => {
    known = new Map();
    dropped = new Map();
    for (let flat = 1; flat <= residents; flat += 1) {
      const number = String(1000 + flat * 37).padStart(4, "0");
      add(`MH 14 ${letters(flat)} ${number}`, `Flat ${100 + flat}`);
    }
  };
  reset();

  return {
    vehicles: () => [...known.values()],
    add,
    drop: (refId) => {
      moment += 1;
      dropped.set(refId, moment);
      return known.delete(refId);
    },
    page: (url) => {
      const since = Number(url.searchParams.get("timestamp"));
      const number = Number(url.searchParams.get("page"));
      const listed = [...known.values()].filter(({ changedAt }) => changedAt > since);
      const shown = listed.slice((number - 1) * perPage, number * perPage).map(item);
      const gone = since === 0 ? [] : [...dropped].filter(([, at]) => at > since).map(([refId]) => refId);
      const next = new URL(url);
      next.searchParams.set("page", String(number + 1));
      return {
        timestamp: moment,
        ...(since === 0 ? { all: shown } : { upserted: shown, deleted: number === 1 ? gone : [] }),
        success: true,
        _links: number * perPage < listed.length ? { next: { href: next.href } } : {},
      };
    },
    reset,
  };
}

const item = ({ refId, plate, display }: Vehicle) => ({
  access_entity_type: "VEHICLE",
  access_uuid_type: "LPN",
  access_ref_id: refId,
  access_uuid: plate,
  access_display: display,
});

const letters = (n: number) => String.fromCharCode(65 + (n % 24), 65 + ((n * 7) % 24));
