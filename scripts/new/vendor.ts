import { addImport, addSorted } from "./insert.ts";
import type { Name } from "./name.ts";
import type { Plan } from "./plan.ts";

const registry = "packages/drivers/src/ai-devices/registry.ts";

/** A vendor of AI devices: what forms know of it, and the driver that speaks to its devices. */
export function newVendor(name: Name): Plan {
  const vendor = `packages/contract/src/vendors/${name.kebab}.ts`;
  const driver = `packages/drivers/src/ai-devices/${name.kebab}.ts`;
  const member = name.snake === name.camel ? name.camel : `${name.snake}: ${name.camel}`;
  return {
    files: {
      [vendor]: vendorFile(name),
      [driver]: driverFile(name),
      [`packages/drivers/test/${name.kebab}.test.ts`]: driverTest(name),
    },
    edits: {
      [registry]: (text) =>
        addImport(
          addSorted(text, "export const aiDeviceDrivers", `  ${member},`),
          `import { ${name.camel} } from "./${name.kebab}.ts";`,
        ),
    },
    next: [
      `Say in ${driver} how its devices are asked, and put what one really answered into the test.`,
      "Add it to the `vendors` of each module that allows it, in packages/contract/src/modules/.",
    ],
  };
}

const vendorFile = ({ camel, snake, title }: Name) => `import type { Vendor } from "./vendor.ts";

/** ${title} devices. */
export const ${camel} = { code: "${snake}", title: "${title}" } as const satisfies Vendor;
`;

const driverFile = ({ camel, title }: Name) => `import type { AiDeviceDriver } from "./driver.ts";
import { httpProbe } from "./http-probe.ts";

/** ${title} devices. */
export const ${camel}: AiDeviceDriver = { probe: httpProbe("/health") };
`;

const driverTest = ({ camel, kebab, title }: Name) => `import { ${camel} } from "@gatehouse/contract/vendors/${kebab}";
import { describe, expect, it } from "vitest";
import type { HttpGet } from "../src/ai-devices/driver.ts";
import { aiDeviceDrivers } from "../src/ai-devices/registry.ts";

const device = { ip: "192.0.2.10", apiPort: 8081, apiBasepath: "" };
const driver = aiDeviceDrivers[${camel}.code];

/** What a device answered, by the address it was asked at. */
const recorded =
  (answers: Record<string, number>): HttpGet =>
  async (url) => {
    const status = answers[url];
    return status === undefined ? undefined : { status };
  };

describe("${title} devices", () => {
  it.each([
    ["well", { "http://192.0.2.10:8081/health": 200 }, true],
    ["unwell", { "http://192.0.2.10:8081/health": 503 }, false],
    ["out of reach", {}, false],
  ])("a device that is %s", async (_, answers, isWell) => {
    expect(await driver?.probe(device, recorded(answers))).toBe(isWell);
  });
});
`;
