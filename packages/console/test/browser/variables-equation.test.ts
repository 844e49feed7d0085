import type { Locator } from "@gatehouse/e2e/browser-commands";
import { banner, choose, control, dialog, fillIn, openDialog } from "@gatehouse/e2e/page-parts";
import {
  addDynamic,
  addSlotController,
  equation,
  findVariable,
  variablePages,
  variableRow,
} from "@gatehouse/e2e/variables";
import { expect, test } from "./console-test.ts";
import { invalidFields } from "./fake-site.ts";
import { addBase, addCamera, addCounts, addSlots, answerVariables } from "./fake-variables.ts";

const epld = variablePages.epld;
const cc = variablePages.cc;

/** The variables in an equation's input. */
const chips = (form: Locator) => form.getByRole("list", { name: "Variables of the equation" }).getByRole("listitem");
const options = (form: Locator) => form.page().getByRole("option");

test.beforeEach(({ site }) => {
  answerVariables(site);
  return site.switchOn("EPLD", "CAMERA_COUNTING", "RFID_ACCESS_CONTROL");
});

test("VAR-3 an equation is built with the keyboard, and shows its result", async ({ site, operator }) => {
  await addCounts(site);
  await operator.goto(cc);
  const form = await openDialog(operator, "Add new dynamic variable");
  const keys = operator.keyboard;
  await expect(control(form, "Name")).toBeFocused();
  await keys.type("Free");
  await keys.press("Tab");
  await expect(equation(form)).toBeFocused();
  await keys.type("cap");
  await expect(options(form)).toHaveText(["Capacity100"]);
  await keys.press("Enter");
  await expect(form.getByRole("status").filter({ hasText: "= 100" })).toHaveText("Capacity added. = 100");
  await keys.press("-");
  // A search without a match adds nothing, and the form is not saved without it.
  await keys.type("nothing");
  await keys.press("Enter");
  await expect(equation(form)).toHaveValue("nothing");
  await equation(form).fill("entry");
  await expect(options(form)).toHaveText(["Ramp in 2w Entry0", "Ramp in 4w Entry3"]);
  await keys.press("ArrowDown");
  await keys.press("Enter");
  await expect(form.getByText("= 97")).toBeVisible();
  await keys.type("4w exit");
  await keys.press("Enter");
  await expect(form.getByText("= 98")).toBeVisible();
  // Arrow keys move into the equation, to change signs and remove variables.
  await keys.press("ArrowLeft");
  await expect(form.getByRole("button", { name: "plus Ramp out 4w Exit 1" })).toBeFocused();
  await keys.press("-");
  await expect(form.getByText("= 96")).toBeVisible();
  await keys.press("+");
  await keys.press("End");
  await keys.type("2w exit");
  await keys.press("Enter");
  await expect(chips(form)).toHaveCount(5);
  await keys.press("Backspace");
  await expect(chips(form)).toHaveText(["Capacity 100", "−minus Ramp in 4w Entry 3", "+plus Ramp out 4w Exit 1", ""]);
  await keys.press("Home");
  await keys.press("+");
  await expect(chips(form).last()).toHaveText("+");
  await keys.press("Enter");
  await expect(banner(operator, "Variable created succesfully")).toBeVisible();
  await expect(variableRow(operator, "Free").getByRole("cell")).toContainText([
    "1",
    "Free",
    "Capacity−Ramp in 4w Entry",
    "98",
  ]);
  const { value } = await findVariable(site, "cc", "Free");
  expect(value).toMatchObject([
    { type: "variable" },
    { operation: "subtraction" },
    { type: "variable" },
    { operation: "addition" },
    { type: "variable" },
  ]);
});

