import { awayTitles, type StationCard } from "@gatehouse/contract/entities/station";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { codeOf } from "@gatehouse/contract/modules/registry";

/** A vehicle at a gate. */
export type StationEvent = StationCard["event"];

/** What was read, as text of a plate or tag. */
export const readOf = (event: StationEvent): { text: string; isTag: boolean } =>
  event.module === "RFID_ACCESS_CONTROL" ? { text: event.tag, isTag: true } : { text: event.lp, isTag: false };

/** The path parameters of a call about an event. */
export const toEventParams = ({ module, id }: StationEvent) => ({ module: codeOf(module), id });

/** Why a vehicle may not be at the barrier; with the vehicle that is, if that is the reason. */
export function toAwayText({ away }: Pick<StationCard, "away">, atBarrier: StationCard | undefined): string | null {
  if (away === null) return null;
  if (atBarrier === undefined || !(away === "newer" || away === "behind")) return awayTitles[away];
  return `${awayTitles[away]}: ${formatPlate(readOf(atBarrier.event).text)}`;
}
