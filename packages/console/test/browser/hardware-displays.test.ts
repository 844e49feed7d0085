import { displayTemplates } from "@gatehouse/contract/entities/display/display-page";
import { addGrid, addIndicator } from "@gatehouse/e2e/hardware";
import { answerConfirmation, banner, card, control, dialog, fillIn, openRecord } from "@gatehouse/e2e/page-parts";
import { expect, test } from "./console-test.ts";
import { type FakeSite, httpError } from "./fake-site.ts";
import { addBase, answerVariables } from "./fake-variables.ts";

const gates = "/access-control/gates-and-actuators";
const sign = { UID: "21", Name: "Sign", Port: "9000", Driver: "tcp-text", Timer: "5" };
const lamp = {
  UID: "31",
  Name: "Lamp",
  "IP address": "127.10.4.41",
  Port: "5000",
  Driver: "modbus-relay",
  Timer: "3",
  "Relay number": "4",
};
const board = (text: string | RegExp) => ({ name: text instanceof RegExp ? text : `The sign shows: ${text}` });

test.beforeEach(({ site }) => answerDisplays(site));

/** Displays of all types are listed together. */
function answerDisplays(site: FakeSite): void {
  const infoTypes = { grid: "vms", binary: "led", multimedia: "multimedia" } as const;
  for (const type of ["grid", "binary", "multimedia"] as const) {
    site.respond(`POST /displays/${type}`, ({ body }) =>
      site.add("GET /displays/{module}", {
        ...body,
        type,
        additionalInfo: { ...("additionalInfo" in body && body.additionalInfo), type: infoTypes[type] },
      }),
    );
    site.respond(
      `PUT /displays/${type}/{id}`,
      ({ params, body }) => Object.assign(site.find("/displays", params.id), body) as never,
    );
  }
  site.respond("GET /displays/templates", () => [...displayTemplates] as never);
  site.respond("POST /displays/{id}/test", () => ({ outcome: "unreachable", detail: "connect ECONNREFUSED" }));
}

test.describe("DISP-1 each module offers its own kinds of display", () => {
  const pages = [
    ["OSD", "/overspeed-detection/settings", ["Grid"]],
    ["EPLD", "/epld/settings", ["Grid", "Multimedia", "Indicator"]],
    ["ANPR_ACCESS_CONTROL", gates, ["Grid", "Indicator"]],
    ["RFID_ACCESS_CONTROL", "/access-control/rfidos/settings", ["Grid", "Multimedia"]],
    ["LOOP_DETECTOR", "/loop-detector/settings", ["Grid", "Multimedia"]],
    ["CAMERA_COUNTING", "/camera-counting/settings", ["Grid", "Multimedia"]],
  ] as const;
  test("DISP-1 each page offers the kinds of its module", async ({ site, operator }) => {
    await site.switchOn(...pages.map(([module]) => module));
    for (const [module, page, kinds] of pages) {
      await test.step(`${module}: ${kinds.join(", ")}`, async () => {
        await operator.goto(page);
        await operator.getByRole("button", { name: "Add display" }).click();
        const form = dialog(operator, "Add grid display");
        await expect(control(form, "Type").getByRole("option")).toHaveText(kinds);
      });
    }
  });
});

