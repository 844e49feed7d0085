import { callApi } from "../src/api-client.ts";
import { expectAccessible } from "../src/axe.ts";
import {
  addPushingDevice,
  addWiredGate,
  type GateHardware,
  picture,
  platePattern,
  startGateHardware,
} from "../src/events.ts";
import { addGate } from "../src/hardware.ts";
import { addIdentifier } from "../src/identifiers.ts";
import { waitForLiveUpdates } from "../src/live-updates.ts";
import { banner, chooseAccountEntry, control, dialog, field } from "../src/page-parts.ts";
import { addPerson, signInAs } from "../src/people.ts";
import { pressStationKey, stationCard } from "../src/station.ts";
import { test as base, expect } from "../src/test.ts";

const test = base.extend<{ hardware: GateHardware }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  hardware: async ({}, use) => {
    const hardware = await startGateHardware();
    await use(hardware);
    await hardware.stop();
  },
});

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test("PASS-3 a guard admits a visitor from the station, by keyboard alone", async ({ site, page, hardware }) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const gate = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
  await signInAs(page, site, "ravi", { role: "guard", gateIds: [gate.id] });
  await page.goto("/station");
  await page.getByRole("link", { name: "Main entry", exact: true }).click();
  await expect(page.getByText("No vehicles yet")).toBeVisible();
  await waitForLiveUpdates(page);
  await device.push({ type: "plate", plate: "KA01AB1234" });
  await expect(stationCard(page)).toContainText("Denied");
  await expect(stationCard(page)).toContainText(platePattern("KA01AB1234"));
  await expectAccessible(page);

  await pressStationKey(page, "v");
  const form = dialog(page, "Admit visitor");
  await expect(field(form, "Visitor")).toBeFocused();
  await expect(field(form, "Plate")).toHaveValue("KA01AB1234");
  await expect(field(form, "Entries")).toHaveValue("1");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Admit and open for KA 01 AB 1234", exact: true }).click();
  await expect(field(form, "Visitor")).toHaveAccessibleDescription(/Required/);
  await field(form, "Visitor").fill("Meera");
  await field(form, "Host").fill("Asha");
  await page.keyboard.press("Enter");
  await expect(stationCard(page).getByRole("status")).toContainText(
    /Open command.*Accepted.*ravi: Visitor Meera for Asha/,
  );
  await expect(form).toHaveCount(0);
  expect(hardware.pulses).toBe(1);
  const passes = await site.call("GET /access/passes", {});
  expect(passes).toMatchObject([{ lp: "KA01AB1234", name: "Meera", host: "Asha", uses: 1, gateIds: [gate.id] }]);
});

test("PASS-3 a visitor stays in the form until the gate opens, while the next vehicle arrives", async ({
  site,
  operator,
  hardware,
}) => {
  hardware.reply = "rejects";
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const gate = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
  await device.push({ type: "plate", plate: "KA01AB1234" });
  await operator.goto(`/station/${gate.id}`);
  await waitForLiveUpdates(operator);
  await operator.getByRole("button", { name: "Admit visitor", exact: true }).click();
  const form = dialog(operator, "Admit visitor");
  await field(form, "Visitor").fill("Meera");
  await device.push({ type: "plate", plate: "KA02CD5678" });
  await expect(form.getByRole("alert")).toContainText(/Another vehicle was read since: KA.*5678/);
  await form.getByRole("button", { name: "Admit and open for KA 01 AB 1234", exact: true }).click();
  const check = dialog(operator, "Is it still at the barrier?");
  await expect(check).toContainText(platePattern("KA01AB1234"));
  await check.getByRole("button", { name: "Yes, it is still there", exact: true }).click();
  await expect(form.getByText("The pass was added, but the gate did not open.")).toBeVisible();
  hardware.reply = "accepts";
  await form.getByRole("button", { name: "Open again for KA 01 AB 1234", exact: true }).click();
  await check.getByRole("button", { name: "Yes, it is still there", exact: true }).click();
  await expect(form).toHaveCount(0);
  expect(await site.call("GET /access/passes", {})).toHaveLength(1);
  expect(hardware.pulses).toBe(1);
});

