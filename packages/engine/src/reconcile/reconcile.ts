/** A camera as its device reports it. */
export interface ReportedCamera {
  readonly id: string;
  readonly name: string;
  readonly slots: readonly { readonly name: string }[];
}

export interface StoredCamera {
  readonly id: number;
  readonly reportedId: string;
  readonly name: string;
  readonly slots: readonly string[];
}

/** A camera that is reported, stored or both, and what a sync would change. */
export interface CameraMatch {
  readonly status: "saved" | "new" | "zombie";
  readonly reportedId: string;
  readonly id: number | null;
  readonly name: string;
  readonly newName: string | null;
  readonly slots: readonly string[];
  readonly slotsAdded: readonly string[];
  readonly slotsGone: readonly string[];
}

/** Compares reported with stored cameras: saved if both, new if only reported, zombie if only stored. */
export function reconcile(reported: readonly ReportedCamera[], storedCameras: readonly StoredCamera[]): CameraMatch[] {
  const byId = new Map(reported.map((camera) => [camera.id, camera]));
  const known = new Set(storedCameras.map((camera) => camera.reportedId));
  const stored = storedCameras.map((camera) => matchStored(camera, byId.get(camera.reportedId)));
  const fresh = [...byId.values()].filter((camera) => !known.has(camera.id)).map(matchNew);
  return [...stored, ...fresh];
}

function matchStored(storedCameras: StoredCamera, reported: ReportedCamera | undefined): CameraMatch {
  const { id, reportedId, name, slots } = storedCameras;
  if (!reported) return { status: "zombie", reportedId, id, name, newName: null, slots, slotsAdded: [], slotsGone: [] };
  const now = slotNames(reported);
  return {
    status: "saved",
    reportedId,
    id,
    name,
    newName: reported.name === name ? null : reported.name,
    slots,
    slotsAdded: now.filter((slot) => !slots.includes(slot)),
    slotsGone: slots.filter((slot) => !now.includes(slot)),
  };
}

function matchNew(reported: ReportedCamera): CameraMatch {
  const { id: reportedId, name } = reported;
  return {
    status: "new",
    reportedId,
    id: null,
    name,
    newName: null,
    slots: slotNames(reported),
    slotsAdded: [],
    slotsGone: [],
  };
}

/** Slots are identified by name, as in equations; a renamed slot counts as removed and added. */
function slotNames({ slots }: ReportedCamera): string[] {
  return [...new Set(slots.map((slot) => slot.name))];
}
