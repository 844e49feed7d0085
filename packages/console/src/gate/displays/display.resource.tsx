import {
  accessMessages,
  type binaryDraft,
  type Display,
  type DisplayScope,
  defaultTimerSeconds,
  displayTypeTitles,
  gateDisplayScopes,
  type gridDraft,
  type multimediaDraft,
} from "@gatehouse/contract/entities/display/display";
import { displayTemplates } from "@gatehouse/contract/entities/display/display-page";
import { serialHelp } from "@gatehouse/contract/fields/modbus-unit";
import { hardwareDrivers, hasUnits, type SignDriverName } from "@gatehouse/contract/hardware-drivers";
import type { DisplayType } from "@gatehouse/contract/modules/module";
import { Suspense } from "react";
import type { ChoiceSource, Field, FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { BoardState, DeviceState } from "../hardware-state.tsx";
import { displayIcon } from "./display-icons.ts";
import { hasVariables } from "./display-variables.ts";
import { GridPreview } from "./grid-preview.tsx";
import { GridVariables } from "./grid-variables.tsx";
import { IdleMessages } from "./idle-messages.tsx";
import { IndicatorPreview } from "./indicator-preview.tsx";
import { ScreenBadge } from "./screen-badge.tsx";
import { TemplateVariables } from "./template-variables.tsx";

// Loaded with the first form of a multimedia display.
const TemplatePreview = lazyWithRetry(() => import("./template-preview.tsx"));

const hasAccess = (scope: DisplayScope) => gateDisplayScopes.includes(scope);

const snmpDriver: SignDriverName = "ntcip-1203";

type GridField = Field<FieldName<typeof gridDraft>>;

const identity = [
  { kind: "text", name: "uid", label: "UID", isHalf: true },
  { kind: "text", name: "name", label: "Name", isHalf: true },
] as const satisfies readonly Field[];
const address = (drivers: readonly string[]) =>
  [
    { kind: "text", name: "additionalInfo.ip", label: "IP address", placeholder: "10.0.0.8", isHalf: true },
    { kind: "number", name: "additionalInfo.port", label: "Port", isHalf: true },
    { kind: "text", name: "additionalInfo.drv", label: "Driver", suggestions: drivers, isHalf: true },
    {
      kind: "number",
      name: "additionalInfo.tmr",
      label: "Timer",
      unit: "s",
      initial: String(defaultTimerSeconds),
      isHalf: true,
    },
  ] as const satisfies readonly Field[];

const variablesOf = (scope: DisplayScope): ChoiceSource => ({
  topic: "variables",
  key: "GET /variables",
  query: { scope },
  label: ({ name }) => String(name),
});

function gridFields(scope: DisplayScope): GridField[] {
  const access: GridField[] = [
    {
      kind: "text",
      name: "additionalInfo.accessControl.accessGrantedMessage",
      label: "Message when access is granted",
      initial: accessMessages.granted,
      isHalf: true,
    },
    {
      kind: "text",
      name: "additionalInfo.accessControl.accessDeniedMessage",
      label: "Message when access is denied",
      initial: accessMessages.denied,
      isHalf: true,
    },
  ];
  const variables: GridField = {
    kind: "custom",
    name: "additionalInfo.variables",
    label: "Variables",
    initial: [],
    draw: (props) => <GridVariables {...props} scope={scope} />,
  };
  return [
    ...identity,
    ...address(hardwareDrivers.sign),
    {
      kind: "text",
      name: "community",
      label: "Community string",
      help: 'Leave empty to keep the stored one, which is "public" at first',
      isSecret: true,
      showIf: (values) => values["additionalInfo.drv"] === snmpDriver,
    },
    { kind: "number", name: "additionalInfo.rows", label: "Rows", initial: "2", isHalf: true },
    { kind: "number", name: "additionalInfo.chars", label: "Characters per row", initial: "16", isHalf: true },
    { kind: "custom", name: "additionalInfo.idl", label: "Idle messages", initial: [], draw: IdleMessages },
    ...(hasAccess(scope) ? access : []),
    ...(hasVariables(scope) ? [variables] : []),
  ];
}

function binaryFields(scope: DisplayScope): Field<FieldName<typeof binaryDraft>>[] {
  return [
    ...identity,
    ...address(hardwareDrivers.relay),
    { kind: "number", name: "additionalInfo.rel", label: "Relay number", isHalf: true },
    {
      kind: "text",
      name: "additionalInfo.ser",
      label: "Serial",
      help: serialHelp,
      isHalf: true,
      showIf: (values) => hasUnits(values["additionalInfo.drv"]),
    },
    ...(scope === "ac"
      ? [
          {
            kind: "option",
            name: "additionalInfo.ind",
            label: "Initial indication",
            choices: [
              { value: "r", label: "Red" },
              { value: "g", label: "Green" },
            ],
          } as const,
        ]
      : []),
    ...(scope === "epld"
      ? [{ kind: "reference", name: "variableId", label: "Variable", none: 0, from: variablesOf(scope) } as const]
      : []),
  ];
}

function multimediaFields(scope: DisplayScope): Field<FieldName<typeof multimediaDraft>>[] {
  return [
    ...identity,
    {
      kind: "option",
      name: "templateId",
      label: "Template",
      sendsNumber: true,
      choices: displayTemplates.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      kind: "custom",
      name: "variables",
      label: "Variables",
      initial: [],
      resetsWith: "templateId",
      draw: (props) => <TemplateVariables {...props} scope={scope} />,
    },
  ];
}

const makers: Record<
  DisplayType,
  (scope: DisplayScope, id: number | undefined) => Pick<Resource<Display>, "fields" | "preview" | "draft" | "fixed">
> = {
  grid: (scope, id) => ({
    fields: gridFields(scope),
    preview: (values) => <GridPreview values={values} scope={scope} id={id} hasAccess={hasAccess(scope)} />,
    fixed: { scope, additionalInfo: { type: "vms" } },
    draft: () => import("@gatehouse/contract/entities/display/display").then((file) => file.gridDraft),
  }),
  binary: (scope, id) => ({
    fields: binaryFields(scope),
    preview: (values) => <IndicatorPreview values={values} scope={scope} id={id} />,
    fixed: { scope, additionalInfo: { type: "led" } },
    draft: () => import("@gatehouse/contract/entities/display/display").then((file) => file.binaryDraft),
  }),
  multimedia: (scope) => ({
    fields: multimediaFields(scope),
    preview: (values) => (
      <Suspense>
        <TemplatePreview values={values} scope={scope} />
      </Suspense>
    ),
    fixed: { scope },
    draft: () => import("@gatehouse/contract/entities/display/display").then((file) => file.multimediaDraft),
  }),
};

/** A multimedia display has no test: its preview and its screen show the same. */
const testLabels: Partial<Record<DisplayType, string>> = { grid: "Show test text", binary: "Test lamp" };

/** The displays of a scope and type, or a single one. */
export function displays(scope: DisplayScope, type: DisplayType, id?: number): Resource<Display> {
  const testLabel = testLabels[type];
  return {
    topic: "displays",
    name: "displays",
    noun: `${displayTypeTitles[type].toLowerCase()} display`,
    list: { key: "GET /displays/{module}", params: { module: scope } },
    create: `POST /displays/${type}`,
    change: `PUT /displays/${type}/{id}`,
    remove: "DELETE /displays/{id}",
    ...(testLabel !== undefined && { test: { key: "POST /displays/{id}/test", label: testLabel } }),
    texts: {
      empty: "No displays yet",
      purpose: "A display shows free spaces, messages or a signal to drivers.",
    },
    icon: (display) => <DisplayIcon type={display.type} />,
    title: ({ uid, name }) => `#${uid} ${name}`,
    details: (display) => displayTypeTitles[display.type],
    state: (display) => <DisplayState display={display} />,
    ...makers[type](scope, id),
  };
}

/** An indicator has the state of its board, a multimedia display that of its screens. */
function DisplayState({ display: { id, type, scope, additionalInfo } }: { display: Display }) {
  const { ip, port } = additionalInfo as { ip?: string; port: number };
  if (type === "grid") return <DeviceState kind="sign" id={id} />;
  return type === "binary" ? <BoardState ip={ip} port={port} /> : <ScreenBadge scope={scope} displayId={id} />;
}

function DisplayIcon({ type }: { type: DisplayType }) {
  const Icon = displayIcon(type);
  return <Icon size={16} aria-hidden />;
}