test("VAR-3 an equation is edited with the pointer: signs, variables, clear", async ({ site, operator }) => {
  const { capacity, entries, exits } = await addCounts(site);
  const { id } = await addDynamic(site, "cc", "Free", [capacity, ["-", entries], ["+", exits]]);
  await operator.goto(`${cc}?open=variables.${id}`);
  const form = dialog(operator, "Edit dynamic variable");
  await form.getByRole("button", { name: "− Ramp in 4w Entry: add it instead" }).click();
  await expect(form.getByText("= 104")).toBeVisible();
  await form.getByRole("button", { name: "Remove Capacity" }).click();
  await expect(chips(form)).toHaveText(["Ramp in 4w Entry 3", "+plus Ramp out 4w Exit 1", ""]);
  await form.getByRole("button", { name: "Clear" }).click();
  await expect(chips(form)).toHaveText([""]);
  await equation(form).click();
  await options(form).filter({ hasText: "Capacity" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Variable updated successfully")).toBeVisible();
  await expect(variableRow(operator, "Free")).toContainText("100");
});

test("VAR-3 VAR-9 each form marks missing fields and shows failures", async ({ site, operator }) => {
  addSlots(site, addCamera(site, "EPLD", "North"), 2);
  addSlots(site, await addSlotController(site, "Ramp", 2), 2);
  await operator.goto(epld);
  const camera = await openDialog(operator, "Add new camera variable");
  await camera.getByRole("button", { name: "Add", exact: true }).click();
  await expect(control(camera, "Name")).toHaveAccessibleDescription("missing variable name");
  await expect(control(camera, "Name")).toBeFocused();
  await expect(camera.getByText("camera not selected")).toBeVisible();
  await expect(camera.getByText("invalid equation")).toBeVisible();
  await operator.keyboard.press("Escape");
  await expect(camera).toBeHidden();
  const sensor = await openDialog(operator, "Add new sensor variable");
  await fillIn(sensor, { Name: "Ramp free" });
  await sensor.getByRole("button", { name: "Add", exact: true }).click();
  await expect(sensor.getByText("sensor not selected")).toBeVisible();
  await choose(sensor, "Sensor", "# 7, Ramp");
  await sensor.getByRole("button", { name: "Add all 2 slots" }).click();
  await operator.route("**/api/variables", (route) => route.abort());
  await sensor.getByRole("button", { name: "Add", exact: true }).click();
  await expect(sensor.getByRole("alert")).toHaveText("Failed to create variable");
  await operator.unroute("**/api/variables");
  await sensor.getByRole("button", { name: "Add", exact: true }).click();
  await expect(variableRow(operator, "Ramp free").getByRole("cell")).toContainText([
    "1",
    "Ramp free",
    "Slot 1+Slot 2",
    "2",
    "2",
  ]);
  const dynamic = await openDialog(operator, "Add new dynamic variable");
  await fillIn(dynamic, { Name: "All" });
  await dynamic.getByRole("button", { name: "Add", exact: true }).click();
  await expect(equation(dynamic)).toHaveAccessibleDescription(/invalid equation/);
  await expect(equation(dynamic)).toBeFocused();
  await equation(dynamic).fill("ramp free");
  await operator.keyboard.press("Enter");
  await operator.route("**/api/variables", (route) => route.abort());
  await dynamic.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dynamic.getByRole("alert")).toHaveText("Failed to create dynamic variable");
});

test("VAR-4 a camera's equation never mixes entries and exits", async ({ site, operator }) => {
  // A reported camera counts in both directions.
  const { id: cameraId } = addCamera(site, "CAMERA_COUNTING", "Ramp");
  for (const name of ["Ramp 2w Entry", "Ramp 4w Entry", "Ramp 2w Exit", "Ramp 4w Exit"]) {
    addBase(site, "cc", name, 0, { cameraId });
  }
  await operator.goto(cc);
  const form = await openDialog(operator, "Add new camera variable");
  await expect(equation(form)).toBeDisabled();
  await choose(form, "Camera", "Ramp");
  await expect(form.getByRole("button", { name: /^Add all/ })).toHaveText(["Add all 2 entries", "Add all 2 exits"]);
  await equation(form).click();
  await options(form).filter({ hasText: "4w Exit" }).click();
  await equation(form).click();
  const entry = options(form).filter({ hasText: "2w Entry" });
  await expect(entry).toHaveAttribute("aria-disabled", "true");
  await expect(entry).toContainText("Entry and exit cannot be mixed");
  await expect(options(form).filter({ hasText: "2w Exit" })).not.toHaveAttribute("aria-disabled");
  await operator.keyboard.press("Escape");
  await form.getByRole("button", { name: "Remove 4w Exit" }).click();
  await form.getByRole("button", { name: "Add all 2 entries" }).click();
  await expect(chips(form)).toHaveText(["2w Entry 0", "+plus 4w Entry 0", ""]);
  await equation(form).click();
  await expect(options(form).filter({ hasText: "2w Exit" })).toContainText("Entry and exit cannot be mixed");
});

test("VAR-3 all slots of a camera are added at once, and another camera clears the equation", async ({
  site,
  operator,
}) => {
  addSlots(site, addCamera(site, "EPLD", "North"), 100);
  addSlots(site, addCamera(site, "EPLD", "South"), 2);
  await operator.goto(epld);
  const form = await openDialog(operator, "Add new camera variable");
  await fillIn(form, { Name: "North free" });
  await choose(form, "Camera", "South");
  await form.getByRole("button", { name: "Add all 2 slots" }).click();
  await choose(form, "Camera", "North");
  await expect(chips(form)).toHaveCount(1);
  await form.getByRole("button", { name: "Add all 100 slots" }).click();
  await expect(form.getByText("= 100")).toBeVisible();
  await operator.route("**/api/variables", (route) => route.abort());
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form.getByRole("alert")).toHaveText("Failed to create camera variable");
  await operator.unroute("**/api/variables");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  const added = variableRow(operator, "North free");
  await expect(added).toContainText("Slot 1+Slot 2+Slot 3… 97 more");
  await added.getByRole("button", { name: "… 97 more of North free" }).click();
  await expect(added).toContainText("+Slot 100");
});

