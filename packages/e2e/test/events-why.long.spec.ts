import { addSchedule } from "../src/access.ts";
import { expectAccessible } from "../src/axe.ts";
import { addPushingDevice, addWiredGate, eventRow, picture, platePattern, startGateHardware } from "../src/events.ts";
import { addGate, reservation, sendReservations } from "../src/hardware.ts";
import { addIdentifier, daysFromNow, plateField } from "../src/identifiers.ts";
import { control, dialog, fillIn } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";

const page = "/access-control/events";

test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

test("ENG-1 Why? shows for a granted vehicle the reading, every check and the result of each command", async ({
  site,
  operator,
}) => {
  const hardware = await startGateHardware();
  try {
    const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
    await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
    await addIdentifier(site, "KA01AB1234", { ownerName: "Asha Rao" });
    await device.push({ type: "plate", plate: "ka-01 ab 1234" }, { type: "plate", plate: "KA01AB1234" });
    await operator.goto(page);
    await expect(eventRow(operator, "Entry camera")).toContainText("seen 2 times");
    await operator.getByRole("button", { name: "Why? KA01AB1234" }).click();
    const why = dialog(operator, "Why?");
    await expect(why.getByRole("status")).toContainText(/Granted.*Valid identifier/);
    await expect(why).toContainText("ka-01 ab 1234");
    await expect(why.getByRole("listitem").filter({ hasText: "Read at gate Main entry" })).toContainText("Main entry");
    const candidate = why.getByRole("region", { name: platePattern("KA01AB1234") });
    await expect(candidate.getByRole("img", { name: "Passed" }).first()).toBeVisible();
    const commands = why.getByRole("list", { name: "Commands" });
    await expect(commands.getByRole("listitem").filter({ hasText: "Open North boom" })).toContainText("Accepted");
    await expect(commands.getByRole("listitem").filter({ hasText: "Show on Entry sign" })).toContainText("Accepted");
    await expect(why.getByRole("list", { name: "Sightings" }).getByRole("listitem")).toHaveCount(1);
    expect(hardware.pulses).toBe(1);
    await expectAccessible(operator);
    await why.getByRole("link", { name: "Show identifier" }).click();
    await expect(operator).toHaveURL("/access-control/ids?q=KA01AB1234");
  } finally {
    await hardware.stop();
  }
});

test("ENG-1 Why? shows for a denied vehicle times in the site's zone, and What if? checks another time", async ({
  site,
  operator,
}) => {
  await site.configure("timeZone", "Asia/Kolkata");
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  await addGate(site, "Main entry", { cameraId: device.cameraId });
  const opens = new Date(Date.parse(daysFromNow(1)) - 3_600_000);
  await sendReservations(site, [
    reservation(1, { lp: "MH12QX7788", validFrom: opens.toISOString(), validTo: daysFromNow(2) }),
  ]);
  await device.push({ type: "plate", plate: "MH12QX7788" });
  await operator.goto(`${page}?tab=received`);
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata", hour: "2-digit", minute: "2-digit" });
  await expect(eventRow(operator, "Reservation allows entry from")).toContainText(clock.format(opens));
  await operator.getByRole("button", { name: "Why? MH12QX7788" }).click();
  await expect(dialog(operator, "Why?").getByRole("status")).toContainText(clock.format(opens));
  await dialog(operator, "Why?").getByRole("button", { name: "What if?" }).click();
  const ask = dialog(operator, "What if?");
  await expect(ask.getByRole("status")).toContainText("Denied");
  await expect(plateField(ask)).toHaveValue("MH12QX7788");
  const tomorrow = new Date(Date.parse(daysFromNow(1)) + 5.5 * 3_600_000).toISOString().slice(0, 16);
  await control(ask, "Time").fill(tomorrow);
  await ask.getByRole("button", { name: "Check" }).click();
  await expect(ask.getByRole("status")).toContainText("Granted");
  const link = operator.url();
  await operator.goto("/configurations");
  await operator.goto(link);
  await expect(dialog(operator, "What if?").getByRole("status")).toContainText("Granted");
  await expectAccessible(operator);
});

