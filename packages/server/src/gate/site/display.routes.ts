import {
  binaryDraft,
  type Display,
  display,
  displayScopeOf,
  gridDraft,
  multimediaDraft,
} from "@gatehouse/contract/entities/display/display";
import {
  binaryEndpoints,
  displayEndpoints,
  gridEndpoints,
  multimediaEndpoints,
} from "@gatehouse/contract/entities/display/display.endpoints";
import { displayTemplates } from "@gatehouse/contract/entities/display/display-page";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { Tx } from "../../platform/database/database.ts";
import { replaceParts } from "../../platform/resources/ordered-parts.ts";
import { resource } from "../../platform/resources/resource.ts";
import type { Services } from "../../platform/services.ts";
import { prepareRelayAssignment } from "./relay-assignments.ts";

type Row = Record<string, unknown>;

const shared = {
  table: "displays",
  view: "display_records",
  record: display,
  constraints: {
    displays_uid: { path: "uid", message: "Another display has this uid" },
    display_variables_variable: { path: "variableId", message: "This variable does not exist" },
  },
} as const;

const writeVariables = (tx: Tx, displayId: number, variables: readonly Row[]) =>
  replaceParts(tx, "display_variables", { displayId }, variables);

const common = ({ uid, name, scope }: Display | Row) => ({ uid, name, scope });

const listed = resource(displayEndpoints, {
  ...shared,
  narrow: ({ params }) => ({ scope: displayScopeOf[params.module as ModuleKind] }),
});

const grids = ({ secrets }: Services) =>
  resource<typeof gridEndpoints, Display>(gridEndpoints, {
    ...shared,
    fixed: { type: "grid" },
    draft: gridDraft,
    entered: (before) => ({ ...common(before), additionalInfo: before.additionalInfo }),
    encode: (fields) => {
      const { variables: _, ...additionalInfo } = fields.additionalInfo as Row;
      return {
        ...common(fields),
        additionalInfo: JSON.stringify(additionalInfo),
        // An omitted or empty community string keeps the stored one.
        ...(typeof fields.community === "string" ? { communitySecret: secrets.seal(fields.community) } : {}),
      };
    },
    writeParts: (tx, id, fields) => writeVariables(tx, id, (fields.additionalInfo as { variables: Row[] }).variables),
  });

const indicators = resource<typeof binaryEndpoints, Display>(binaryEndpoints, {
  ...shared,
  fixed: { type: "binary" },
  draft: binaryDraft,
  entered: (before) => ({
    ...common(before),
    variableId: before.variableId,
    additionalInfo: before.additionalInfo,
  }),
  encode: (fields) => ({ ...common(fields), additionalInfo: JSON.stringify(fields.additionalInfo) }),
  writeParts: (tx, id, { variableId }) => writeVariables(tx, id, variableId === 0 ? [] : [{ variableId }]),
  prepareSave: prepareRelayAssignment("displays"),
});

const screens = resource<typeof multimediaEndpoints, Display>(multimediaEndpoints, {
  ...shared,
  fixed: { type: "multimedia" },
  draft: multimediaDraft,
  entered: (before) => ({ ...common(before), templateId: before.templateId, variables: before.variables }),
  encode: (fields) => ({ ...common(fields), templateId: fields.templateId }),
  writeParts: (tx, id, { variables }) => writeVariables(tx, id, variables as Row[]),
});

export const displayRoutes = (services: Services) => ({
  ...listed,
  ...grids(services),
  ...indicators,
  ...screens,
  "GET /displays/templates": () => displayTemplates.map(({ id, name, keys }) => ({ id, name, keys: [...keys] })),
});
