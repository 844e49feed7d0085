import type { DecisionTrace } from "@gatehouse/contract/entities/event/event.schema";
import type { CommandKind } from "@gatehouse/contract/events/command";

/** Something that can be commanded. */
export interface Target {
  readonly id: number;
  readonly name: string;
}

/** A display, and what it says or shines about access; what only follows its variables is told nothing. */
export type WiredDisplay =
  | (Target & {
      readonly type: "grid";
      readonly grantedMessage: string;
      readonly deniedMessage: string;
      readonly forSeconds: number;
    })
  | (Target & {
      readonly type: "binary";
      /** What it shines while nothing happens; its relay makes it the other. Null is off. */
      readonly atRest: "r" | "g" | null;
      readonly forSeconds: number;
    })
  | (Target & { readonly type: "multimedia" });

/** What is wired to a gate. */
export interface Wiring {
  readonly barrier: Target | null;
  readonly buzzer: (Target & { readonly forSeconds: number }) | null;
  readonly displays: readonly WiredDisplay[];
}

interface Planned<Kind extends CommandKind, TargetKind extends string> {
  readonly kind: Kind;
  readonly target: Target & { readonly kind: TargetKind };
}

/** A command that is to go out. There is no close among them. */
export type PlannedCommand =
  | Planned<"open", "boomBarrier">
  | (Planned<"buzz", "buzzer"> & { readonly forSeconds: number })
  | (Planned<"show", "display"> & { readonly text: string; readonly forSeconds: number })
  | (Planned<"lamp", "display"> & { readonly colour: "r" | "g"; readonly forSeconds: number });

/** What was decided, and whether that is a passage of its own. */
export interface Decided {
  readonly trace: Pick<DecisionTrace, "isGranted">;
  readonly grant: object | null;
  readonly isNew: boolean;
}

/** ENG-1: what a gate does about a decision. Without a grant nothing opens; where nothing was decided nothing happens. */
export function planCommands({ trace, grant, isNew }: Decided, wiring: Wiring): PlannedCommand[] {
  if (!isNew || trace.isGranted === null) return [];
  if (!trace.isGranted) return displayCommands(wiring.displays, "denied");
  if (grant === null) return [];
  return [...openAndBuzz(wiring), ...displayCommands(wiring.displays, "granted")];
}

/** ENG-2: what the lane's signs say about a vehicle that was too fast. */
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
  // An emptied message says nothing: the sign stays as it is.
  if (text.trim() === "") return [];
  return [{ kind: "show", target: target("display", display), text, forSeconds: display.forSeconds }];
}

/** An indicator has one relay: it is only switched where that makes it shine the colour that is meant. */
function lamp(display: Extract<WiredDisplay, { type: "binary" }>, outcome: "granted" | "denied"): PlannedCommand[] {
  const colour = outcome === "granted" ? "g" : "r";
  if (display.atRest === colour) return [];
  // A lamp that is off at rest only has one thing to say, and that is "go".
  if (display.atRest === null && colour === "r") return [];
  return [{ kind: "lamp", target: target("display", display), colour, forSeconds: display.forSeconds }];
}

const target = <Kind extends string>(kind: Kind, { id, name }: Target) => ({ kind, id, name });