test("OPS-5 a vehicle is let in, shown a text and registered where it is seen: in Why? and in the picture viewer", async ({
  site,
  operator,
}) => {
  const hardware = await startGateHardware();
  try {
    await site.configure("openReasons", "Delivery, Flat 402");
    const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
    await addWiredGate(site, hardware, "Main entry", { cameraId: device.cameraId });
    await device.push({ type: "plate", plate: "TN22BZ9001", images: { full: picture } });
    await operator.goto(`${page}?tab=all`);
    await operator.getByRole("button", { name: "Why? TN22BZ9001" }).click();
    const why = dialog(operator, "Why?");
    await why.getByRole("button", { name: "Open barrier" }).click();
    const opening = dialog(operator, "Open Main entry");
    await opening.getByRole("button", { name: "Flat 402" }).click();
    await expect(control(opening, "Reason")).toHaveValue("Flat 402");
    await expectAccessible(operator);
    await opening.getByRole("button", { name: "Open for TN 22 BZ 9001", exact: true }).click();
    await expect(opening.getByRole("status")).toContainText("Accepted");
    expect(hardware.pulses).toBe(1);
    await operator.keyboard.press("Escape");
    await expect(opening).toBeHidden();
    await expect(why.getByText("Let in by admin: Flat 402", { exact: true })).toBeVisible();
    await why.getByRole("button", { name: "Show text" }).click();
    const showing = dialog(operator, "Show text at Main entry");
    await fillIn(showing, { Text: "TURN LEFT", Reason: "Visitor" });
    await showing.getByRole("button", { name: "Show text" }).click();
    await expect(showing.getByRole("status")).toContainText("Accepted");
    expect(hardware.shownTexts.join()).toContain("TURN LEFT");
    await operator.keyboard.press("Escape");
    await expect(showing).toBeHidden();
    await why.getByRole("button", { name: "Add plate" }).click();
    const adding = dialog(operator, "Add Identifier");
    await expect(plateField(adding)).toHaveValue("TN22BZ9001");
    await control(adding, "Vehicle type").selectOption("Car");
    await adding.getByRole("button", { name: "Add", exact: true }).click();
    await expect(adding).toBeHidden();
    await expect(why.getByRole("button", { name: "Add plate" })).toBeHidden();
    await operator.keyboard.press("Escape");
    await expect(why).toBeHidden();
    await expect(eventRow(operator, "Entry camera")).toContainText("Let in by admin: Flat 402");
    await operator.getByRole("button", { name: "Images of TN22BZ9001" }).click();
    const viewer = dialog(operator, "Images");
    await expect(viewer).toContainText("Let in by admin: Flat 402");
    await viewer.getByRole("button", { name: "Open barrier" }).click();
    await control(opening, "Reason").fill("0 again");
    // The keys of the viewer, such as 0 and Escape, belong to the dialog above it.
    await operator.keyboard.press("Escape");
    await expect(viewer.getByRole("button", { name: "Show text" })).toBeVisible();
  } finally {
    await hardware.stop();
  }
});

test("RULE-8 Why? and What if? list the steps of the evaluation with their facts, and the nearest fix", async ({
  site,
  operator,
}) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Entry camera");
  await addGate(site, "Main entry", { cameraId: device.cameraId });
  const { id: groupId } = await site.call("POST /access/groups", { body: { name: "Contractors" } });
  const { id: scheduleId } = await addSchedule(site, "Working hours");
  const body = { name: "Contractors by day", effect: "allow", groupId, scheduleId } as const;
  const rule = await site.call("POST /access/rules", { body });
  const generated = (await site.call("GET /access/rules", {})).filter(({ id }) => id !== rule.id);
  for (const { id } of generated) await site.call("DELETE /access/rules/{id}", { params: { id } });
  await addIdentifier(site, "KA01AB1234", { groupIds: [groupId] });
  await addIdentifier(site, "KA02CD5678");
  await device.push({ type: "plate", plate: "KA02CD5678" });

  await operator.goto(`${page}?tab=received`);
  await operator.getByRole("button", { name: "Why? KA02CD5678" }).click();
  const why = dialog(operator, "Why?");
  const fix = 'Add it to group Contractors, which rule "Contractors by day" allows at Main entry';
  await expect(why.getByRole("status")).toContainText(`Nearest fix: ${fix}`);
  const step = (name: string) => why.getByRole("listitem").filter({ hasText: name });
  await expect(step("Deny list:")).toContainText("Not on the deny list");
  await expect(step("Deny rules:")).toContainText("Rules considered0");
  await expect(step("Allow rules:")).toContainText("No rule allows this vehicle at this gate");
  await expect(step("Allow rules:").getByRole("img", { name: "Failed" })).toBeVisible();
  await expect(why).toContainText(/Version \d+ of the rules/);
  await expectAccessible(operator);

  await why.getByRole("button", { name: "What if?" }).click();
  const ask = dialog(operator, "What if?");
  await plateField(ask).fill("KA01AB1234");
  await control(ask, "Time").fill("2026-11-16T18:07");
  await ask.getByRole("button", { name: "Check" }).click();
  await expect(ask.getByRole("status")).toContainText("Contractors are allowed until 18:00; it was 18:07");
  await control(ask, "Time").fill("2026-11-16T17:59");
  await ask.getByRole("button", { name: "Check" }).click();
  await expect(ask.getByRole("status")).toContainText("Granted");
  await expect(ask.getByRole("listitem").filter({ hasText: "Allow rules:" })).toContainText("06:00–18:00");
});

