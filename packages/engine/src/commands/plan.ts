import type { DecisionTrace } from "@gatehouse/contract/entities/event";
import type { CommandKind } from "@gatehouse/contract/events/command";

/** Something that can be commanded. */
export interface Target {
  readonly id: number;
  readonly name: string;
}

/** A display and what it shows for access decisions. A multimedia display only shows variables. */
export type WiredDisplay =
  | (Target & {
      readonly type: "grid";
      readonly grantedMessage: string;
      readonly deniedMessage: string;
      readonly forSeconds: number;
    })
  | (Target & {
      readonly type: "binary";
      /** Its colour while the relay is off; the relay switches to the other colour. Null: dark. */
      readonly atRest: "r" | "g" | null;
      readonly forSeconds: number;
    })
  | (Target & { readonly type: "multimedia" });

/** The devices wired to a gate. */
export interface Wiring {
  readonly barrier: Target | null;
  readonly buzzer: (Target & { readonly forSeconds: number }) | null;
  readonly displays: readonly WiredDisplay[];
}

interface Planned<Kind extends CommandKind, TargetKind extends string> {
  readonly kind: Kind;
  readonly target: Target & { readonly kind: TargetKind };
}

/** A command to send. There is no command to close a barrier. */
export type PlannedCommand =
  | Planned<"open", "boomBarrier">
  | (Planned<"buzz", "buzzer"> & { readonly forSeconds: number })
  | (Planned<"show", "display"> & { readonly text: string; readonly forSeconds: number })
  | (Planned<"lamp", "display"> & { readonly colour: "r" | "g"; readonly forSeconds: number });

/** A decision, and whether it starts a new passage. */
export interface Decided {
  readonly trace: Pick<DecisionTrace, "isGranted">;
  readonly grant: object | null;
  readonly isNew: boolean;
}

/** The commands after a decision. Only a grant opens the barrier; an undecided event triggers nothing. */
export function planCommands({ trace, grant, isNew }: Decided, wiring: Wiring): PlannedCommand[] {
  if (!isNew || trace.isGranted === null) return [];
  if (!trace.isGranted) return displayCommands(wiring.displays, "denied");
  if (grant === null) return [];
  return [...openAndBuzz(wiring), ...displayCommands(wiring.displays, "granted")];
}

/** The message on the text signs for a speeding vehicle. */
export function planOverspeed(signText: string | null, displays: readonly WiredDisplay[]): PlannedCommand[] {
  if (signText === null) return [];
  return displays.flatMap((display) => (display.type === "grid" ? show(display, signText) : []));
}

function openAndBuzz({ barrier, buzzer }: Wiring): PlannedCommand[] {
  const commands: PlannedCommand[] = [];
  if (barrier) commands.push({ kind: "open", target: target("boomBarrier", barrier) });
  if (buzzer) commands.push({ kind: "buzz", target: target("buzzer", buzzer), forSeconds: buzzer.forSeconds });
  return commands;
}

function displayCommands(displays: readonly WiredDisplay[], outcome: "granted" | "denied"): PlannedCommand[] {
  return displays.flatMap((display) => {
    if (display.type === "multimedia") return [];
    if (display.type === "binary") return lamp(display, outcome);
    return show(display, outcome === "granted" ? display.grantedMessage : display.deniedMessage);
  });
}

function show(display: Extract<WiredDisplay, { type: "grid" }>, text: string): PlannedCommand[] {
  // With an empty message the sign stays as it is.
  if (text.trim() === "") return [];
  return [{ kind: "show", target: target("display", display), text, forSeconds: display.forSeconds }];
}

/** A lamp has one relay: it is switched only if that shows the right colour. */
function lamp(display: Extract<WiredDisplay, { type: "binary" }>, outcome: "granted" | "denied"): PlannedCommand[] {
  const colour = outcome === "granted" ? "g" : "r";
  if (display.atRest === colour) return [];
  // A lamp that is dark at rest only signals "go".
  if (display.atRest === null && colour === "r") return [];
  return [{ kind: "lamp", target: target("display", display), colour, forSeconds: display.forSeconds }];
}

const target = <Kind extends string>(kind: Kind, { id, name }: Target) => ({ kind, id, name });