test.describe("signs", () => {
  test.beforeEach(({ site }) => site.switchOn("ANPR_ACCESS_CONTROL"));

  test("DISP-1 DISP-2 a sign is added with its texts and listed as a chip", async ({ site, operator }) => {
    await operator.goto(gates);
    await operator.getByRole("button", { name: "Add display" }).click();
    const form = dialog(operator, "Add grid display");
    await expect(control(form, "Message when access is granted")).toHaveValue("ACCESS GRANTED");
    await expect(control(form, "Message when access is denied")).toHaveValue("ACCESS DENIED");
    await fillIn(form, { ...sign, "Idle message, row 1": "WELCOME" });
    await form.getByRole("button", { name: "Add" }).click();
    await expect(form).toBeHidden();
    const chip = card(operator, "Access Control Displays").getByRole("button", { name: "#21 Sign" });
    await expect(chip.getByText("Grid", { exact: true })).toBeVisible();
    const [stored] = await site.call("GET /displays/{module}", { params: { module: "ac" } });
    expect(stored).toMatchObject({
      uid: "21",
      type: "grid",
      scope: "ac",
      additionalInfo: { type: "vms", rows: 2, chars: 16, idl: ["WELCOME"] },
    });
  });

  test("DISP-1 another type keeps what both types ask for", async ({ site, operator }) => {
    await operator.goto(gates);
    await operator.getByRole("button", { name: "Add display" }).click();
    const grid = dialog(operator, "Add grid display");
    await fillIn(grid, { UID: "31", Name: "Lamp", "IP address": "127.10.4.41", Driver: "text-tcp" });
    await control(grid, "Type").selectOption("Indicator");
    const form = dialog(operator, "Add indicator display");
    await expect(control(form, "Name")).toHaveValue("Lamp");
    await expect(control(form, "IP address")).toHaveValue("127.10.4.41");
    await expect(control(form, "Driver")).toHaveValue("");
    await expect(control(form, "Rows")).toHaveCount(0);
    await fillIn(form, lamp);
    await control(form, "Initial indication").selectOption("Green");
    await form.getByRole("button", { name: "Add" }).click();
    await expect(form).toBeHidden();
    const chip = card(operator, "Access Control Displays").getByRole("button", { name: "#31 Lamp" });
    await expect(chip.getByText("Indicator", { exact: true })).toBeVisible();
    const [stored] = await site.call("GET /displays/{module}", { params: { module: "ac" } });
    expect(stored).toMatchObject({ uid: "31", type: "binary", additionalInfo: { type: "led" } });
  });

  test("DISP-2 an empty form marks each missing field of a sign", async ({ operator }) => {
    await operator.goto(`${gates}?open=displays.new-grid`);
    const form = dialog(operator, "Add grid display");
    await fillIn(form, { Rows: "", "Characters per row": "65" });
    await form.getByRole("button", { name: "Add" }).click();
    const { Timer: _, ...withoutDefault } = sign;
    for (const label of [...Object.keys(withoutDefault), "Rows"]) {
      await expect(control(form, label)).toHaveAccessibleDescription("Required");
    }
    await expect(control(form, "Timer")).toHaveValue("5");
    await expect(control(form, "Characters per row")).toHaveAccessibleDescription("Must be at most 64");
    await expect(control(form, "UID")).toBeFocused();
  });

  test("DISP-2 rows and characters limit the input", async ({ operator }) => {
    await operator.goto(`${gates}?open=displays.new-grid`);
    const form = dialog(operator, "Add grid display");
    await fillIn(form, { Rows: "3", "Characters per row": "8" });
    await control(form, "Idle message, row 3").pressSequentially("WELCOME TO US");
    await expect(control(form, "Idle message, row 3")).toHaveValue("WELCOME ");
    await expect(form.getByText("8/8")).toBeVisible();
  });

  test("DISP-2 texts that don't fit a smaller sign stay visible until they are removed", async ({ site, operator }) => {
    await addGrid(site, { rows: 3, idl: ["ONE", "TWO", "THREE"] });
    await operator.goto(gates);
    const form = await openRecord(operator, "#11 Entry sign", "Edit grid display");
    await fillIn(form, { Rows: "2", "Characters per row": "2" });
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByText("The sign has 2 rows")).toBeVisible();
    await expect(form.getByText("At most 2 characters")).toHaveCount(3);
    await expect(form.getByText("Some text doesn't fit the sign: Idle, Granted, Denied.")).toBeVisible();
    await fillIn(form, { "Characters per row": "3", "Idle message, row 3": "" });
    await expect(form.getByText("At most 2 characters")).toHaveCount(0);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(banner(operator, "Updated successfully.")).toBeVisible();
  });

  test("DISP-5 the preview shows the sign idle, granted and denied", async ({ site, operator }) => {
    await addGrid(site, { idl: ["WELCOME"] });
    await operator.goto(gates);
    const form = await openRecord(operator, "#11 Entry sign", "Edit grid display");
    await expect(form.getByRole("img", board("WELCOME"))).toBeVisible();
    await control(form, "Idle message, row 2").fill("STOP HERE");
    await expect(form.getByRole("img", board("WELCOME / STOP HERE"))).toBeVisible();
    await form.getByText("Granted", { exact: true }).click();
    await expect(form.getByRole("img", board("ACCESS GRANTED"))).toBeVisible();
    await control(form, "Message when access is denied").fill("NO ENTRY FOR EXTRAORDINARILY LONG PLATES");
    await expect(form.getByText("Some text doesn't fit the sign: Denied.")).toBeVisible();
    await form.getByText("Denied", { exact: true }).click();
    await control(form, "Message when access is denied").fill("NO");
    await expect(form.getByRole("img", board("NO"))).toBeVisible();
    await expect(form.getByText("Some text doesn't fit the sign")).toBeHidden();
  });

  test("DISP-2 DISP-5 an indicator has a preview", async ({ site, operator }) => {
    await operator.goto(`${gates}?open=displays.new-binary`);
    const form = dialog(operator, "Add indicator display");
    await expect(form.getByRole("img", { name: "The lamp shows: Off" })).toBeVisible();
    await form.getByRole("button", { name: "Add" }).click();
    const { Timer: _, ...withoutDefault } = lamp;
    for (const label of Object.keys(withoutDefault)) {
      await expect(control(form, label)).toHaveAccessibleDescription("Required");
    }
    await expect(control(form, "Timer")).toHaveValue("5");
    await fillIn(form, lamp);
    await control(form, "Initial indication").selectOption("Green");
    await expect(form.getByRole("img", { name: "The lamp shows: Green" })).toBeVisible();
    await form.getByRole("button", { name: "Add" }).click();
    await expect(form).toBeHidden();
    const [stored] = await site.call("GET /displays/{module}", { params: { module: "ac" } });
    expect(stored).toMatchObject({ type: "binary", additionalInfo: { type: "led", ind: "g", rel: 4, tmr: 3 } });
  });

  test("DISP-4 success and failure show the display's messages", async ({ site, operator }) => {
    const { id } = await addGrid(site);
    await operator.goto(gates);
    await expect(operator.getByRole("button", { name: "#11 Entry sign" })).toBeVisible();
    await operator.route("**/api/displays/grid", (route) => route.abort());
    await operator.route(`**/api/displays/grid/${id}`, (route) => route.abort());
    await operator.route(`**/api/displays/${id}`, (route) => route.abort(), { times: 1 });
    const form = await openRecord(operator, "#11 Entry sign", "Edit grid display");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByRole("alert")).toHaveText("Failed to save changes");
    await form.getByRole("button", { name: "Delete" }).click();
    await answerConfirmation(operator, "Are you sure you want to delete: Entry sign", "Yes");
    await expect(form.getByRole("alert")).toHaveText("Failed to delete display");
    await form.getByRole("button", { name: "Show test text" }).click();
    await expect(form.getByRole("status")).toHaveText(/^Unreachable: /);
    await form.getByRole("button", { name: "Delete" }).click();
    await answerConfirmation(operator, "Are you sure you want to delete: Entry sign", "Yes");
    await expect(banner(operator, "Display deleted successfully")).toBeVisible();
    await operator.getByRole("button", { name: "Add display" }).click();
    const added = dialog(operator, "Add grid display");
    await fillIn(added, sign);
    await added.getByRole("button", { name: "Add" }).click();
    await expect(added.getByRole("alert")).toHaveText("Failed to add display");
  });

  test("GATE-5 DISP-4 a display in use by a gate can't be deleted", async ({ site, operator }) => {
    await addIndicator(site, "12", "Lamp");
    site.respond("DELETE /displays/{id}", () => {
      throw httpError("record/in-use", { dependents: [{ kind: "gates", id: 7, name: "Main entry" }] });
    });
    await operator.goto(gates);
    const form = await openRecord(operator, "#12 Lamp", "Edit indicator display");
    await form.getByRole("button", { name: "Delete" }).click();
    await answerConfirmation(operator, "Are you sure you want to delete: Lamp", "Yes");
    await expect(form.getByRole("link", { name: "Gate Main entry" })).toBeVisible();
  });
});

