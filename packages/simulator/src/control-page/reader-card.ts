import { hardwareFaultTitles } from "../hardware/hardware-fault.ts";
import type { ReaderPlan } from "../plan/device-plan.ts";
import { escapeHtml } from "../rendering/escape-html.ts";
import { type LiveState, liveButtons, liveText } from "./live-elements.ts";

const protocolTexts: Readonly<Record<ReaderPlan["driver"], string>> = { llrp: "LLRP", "line-tcp": "Text lines" };

const faultTitles = { ...hardwareFaultTitles, refuses: "Refuses", "half-frame": "Half a report", late: "Late" };

/** Renders an RFID reader: whether Gatehouse is connected, and its faults. */
export const renderReaderCard = (live: LiveState, { name, label, driver }: ReaderPlan): string => `<article><div>
<h2>${escapeHtml(label)} <small>${protocolTexts[driver]} · ${liveText(live, "span", `port:${name}`)} · ${liveText(live, "span", `reader:${name}`)}</small></h2>
<form method="post" action="/boards/${name}/set-fault" data-live-form class="choices">${liveButtons(live, `fault:${name}`, "fault", faultTitles)}</form>
</div></article>`;
