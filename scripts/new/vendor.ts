import { addImport, addLast, addSorted, rejectExisting } from "./insert.ts";
import type { Name } from "./name.ts";
import type { Plan } from "./plan.ts";

/** Plans a vendor of AI devices: the fields of its device form, and the driver for its devices. */
export function planVendor(name: Name): Plan {
  const vendors = "packages/contract/src/vendors.ts";
  const driver = `packages/drivers/src/ai-devices/${name.kebab}.ts`;
  const test = `packages/drivers/test/ai-devices/${name.kebab}.test.ts`;
  const member = name.snake === name.camel ? name.camel : `${name.snake}: ${name.camel}`;
  return {
    files: { [driver]: driverFile(name), [test]: driverTest(name) },
    edits: [
      {
        path: vendors,
        apply: (text) => {
          rejectExisting(text, `  ${name.snake}: {`, `${vendors} already has the vendor "${name.snake}".`);
          return addLast(text, "export const vendors", vendorEntry(name));
        },
      },
      {
        path: "packages/drivers/src/ai-devices/registry.ts",
        apply: (text) =>
          addImport(
            addSorted(text, "export const aiDeviceDrivers", `  ${member},`),
            `import { ${name.camel} } from "./${name.kebab}.ts";`,
          ),
      },
    ],
    changesGeneratedFiles: true,
    next: [
      `Adapt ${driver} to the vendor's protocol, and replace the replies in ${test} with recorded ones.`,
      `Set the fields of its device form in ${vendors}.`,
      "Add it to the `vendors` of each module that supports it, in packages/contract/src/modules/.",
    ],
  };
}

const vendorEntry = ({ snake, title }: Name) => `  ${snake}: {
    code: "${snake}",
    title: "${title}",
    asks: { address: true, dashboard: false, credentials: false },
    reportsCameras: true,
    usesSinkPort: false,
  },`;

const driverFile = ({ camel, title }: Name) => `import type { AiDeviceDriver } from "./driver.ts";
import { healthProbe } from "./probes.ts";
import { reportedCameras } from "./reported-cameras.ts";

/** ${title} devices, with the protocol described in docs/devices.md. */
export const ${camel}: AiDeviceDriver = { probe: healthProbe, ...reportedCameras };
`;

const driverTest = ({ snake, title }: Name) => `import { describe, expect, it } from "vitest";
import type { HttpTransport } from "../../src/ai-devices/driver.ts";
import { aiDeviceDrivers } from "../../src/ai-devices/registry.ts";
import { failed, success } from "../../src/device-result.ts";

// The conformance suite tests the rules for every driver; this file tests replies of real devices.

const device = { ip: "127.0.0.1", apiPort: 8081, apiBasepath: "" };
const driver = aiDeviceDrivers.${snake};

/** A transport that returns recorded replies by path. */
const recorded =
  (replies: Record<string, string>): HttpTransport =>
  async ({ url }) => {
    const text = replies[new URL(url).pathname];
    if (text === undefined) return failed("unreachable", url);
    return success({ status: 200, contentType: "application/json", text });
  };

describe("${title} devices", () => {
  it("are healthy when they reply ok", async () => {
    expect(await driver.probe(device, recorded({ "/health": '{"status":"ok"}' }))).toEqual(success(null));
  });

  it("list their cameras", async () => {
    const replies = { "/cameras": '[{"id":1,"name":"Gate","slots":[{"id":7,"name":"A7"}]}]' };
    expect(await driver.listCameras?.(device, recorded(replies))).toEqual(
      success([{ id: "1", name: "Gate", slots: [{ id: "7", name: "A7" }] }]),
    );
  });
});
`;