test.describe("displays with variables", () => {
  test.beforeEach(async ({ site }) => {
    await site.switchOn("EPLD");
    answerVariables(site);
    addBase(site, "epld", "Level 1", 42);
  });

  test("DISP-3 DISP-5 a sign shows labels with the current values of their variables", async ({ operator }) => {
    await operator.goto("/epld/settings?open=displays.new-grid");
    const form = dialog(operator, "Add grid display");
    await fillIn(form, sign);
    await form.getByRole("button", { name: "Add variable" }).click();
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(control(form, "Label 1")).toHaveAccessibleDescription("Label cannot be empty");
    await expect(control(form, "Variable 1")).toHaveAccessibleDescription("Variable not selected");
    await expect(control(form, "Label 1")).toBeFocused();
    await control(form, "Label 1").fill("L1:");
    await control(form, "Variable 1").selectOption("Level 1");
    await expect(form.getByText("Label cannot be empty")).toBeHidden();
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(control(form, "Label 1")).toHaveAccessibleDescription('A label cannot contain ":" or ";"');
    await control(form, "Label 1").fill("LEVEL 1");
    await expect(form.getByRole("img", board(/LEVEL 1\s+42$/))).toBeVisible();
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(operator.getByRole("button", { name: "#21 Sign" })).toBeVisible();
  });

  test("DISP-2 DISP-5 a screen needs a variable for each key of its template", async ({ site, operator }) => {
    await operator.goto("/epld/settings?open=displays.new-multimedia");
    const form = dialog(operator, "Add multimedia display");
    await fillIn(form, { UID: "41", Name: "Screen" });
    await form.getByRole("button", { name: "Add" }).click();
    await expect(control(form, "Template")).toHaveAccessibleDescription("Required");
    await control(form, "Template").selectOption("Free and total");
    await control(form, "free").selectOption("Level 1");
    await form.getByRole("button", { name: "Add" }).click();
    await expect(form.getByText("A variable should be selected for each template key")).toBeVisible();
    await expect(control(form, "total")).toBeFocused();
    await control(form, "total").selectOption("Level 1");
    await expect(form.getByText("A variable should be selected for each template key")).toBeHidden();
    await expect(form.getByLabel("The screen shows: Free and total")).toContainText("42FREEof 42 spaces");
    await form.getByRole("button", { name: "Add" }).click();
    await expect(form).toBeHidden();
    const [stored] = await site.call("GET /displays/{module}", { params: { module: "epld" } });
    expect(stored).toMatchObject({ type: "multimedia", templateId: 2 });
  });
});
