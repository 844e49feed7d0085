/** What identifies an event among the events of one sender with the same event id. */
export interface EventIdentity {
  /** What was reported, normalised: a plate, a tag, a count, slots; empty if unknown. */
  readonly content: string;
  /** The resolved camera or slot controller, however the device named it; empty for a sensor. */
  readonly camera: string;
  readonly isSavedCamera: boolean;
  /** Device time; null if it sent none. */
  readonly reportedAt: Date | null;
  readonly receivedAt: Date;
  /** For reports with neither id nor time: the period in which the same content is the same event. */
  readonly sameWithinMs?: number;
}

const hourMs = 3_600_000;
const minuteMs = 60_000;

/**
 * Whether two reports of one sender with the same event id are one event. Devices restart their counters, and two
 * cameras of a device may both count from one.
 */
export function isSameEvent(one: EventIdentity, other: EventIdentity): boolean {
  if (one.camera !== other.camera) return isSameRead(one, other);
  const sameWithinMs = one.sameWithinMs ?? other.sameWithinMs;
  if (sameWithinMs !== undefined)
    return (
      hasSameContent(one, other) && Math.abs(one.receivedAt.getTime() - other.receivedAt.getTime()) <= sameWithinMs
    );
  if (hasSameContent(one, other)) return !areHoursApart(one, other);
  return Math.abs(timeMs(one) - timeMs(other)) <= minuteMs;
}

/** A plate or tag is at one camera at a time, and an unsaved camera may be another name of a saved one. */
function isSameRead(one: EventIdentity, other: EventIdentity): boolean {
  if (!isRead(one) || !hasSameContent(one, other)) return false;
  if (one.reportedAt && other.reportedAt) return one.reportedAt.getTime() === other.reportedAt.getTime();
  return !one.isSavedCamera || !other.isSavedCamera;
}

/** Whether the event is a read of one vehicle, which is at one place. */
export const isRead = ({ content }: Pick<EventIdentity, "content">) => /^(plate|tag) /.test(content);

const hasSameContent = (one: EventIdentity, other: EventIdentity) =>
  one.content === other.content || one.content === "" || other.content === "";

/** Some devices send a retry with a new time, but not hours later. */
const areHoursApart = ({ reportedAt: one }: EventIdentity, { reportedAt: other }: EventIdentity) =>
  one !== null && other !== null && Math.abs(one.getTime() - other.getTime()) > hourMs;

const timeMs = ({ reportedAt, receivedAt }: EventIdentity) => (reportedAt ?? receivedAt).getTime();
