import * as z from "zod";
import { host, textUid } from "../../fields/address.ts";
import { atLeast, maxInteger, port } from "../../fields/number.ts";
import { chosenId, commissionedAt, recordId, version } from "../../fields/record.ts";
import { optionalText, requiredText } from "../../fields/text.ts";
import type { DisplayType, ModuleKind } from "../../modules/module.ts";
import { modules } from "../../modules/registry.ts";
import { displayTemplates } from "./display-page.ts";
import { maxSign } from "./sign-rows.ts";

/** The parts of the product that have displays. */
export const displayScopes = ["osd", "epld", "cc", "ac", "rfid-ac", "loop"] as const;

export type DisplayScope = (typeof displayScopes)[number];

/** The scope of a module's displays; reporting has none. */
export const displayScopeOf: Record<ModuleKind, DisplayScope | null> = {
  OSD: "osd",
  EPLD: "epld",
  CAMERA_COUNTING: "cc",
  ANPR_ACCESS_CONTROL: "ac",
  RFID_ACCESS_CONTROL: "rfid-ac",
  LOOP_DETECTOR: "loop",
  REPORTING: null,
};

/** Which kinds of display a scope may have, as its module says. */
export function displayTypesOf(scope: DisplayScope): readonly DisplayType[] {
  return Object.values(modules).find((module) => displayScopeOf[module.kind] === scope)?.displayTypes ?? [];
}

/** The label of each kind. */
export const displayTypeTitles: Record<DisplayType, string> = {
  grid: "Grid",
  binary: "Indicator",
  multimedia: "Multimedia",
};

/** Whether a display can show the decisions of a gate: the signs and lamps of access control. */
export const isGateDisplay = ({ scope, type }: { scope: DisplayScope; type: DisplayType }): boolean =>
  gateDisplayScopes.includes(scope) && type !== "multimedia";

/** The scopes whose displays can be assigned to gates. */
export const gateDisplayScopes: readonly DisplayScope[] = ["ac", "rfid-ac"];

/** The default access messages of a grid. */
export const accessMessages = { granted: "ACCESS GRANTED", denied: "ACCESS DENIED" };

/** How long a message or signal stays, if no time is given. */
export const defaultTimerSeconds = 5;

/** An indicator: one lamp on one relay. */
export interface Lamp {
  readonly scope: DisplayScope;
  /** The colour of an access lamp while its relay is off; the relay switches to the other colour. Null: dark. */
  readonly atRest: "r" | "g" | null;
  /** 0 stands for none. */
  readonly variableId: number;
}

export type LampLook = "off" | "lit" | "r" | "g";

/** Whether an indicator shows a variable instead of access decisions. */
export const followsVariable = (scope: DisplayScope): boolean => scope === "epld";

/** A lamp that shows a variable is lit while its value is above 0: lit means free. */
export function isLampLit(variableId: number, currentOf: (variableId: number) => number | undefined): boolean {
  const current = variableId > 0 ? currentOf(variableId) : undefined;
  return current !== undefined && current > 0;
}

/** The state of an indicator; an active command takes precedence. */
export function lampLook(
  { scope, atRest, variableId }: Lamp,
  currentOf: (variableId: number) => number | undefined,
  isSwitched: boolean,
): LampLook {
  if (followsVariable(scope)) return isSwitched || isLampLit(variableId, currentOf) ? "lit" : "off";
  if (!isSwitched) return atRest ?? "off";
  return atRest === "g" ? "r" : "g";
}

const scopeFor = (type: DisplayType) =>
  z
    .enum(displayScopes, `Must be one of ${displayScopes.join(", ")}`)
    .refine((scope: DisplayScope) => displayTypesOf(scope).includes(type), {
      error: (issue) => `${String(issue.input)} has no ${type} displays`,
    });

const common = (type: DisplayType) => ({ uid: textUid, name: requiredText(), scope: scopeFor(type) });
const variableId = recordId;
const timer = atLeast(1).default(defaultTimerSeconds).describe("How long a message or signal stays, in seconds");
const notPositive = "Should be a positive number";

