import { startGateHardware } from "../src/events.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { banner, choose, dialog, fillIn, openRecord } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";
import { addConstant } from "../src/variables.ts";

const lamp = {
  UID: "31",
  Name: "Lamp",
  "IP address": "127.10.4.41",
  Port: "5000",
  Driver: "modbus-relay",
  Timer: "3",
  "Relay number": "4",
};

test.describe("displays with variables", () => {
  test.beforeEach(async ({ site }) => {
    await site.switchOn("EPLD");
    await site.seed.variable({ name: "Level 1", scope: "epld", computedValue: 42 });
  });

  test("DISP-2 DISP-5 VAR-8 an EPLD indicator shows its variable live, and its state during a test", async ({
    site,
    operator,
  }) => {
    // Longer than a page on a slow machine takes to show that the lamp is switched.
    const litSeconds = 15;
    const hardware = await startGateHardware();
    const { ip, port, drv, rel } = hardware.relay;
    const { id } = await addConstant(site, "epld", "Deck 2", 0);
    const setTo = (value: number) =>
      site.call("PUT /variables/{id}", {
        params: { id },
        body: { type: "constant", scope: "epld", name: "Deck 2", value },
      });
    const shows = (look: string) => ({ name: `The lamp shows: ${look}` });
    await operator.goto("/epld/settings?open=displays.new-binary");
    await waitForLiveUpdates(operator);
    const form = dialog(operator, "Add indicator display");
    const relay = { "IP address": ip, Port: String(port), Driver: drv, "Relay number": String(rel) };
    await fillIn(form, { ...lamp, ...relay, Timer: String(litSeconds) });
    await expect(form.getByRole("img", shows("Off"))).toBeVisible();
    await choose(form, "Variable", "Level 1");
    await expect(form.getByRole("img", shows("Lit"))).toBeVisible();
    await choose(form, "Variable", "Deck 2");
    await expect(form.getByRole("img", shows("Off"))).toBeVisible();
    await setTo(3);
    await expect(form.getByRole("img", shows("Lit"))).toBeVisible();
    await expect(form.getByText("Deck 2 is 3: lit while it is above zero.")).toBeVisible();
    await form.getByRole("button", { name: "Add" }).click();
    await expect(form).toBeHidden();
    const [stored] = await site.call("GET /displays/{module}", { params: { module: "epld" } });
    expect(stored).toMatchObject({ variableId: id });
    await setTo(0);
    const edit = await openRecord(operator, "#31 Lamp", "Edit indicator display");
    await expect(edit.getByRole("img", shows("Off"))).toBeVisible();
    await edit.getByRole("button", { name: "Test lamp" }).click();
    await expect(edit.getByRole("status")).toContainText("Accepted");
    await expect(edit.getByText("Switched by a command.")).toBeVisible();
    await expect(edit.getByRole("img", shows("Lit"))).toBeVisible();
    await expect(edit.getByRole("img", shows("Off"))).toBeVisible({ timeout: litSeconds * 2_000 });
    await edit.getByRole("button", { name: "Clear Variable" }).click();
    await edit.getByRole("button", { name: "Save" }).click();
    await expect(banner(operator, "Updated successfully.")).toBeVisible();
    const [untied] = await site.call("GET /displays/{module}", { params: { module: "epld" } });
    expect(untied).toMatchObject({ variableId: 0 });
    await hardware.stop();
  });
});