test("PASS-3 a form adds no pass for a vehicle that has left, and closes without a question once it was added", async ({
  site,
  operator,
  hardware,
}) => {
  hardware.reply = "rejects";
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const gate = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
  await device.push({ type: "plate", plate: "KA01AB1234" });
  await operator.goto(`/station/${gate.id}`);
  await waitForLiveUpdates(operator);
  await operator.getByRole("button", { name: "Admit visitor", exact: true }).click();
  const form = dialog(operator, "Admit visitor");
  const check = dialog(operator, "Is it still at the barrier?");
  const asked = dialog(operator, "Please confirm");
  await field(form, "Visitor").fill("Meera");
  await operator.keyboard.press("Escape");
  await expect(asked).toContainText("You have unsaved changes");
  await asked.getByRole("button", { name: "No" }).click();
  const admit = form.getByRole("button", { name: "Admit and open for KA 01 AB 1234", exact: true });
  await device.push({ type: "plate", plate: "KA02CD5678" });
  await expect(form.getByRole("alert")).toContainText(/Another vehicle was read since/);
  await admit.click();
  await check.getByRole("button", { name: "No", exact: true }).click();
  await expect(admit).toBeEnabled();
  expect(await site.call("GET /access/passes", {})).toEqual([]);
  await admit.click();
  await check.getByRole("button", { name: "Yes, it is still there", exact: true }).click();
  await expect(form.getByText("The pass was added, but the gate did not open.")).toBeVisible();
  await operator.keyboard.press("Escape");
  await expect(form).toHaveCount(0);
});

test("OPS-5 a guard opens the gate of a vehicle with a reason from the list or a typed one", async ({
  site,
  operator,
  hardware,
}) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const gate = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
  await site.configure("openReasons", "Delivery, Fire brigade");
  await device.push({ type: "plate", plate: "KA01AB1234" });
  await operator.goto(`/station/${gate.id}`);
  await expect(stationCard(operator)).toContainText("Denied");
  await pressStationKey(operator, "o");
  const form = dialog(operator, "Open Main entry");
  await expect(form.getByRole("button", { name: "Delivery", exact: true })).toBeFocused();
  await operator.keyboard.press("Escape");
  const openButton = operator.getByRole("button", { name: "Open for KA 01 AB 1234", exact: true });
  await expect(openButton).toBeFocused();
  // Without a pause: the second key is kept until the dialog is there, and further ones do nothing.
  await operator.keyboard.press("o");
  await operator.keyboard.press("2");
  await operator.keyboard.press("1");
  await operator.keyboard.press("2");
  await expect(stationCard(operator).getByRole("status")).toContainText(/Accepted.*admin: Fire brigade/);
  await expect(form).toHaveCount(0);
  expect(hardware.pulses).toBe(1);

  hardware.reply = "rejects";
  await device.push({ type: "plate", plate: "KA02CD5678" });
  await expect(stationCard(operator)).toContainText(platePattern("KA02CD5678"));
  await operator.getByRole("button", { name: "Open for KA 02 CD 5678", exact: true }).click();
  await form.getByRole("button", { name: "Open for KA 02 CD 5678", exact: true }).click();
  await expect(control(form, "Other reason")).toHaveAccessibleDescription(/Enter a reason/);
  await control(form, "Other reason").fill("Flat 402");
  await operator.keyboard.press("Enter");
  await expect(stationCard(operator).getByRole("status")).toContainText(/Rejected.*admin: Flat 402/);
});

test("OPS-3 OPS-5 a guard who turns away a vehicle that a colleague let in learns who it was", async ({
  site,
  page,
  hardware,
}) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const gate = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
  await device.push({ type: "plate", plate: "KA01AB1234" });
  await signInAs(page, site, "ravi", { role: "guard" });
  await page.goto(`/station/${gate.id}`);
  await page.getByRole("button", { name: "Deny", exact: true }).click();
  const form = dialog(page, "Turn away");
  await field(form, "Reason").fill("Not expected");
  const { waiting } = await site.call("GET /station/{gateId}", { params: { gateId: gate.id } });
  const params = { module: "anpr-ac", id: waiting[0]?.event.id ?? 0 };
  await site.call("POST /events/{module}/{id}/open", { params, body: { reason: "Delivery", passId: null } });
  await form.getByRole("button", { name: "Turn away", exact: true }).click();
  await expect(banner(page, "admin has already opened the gate for this vehicle")).toBeVisible();
});