/** An indicator: one lamp on one relay. */
export const binaryDraft = z.strictObject({
  ...common("binary"),
  /** 0 stands for none. */
  variableId: z.int(notPositive).min(0, notPositive).max(maxInteger, notPositive).default(0),
  additionalInfo: z.strictObject({
    type: z.literal("led").default("led"),
    ip: host,
    port,
    rel: atLeast(1).describe("The number of the relay"),
    drv: requiredText().describe("The driver: the protocol of the board"),
    ser: requiredText().optional(),
    ind: z.enum(["r", "g"], "Must be r or g").optional().describe("The first signal: r red, g green"),
    tmr: timer,
  }),
});

const label = requiredText(64, "Label cannot be empty").refine(
  (text) => !/[:;]/.test(text),
  'A label cannot contain ":" or ";"',
);
const message = z.string().trim().max(200, "At most 200 characters");

/** Each idle message must fit its row. Messages about access are wrapped; the preview shows what is cut. */
function checkFit({ value, issues }: { value: GridInfo; issues: z.core.$ZodRawIssue[] }): void {
  const { idl, rows, chars } = value;
  if (idl.length > rows)
    issues.push({ code: "custom", message: `The sign has ${rows} rows`, path: ["idl"], input: idl });
  idl.forEach((line, row) => {
    if ([...line].length <= chars) return;
    issues.push({ code: "custom", message: `At most ${chars} characters`, path: ["idl", row], input: line });
  });
}

const gridFields = z.strictObject({
  type: z.literal("vms").default("vms"),
  ip: host.optional(),
  port,
  chars: atLeast(1).max(maxSign.chars, `Must be at most ${maxSign.chars}`),
  rows: atLeast(1).max(maxSign.rows, `Must be at most ${maxSign.rows}`),
  drv: requiredText().describe("The driver: the protocol of the sign"),
  idl: z.array(message).max(maxSign.rows, `At most ${maxSign.rows} rows`).default([]),
  tmr: timer,
  accessControl: z
    .strictObject({
      accessGrantedMessage: message.default(accessMessages.granted),
      accessDeniedMessage: message.default(accessMessages.denied),
    })
    .prefault({}),
  variables: z
    .array(z.strictObject({ variableId: chosenId("Variable not selected"), label }))
    .max(64, "At most 64 variables")
    .default([]),
});

type GridInfo = z.output<typeof gridFields>;

/** A text sign. */
export const gridDraft = z.strictObject({
  ...common("grid"),
  /** The community string of an SNMP sign. Never returned; if absent, the stored one is kept. */
  community: optionalText(),
  additionalInfo: gridFields.check(checkFit),
});

const perKey = "A variable should be selected for each template key";

const multimediaFields = z.strictObject({
  ...common("multimedia"),
  templateId: z.literal(
    displayTemplates.map((template) => template.id),
    "Required",
  ),
  variables: z.array(z.strictObject({ templateKey: requiredText(), variableId })),
});

const keysOf = (templateId: unknown) => displayTemplates.find((template) => template.id === templateId)?.keys;

/** A screen that shows a template; each of its keys has its variable. */
export const multimediaDraft = multimediaFields.refine(
  ({ templateId, variables }) => {
    const keys = keysOf(templateId) ?? [];
    const given = variables.map((choice) => choice?.templateKey);
    return keys.length === given.length && keys.every((key) => given.includes(key));
  },
  {
    path: ["variables"],
    error: perKey,
    // Runs even if other fields are invalid, so all errors are reported at once.
    when: ({ value }) => {
      const { templateId, variables } = (value ?? {}) as { templateId?: unknown; variables?: unknown };
      return keysOf(templateId) !== undefined && Array.isArray(variables);
    },
  },
);

/** The fields of a multimedia update. */
export const multimediaPatchable = multimediaFields;

/** A display as the server returns it. */
export const display = z.object({
  id: recordId,
  version,
  uid: z.string(),
  name: z.string(),
  type: z.enum(["grid", "binary", "multimedia"]),
  scope: z.enum(displayScopes),
  variableId: z.int().min(0).max(maxInteger),
  templateId: z.int().nullable(),
  variables: z.array(z.object({ variableId, templateKey: z.string() })),
  additionalInfo: z.record(z.string(), z.unknown()),
  commissionedAt,
});
display.register(z.globalRegistry, { id: "Display", description: "A text sign, an indicator lamp or a screen" });

export type Display = z.output<typeof display>;