test("VAR-8 a circular reference is refused at the equation", async ({ site, operator }) => {
  const { capacity, entries } = await addCounts(site);
  const free = await addDynamic(site, "cc", "Free", [capacity]);
  await addDynamic(site, "cc", "Shown", [entries]);
  await addDynamic(site, "cc", "Twice", [free, ["+", free]]);
  await operator.route("**/api/live*", (route) => route.abort());
  await operator.goto(`${cc}?open=variables.${free.id}`);
  const form = dialog(operator, "Edit dynamic variable");
  await equation(form).fill("twice");
  await expect(options(form)).toHaveText(["TwiceCircular reference200"]);
  await equation(form).fill("shown");
  await options(form).click();
  // The page doesn't know yet that someone else changed the equation.
  site.respond("PUT /variables/{id}", () => {
    throw invalidFields([{ path: "value", message: "Free → Shown → Free" }], "variable/circle");
  });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(equation(form)).toHaveAccessibleDescription(/Free.*Shown.*Free/);
  await expect(equation(form)).toBeFocused();
});

test("VAR-3 examples are checked before the equation is saved", async ({ site, operator }) => {
  const { capacity, entries, exits } = await addCounts(site);
  const { id } = await addDynamic(site, "cc", "Free", [capacity, ["-", entries], ["+", exits]]);
  await operator.goto(`${cc}?open=variables.${id}`);
  const form = dialog(operator, "Edit dynamic variable");
  await form.getByRole("button", { name: "Add example" }).click();
  const example = form.getByRole("group", { name: "Example 1" });
  await expect(control(example, "Capacity")).toHaveValue("100");
  await fillIn(example, { "Ramp in 4w Entry": "3", "Ramp out 4w Exit": "1", "Expected result": "97" });
  await expect(example.getByRole("img", { name: "Differs" })).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(control(example, "Expected result")).toHaveAccessibleDescription("The equation gives 98");
  await expect(control(example, "Expected result")).toBeFocused();
  await fillIn(example, { "Expected result": "98" });
  await expect(example.getByRole("img", { name: "Matches" })).toBeVisible();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(banner(operator, "Variable updated successfully")).toBeVisible();
  await operator.goto(`${cc}?open=variables.${id}`);
  await form.getByRole("button", { name: "− Ramp in 4w Entry: add it instead" }).click();
  await expect(example).toContainText("Gives 104");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(control(example, "Expected result")).toHaveAccessibleDescription("The equation gives 104");
});