test("OPS-3 keys act on the vehicle at the barrier, and on an older one only after a look at its age and picture", async ({
  site,
  operator,
  hardware,
}) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  const gate = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
  const sent = Promise.withResolvers<void>();
  await operator.route("**/api/event-images/*", async (route) => {
    await sent.promise;
    await route.continue();
  });
  await addIdentifier(site, "KA05MN8080");
  await device.push({ type: "plate", plate: "KA01AB1111" });
  await operator.goto(`/station/${gate.id}`);
  await waitForLiveUpdates(operator);
  const form = dialog(operator, "Open Main entry");
  const check = dialog(operator, "Is it still at the barrier?");
  const left = operator.getByRole("region", { name: "Vehicles that may have left" });

  await test.step("a newer vehicle takes the place on the screen, and a key pressed at once does nothing", async () => {
    await pressStationKey(operator, "o");
    await operator.keyboard.press("Escape");
    await expect(form).toHaveCount(0);
    await device.push({ type: "plate", plate: "KA02CD2222", images: { full: picture } });
    await expect(stationCard(operator)).toContainText(platePattern("KA02CD2222"));
    await operator.keyboard.press("o");
    await expect(operator.getByRole("button", { name: "Open for KA 02 CD 2222", exact: true })).toBeEnabled();
    await expect(form).toHaveCount(0);
    await expect(left).toContainText(platePattern("KA01AB1111"));
  });
  await test.step("an open dialog keeps its vehicle and says that another came, and then asks", async () => {
    await operator.keyboard.press("o");
    await expect(form).toContainText(platePattern("KA02CD2222"));
    await device.push({ type: "plate", plate: "KA03EF3333" });
    await expect(form.getByRole("alert")).toContainText(/Another vehicle was read since: KA.*3333/);
    await operator.keyboard.press("1");
    await expect(check).toContainText(platePattern("KA02CD2222"));
    await expect(check).toContainText(/Read 00:\d\d ago/);
    await expectAccessible(operator);
    await check.getByRole("button", { name: "No", exact: true }).click();
    await operator.keyboard.press("Escape");
    await expect(stationCard(operator)).toContainText(platePattern("KA03EF3333"));
    // Its button has gone with the card of the other vehicle.
    await expect(operator.getByRole("region", { name: "Main entry", exact: true })).toBeFocused();
    expect(hardware.pulses).toBe(0);
  });
  await test.step("a vehicle that was chosen shows why it may have left, and opens after a look", async () => {
    await left.getByRole("button", { name: platePattern("KA01AB1111") }).click();
    await expect(stationCard(operator).getByText(/^Left\? Another vehicle was read since: KA.*3333/)).toBeVisible();
    await pressStationKey(operator, "o");
    await operator.keyboard.press("1");
    await check.getByRole("button", { name: "Yes, it is still there", exact: true }).click();
    await expect(form).toHaveCount(0);
    await expect(operator.getByRole("region", { name: "Earlier vehicles" })).toContainText("Let in by admin");
    expect(hardware.pulses).toBe(1);
  });
  await test.step("a correction asks too, and its answer waits for the picture", async () => {
    await left.getByRole("button", { name: platePattern("KA02CD2222") }).click();
    await pressStationKey(operator, "p");
    await field(dialog(operator, "Correct plate"), "Actual plate").fill("KA02CD2229");
    await operator.keyboard.press("Enter");
    await expect(check.getByRole("img", { name: "This vehicle when it was read" })).toBeAttached();
    const age = async () => Number((await check.getByText(/^Read .* ago$/).textContent())?.replaceAll(/\D/g, ""));
    const asked = await age();
    await expect.poll(age).toBeGreaterThan(asked + 1);
    const yes = check.getByRole("button", { name: "Yes, it is still there", exact: true });
    await expect(yes).toBeDisabled();
    sent.resolve();
    await yes.click();
    await expect(stationCard(operator)).toContainText("Read as KA 02 CD 2222, corrected by admin");
    expect(hardware.pulses).toBe(1);
    const waiting = operator.getByRole("region", { name: "Waiting vehicles" });
    await waiting.getByRole("button", { name: platePattern("KA03EF3333") }).click();
  });
  await test.step("keys act while a closed dialog fades out", async () => {
    await operator.emulateMedia({ reducedMotion: "no-preference" });
    await pressStationKey(operator, "d");
    await expect(field(dialog(operator, "Turn away"), "Reason")).toBeFocused();
    await operator.keyboard.press("Escape");
    await operator.keyboard.press("v");
    await expect(field(dialog(operator, "Admit visitor"), "Visitor")).toBeFocused();
    await operator.emulateMedia({ reducedMotion: "reduce" });
  });
  await test.step("a visitor's form whose vehicle left does not say that the gate has opened before", async () => {
    const visitor = dialog(operator, "Admit visitor");
    await field(visitor, "Visitor").fill("Meera");
    await operator.route("**/api/station/*", (route) => route.abort());
    await device.push({ type: "plate", plate: "KA03EF4444" });
    await operator.keyboard.press("Enter");
    await check.getByRole("button", { name: "No", exact: true }).click();
    await expect(visitor.getByText("The pass was added, but the gate did not open.")).toBeVisible();
    await expect(visitor.getByRole("button", { name: "Open for KA 03 EF 3333", exact: true })).toBeEnabled();
    await operator.unroute("**/api/station/*");
    await operator.keyboard.press("Escape");
    await expect(stationCard(operator)).toContainText(platePattern("KA03EF4444"));
  });
  await test.step("the server refuses what the screen does not show yet", async () => {
    await operator.route("**/api/station/*", (route) => route.abort());
    await pressStationKey(operator, "o");
    await device.push({ type: "plate", plate: "KA04GH4444" });
    await operator.keyboard.press("1");
    await expect(check).toContainText(
      "Another vehicle was read since. Check that this vehicle is still at the barrier.",
    );
    expect(hardware.pulses).toBe(1);
    await check.getByRole("button", { name: "No", exact: true }).click();
    await operator.keyboard.press("Escape");
    await operator.unroute("**/api/station/*");
  });
  await test.step("a plate that was corrected before the question is not corrected again after it", async () => {
    await device.push({ type: "plate", plate: "KA05MN808O" });
    await operator.getByRole("button", { name: "It is KA 05 MN 8080", exact: true }).click();
    await operator.route("**/api/station/*", (route) => route.abort());
    await device.push({ type: "plate", plate: "KA06MN6666" });
    await dialog(operator, "It is this one")
      .getByRole("button", { name: "Correct and open for KA 05 MN 8080" })
      .click();
    await check.getByRole("button", { name: "Yes, it is still there", exact: true }).click();
    await expect(dialog(operator, "It is this one")).toHaveCount(0);
    expect(hardware.pulses).toBe(2);
  });
});

