import { call } from "../../api/call.ts";
import { type StationEvent, toEventParams } from "./station-event.ts";

/** Shows colleagues who handles a card. A failure does not keep anyone from handling it. */
export function sendHandling(event: StationEvent, isHandled: boolean): void {
  call("POST /events/{module}/{id}/handle", { params: toEventParams(event), body: { isHandled } }).catch(() => {});
}
