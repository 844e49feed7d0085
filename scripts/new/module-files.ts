import type { Name } from "./name.ts";

/** Settings of the module and its menu. */
export const moduleFile = ({
  camel,
  constant,
  kebab,
  title,
}: Name) => `import type { MenuSection, Module } from "./module.ts";

/** ${title}. */
export const ${camel} = {
  kind: "${constant}",
  code: "${kebab}",
  title: "${title}",
  purpose: "Records the events of ${title} devices.",
  configScope: null,
  vendors: [],
  displayTypes: [],
} as const satisfies Module;

/** The pages of ${title}. */
export const ${camel}Menu = {
  title: "${title}",
  path: "/${kebab}",
  needs: ["${constant}"],
  entries: [],
} as const satisfies MenuSection;
`;

/** Schema of the module's events. */
export const eventFile = ({ camel, pascal, title }: Name) => `import * as z from "zod";
import { recordId } from "../fields/record.ts";
import { instant } from "../fields/time.ts";

/** Event of a ${title} device. */
export const ${camel}Event = z.strictObject({
  deviceId: recordId,
  occurredAt: instant,
});

/** A parsed event. */
export type ${pascal}Event = z.output<typeof ${camel}Event>;
`;

/** Decision of the engine on an event. */
export const engineFile = ({
  kebab,
  pascal,
  title,
}: Name) => `import type { ${pascal}Event } from "@gatehouse/contract/events/${kebab}";

/** State that ${title} keeps between events. */
export interface ${pascal}State {
  readonly events: number;
  /** When the server received the last event. */
  readonly lastAt: Date | undefined;
}

/** The state after an event, and the reasons in words. */
export interface ${pascal}Decision {
  readonly state: ${pascal}State;
  readonly trace: readonly string[];
}

/** Applies one event; \`now\` is the time of receipt. */
export function decide${pascal}(before: ${pascal}State, event: ${pascal}Event, now: Date): ${pascal}Decision {
  return {
    state: { events: before.events + 1, lastAt: now },
    trace: [\`device \${event.deviceId} reported at \${event.occurredAt}\`],
  };
}
`;

/** Test of the decision, with an event that the contract accepts. */
export const engineTest = ({
  camel,
  kebab,
  pascal,
  title,
}: Name) => `import { ${camel}Event } from "@gatehouse/contract/events/${kebab}";
import { describe, expect, it } from "vitest";
import { decide${pascal} } from "../../src/${kebab}/${kebab}.ts";

const event = ${camel}Event.parse({ deviceId: 1, occurredAt: "2026-01-01T12:00:00.000Z" });

describe("${title}", () => {
  it("counts each event and stores its time of receipt", () => {
    const now = new Date("2026-01-01T12:00:01Z");
    expect(decide${pascal}({ events: 0, lastAt: undefined }, event, now).state).toEqual({ events: 1, lastAt: now });
  });
});
`;

/** The module's page. */
export const pageFile = ({ pascal, title }: Name) => `import { IconSettings } from "@tabler/icons-react";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";

/** The page of ${title}. */
export default function ${pascal}Page() {
  return (
    <Page>
      <EmptyState icon={IconSettings} title="No devices yet">
        The devices and events of ${title} appear here.
      </EmptyState>
    </Page>
  );
}
`;
