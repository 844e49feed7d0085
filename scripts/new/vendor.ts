import { addImport, addSorted } from "./insert.ts";
import type { Name } from "./name.ts";
import type { Plan } from "./plan.ts";

const vendors = "packages/contract/src/vendors/registry.ts";
const drivers = "packages/drivers/src/ai-devices/registry.ts";

/** A vendor of AI devices: what forms know of it, and the driver that speaks to its devices. */
export function newVendor(name: Name): Plan {
  const vendor = `packages/contract/src/vendors/${name.kebab}.ts`;
  const driver = `packages/drivers/src/ai-devices/${name.kebab}.ts`;
  const member = name.snake === name.camel ? name.camel : `${name.snake}: ${name.camel}`;
  const register = (list: string) => (text: string) =>
    addImport(addSorted(text, list, `  ${member},`), `import { ${name.camel} } from "./${name.kebab}.ts";`);
  return {
    files: {
      [vendor]: vendorFile(name),
      [driver]: driverFile(name),
      [`packages/drivers/test/${name.kebab}.test.ts`]: driverTest(name),
    },
    edits: {
      [vendors]: register("export const vendors"),
      [drivers]: register("export const aiDeviceDrivers"),
    },
    next: [
      `Say in ${driver} how its devices are asked, and put what one really answered into the test.`,
      `Say in ${vendor} what its device form asks for.`,
      "Add it to the `vendors` of each module that allows it, in packages/contract/src/modules/.",
    ],
  };
}

const vendorFile = ({ camel, snake, title }: Name) => `import type { Vendor } from "./vendor.ts";

/** ${title} devices. */
export const ${camel} = {
  code: "${snake}",
  title: "${title}",
  asks: { address: true, dashboard: false, credentials: false },
  reportsCameras: true,
  usesSinkPort: false,
} as const satisfies Vendor;
`;

const driverFile = ({ camel, title }: Name) => `import type { AiDeviceDriver } from "./driver.ts";
import { healthProbe } from "./probes.ts";
import { reportedCameras } from "./reported-cameras.ts";

/** ${title} devices: they speak the contract of docs/devices.md until this file says otherwise. */
export const ${camel}: AiDeviceDriver = { probe: healthProbe, ...reportedCameras };
`;

const driverTest = ({ camel, kebab, title }: Name) => `import { ${camel} } from "@gatehouse/contract/vendors/${kebab}";
import { describe, expect, it } from "vitest";
import type { HttpTransport } from "../src/ai-devices/driver.ts";
import { aiDeviceDrivers } from "../src/ai-devices/registry.ts";
import { failed, success } from "../src/ai-devices/result.ts";

// What every driver owes is asked in ai-devices.conformance.test.ts; here stands what a real device answered.

const device = { ip: "192.0.2.10", apiPort: 8081, apiBasepath: "" };
const driver = aiDeviceDrivers[${camel}.code];

/** What a device answered, by the path it was asked at. */
const recorded =
  (answers: Record<string, string>): HttpTransport =>
  async ({ url }) => {
    const text = answers[new URL(url).pathname];
    if (text === undefined) return failed("unreachable", url);
    return success({ status: 200, contentType: "application/json", text });
  };

describe("${title} devices", () => {
  it("are well when they say so", async () => {
    expect(await driver?.probe(device, recorded({ "/health": '{"status":"ok"}' }))).toEqual(success(null));
  });

  it("name their cameras", async () => {
    const answers = { "/cameras": '[{"id":1,"name":"Gate","slots":[{"id":7,"name":"A7"}]}]' };
    expect(await driver?.listCameras?.(device, recorded(answers))).toEqual(
      success([{ id: "1", name: "Gate", slots: [{ id: "7", name: "A7" }] }]),
    );
  });
});
`;
