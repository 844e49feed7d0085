/** A camera as its device reports it. */
export interface Reported {
  readonly id: string;
  readonly name: string;
  readonly slots: readonly { readonly name: string }[];
}

/** A camera as it is stored. */
export interface Kept {
  readonly id: number;
  readonly reportedId: string;
  readonly name: string;
  readonly slots: readonly string[];
}

/** CAM-8: a camera between report and store, and what a sync of it would change. */
export interface Matched {
  readonly status: "saved" | "new" | "zombie";
  readonly reportedId: string;
  readonly id: number | null;
  readonly name: string;
  readonly newName: string | null;
  readonly slots: readonly string[];
  readonly slotsAdded: readonly string[];
  readonly slotsGone: readonly string[];
}

/** Matches what a device reports with what is stored: both is saved, only reported is new, only stored is missing. */
export function reconcile(reported: readonly Reported[], kept: readonly Kept[]): Matched[] {
  const byId = new Map(reported.map((camera) => [camera.id, camera]));
  const known = new Set(kept.map((camera) => camera.reportedId));
  const stored = kept.map((camera) => matchKept(camera, byId.get(camera.reportedId)));
  const fresh = [...byId.values()].filter((camera) => !known.has(camera.id)).map(matchNew);
  return [...stored, ...fresh];
}

function matchKept(kept: Kept, reported: Reported | undefined): Matched {
  const { id, reportedId, name, slots } = kept;
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

function matchNew(reported: Reported): Matched {
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

/** A slot is known by its name, because that is what equations use; a renamed one is gone and another is new. */
function slotNames({ slots }: Reported): string[] {
  return [...new Set(slots.map((slot) => slot.name))];
}