test("OPS-3 a gate without a vehicle, an unknown gate and a site without gates are explained", async ({
  site,
  operator,
}) => {
  await operator.goto("/station");
  await expect(operator.getByText("No gates yet")).toBeVisible();
  await addGate(site, "Bare gate");
  await operator.goto("/station");
  await operator.getByRole("link", { name: "Bare gate", exact: true }).click();
  await expect(operator.getByText("No vehicles yet")).toBeVisible();
  for (const id of ["abc", "0", "1.5", "999999"]) {
    await operator.goto(`/station/${id}`);
    await expect(operator.getByText("This gate does not exist")).toBeVisible();
  }
  await operator.getByRole("link", { name: "Choose another gate" }).click();
  await expect(operator.getByRole("link", { name: "Bare gate", exact: true })).toBeVisible();
});

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true });

  test("OPS-3 controls are at least 40 px high, and no letters of keys are shown", async ({
    site,
    operator,
    hardware,
  }) => {
    const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
    const gate = await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
    await device.push({ type: "plate", plate: "KA01AB1234" });
    const token = await addPerson(site, "ravi", { role: "guard" });
    await callApi(site.address, token, "PUT /auth/pin", { body: { pin: "2580" } });
    /** Visible controls that are lower than a finger needs. */
    const smallOn = async (path: string, shown: string) => {
      await operator.goto(path);
      await expect(operator.getByText(shown).first()).toBeVisible();
      return small();
    };
    const small = () =>
      operator.evaluate(() =>
        [...document.querySelectorAll("button, select, input, [role=tab], [role=option]")]
          .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          .map((control) => control.closest(".mantine-Switch-body, .mantine-Checkbox-body") ?? control)
          .filter((control) => control.getBoundingClientRect().height < 39.5 && control.clientWidth > 1)
          .map((control) => control.outerHTML.slice(0, 200)),
      );
    expect(await smallOn(`/station/${gate.id}`, "Admit visitor")).toEqual([]);
    await expect(operator.locator("kbd").filter({ visible: true })).toHaveCount(0);
    await operator.getByRole("button", { name: "Open for KA 01 AB 1234", exact: true }).click();
    await expect(control(dialog(operator, "Open Main entry"), "Other reason")).toBeVisible();
    expect(await small()).toEqual([]);
    await operator.keyboard.press("Escape");
    await chooseAccountEntry(operator, "Switch person");
    await dialog(operator, "Switch person").getByRole("button", { name: "ravi" }).click();
    await expect(field(dialog(operator, "Switch person"), "PIN of ravi")).toBeFocused();
    expect(await small()).toEqual([]);
    expect(await smallOn("/access-control/gates-and-actuators", "Main entry")).toEqual([]);
    expect(await smallOn("/configurations", "retentionDays")).toEqual([]);
    expect(await smallOn("/overview", "Main entry")).toEqual([]);
  });
});