test("ENG-1 What if? opens from an identifier and from the palette, and marks missing fields", async ({
  site,
  operator,
}) => {
  await addGate(site, "Main entry");
  await addIdentifier(site, "KA01AB1234");
  await operator.goto("/access-control/ids");
  await operator.getByRole("button", { name: "What if KA01AB1234" }).click();
  const ask = dialog(operator, "What if?");
  await expect(plateField(ask)).toHaveValue("KA01AB1234");
  await ask.getByRole("button", { name: "Check" }).click();
  await expect(control(ask, "Gate")).toHaveAccessibleDescription("Required");
  await control(ask, "Gate").selectOption("Main entry");
  await ask.getByRole("button", { name: "Check" }).click();
  await expect(ask.getByRole("status")).toContainText("Granted");
  await operator.keyboard.press("Escape");
  await expect(ask).toBeHidden();
  await operator.keyboard.press("Control+k");
  await operator.getByRole("combobox", { name: "Go to a page" }).fill("what if");
  await operator.keyboard.press("Enter");
  await ask.getByText("RFID", { exact: true }).click();
  await control(ask, "Tag").fill("E2009999");
  await control(ask, "Gate").selectOption("Main entry");
  await ask.getByRole("button", { name: "Check" }).click();
  await expect(ask.getByRole("status")).toContainText("RFID Access Control is not active");
});

test("EVT-3 images open enlarged with the plate; keys zoom and go to the next event", async ({ site, operator }) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Yard camera");
  const images = { full: picture, plate: picture };
  // One after the other: two events of one push can have the same time and be listed in either order.
  await device.push({ type: "plate", plate: "KA1", images });
  await device.push({ type: "plate", plate: "KA2", images });
  await operator.goto(`${page}?tab=received`);
  // Images are stored after their events, and the viewer skips events without images.
  await expect(operator.getByRole("button", { name: "Images of KA1" })).toBeVisible();
  await operator.getByRole("button", { name: "Images of KA2" }).click();
  const viewer = dialog(operator, "Images");
  await expect(viewer.getByRole("img", { name: "Vehicle" })).toBeVisible();
  await expect(viewer.getByRole("img", { name: "License plate" })).toBeVisible();
  await operator.keyboard.press("+");
  await expect(viewer.getByRole("status", { name: "Zoom" })).toHaveText("140 %");
  await viewer.getByRole("img", { name: "Vehicle" }).hover();
  await operator.mouse.wheel(0, -100);
  await expect(viewer.getByRole("status", { name: "Zoom" })).toHaveText("196 %");
  await viewer.getByRole("button", { name: "Whole image" }).click();
  await expect(viewer.getByRole("status", { name: "Zoom" })).toHaveText("100 %");
  await operator.keyboard.press("ArrowRight");
  await expect(viewer).toHaveText(platePattern("KA1"));
  await expect(viewer.getByRole("button", { name: "Older event" })).toBeDisabled();
  await expectAccessible(operator);
});

test("EVT-3 a failure to load images is shown, and a missing image is not a failure", async ({ site, operator }) => {
  const device = await addPushingDevice(site, "ANPR_ACCESS_CONTROL", "Yard camera");
  await device.push(
    { type: "plate", plate: "KA1", images: { full: picture, plate: picture } },
    { type: "plate", plate: "KA2" },
  );
  await operator.route("**/api/event-images/**", (route) => route.fulfill({ status: 404, body: "" }));
  await operator.goto(`${page}?tab=received`);
  await expect(
    eventRow(operator, "KA 2").or(eventRow(operator, "KA2")).getByRole("img", { name: "No vehicle image" }),
  ).toBeVisible();
  const listed = eventRow(operator, "KA 1").or(eventRow(operator, "KA1"));
  await expect(listed.getByText("Error loading vehicle image", { exact: true })).toBeVisible();
  await expect(listed.getByText("Error loading license plate image", { exact: true })).toBeVisible();
  await operator.getByRole("button", { name: "Images of KA1" }).click();
  const viewer = dialog(operator, "Images");
  await expect(viewer.getByText("Error loading vehicle image")).toBeVisible();
  await expect(viewer.getByText("Error loading license plate image")).toBeVisible();
});
