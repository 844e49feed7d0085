import { answerConfirmation, control, dialog } from "../src/page-parts.ts";
import { expect, test } from "../src/test.ts";
import {
  addCameraDevice,
  addConstant,
  addCountingCamera,
  addDynamic,
  findVariable,
  variablePages,
} from "../src/variables.ts";

const rfid = variablePages["rfid-ac"];

test.beforeEach(({ site }) => site.switchOn("EPLD", "CAMERA_COUNTING", "RFID_ACCESS_CONTROL", "LOOP_DETECTOR"));

test("VAR-6 a variable in use can't be deleted, and its users are linked", async ({ site, operator }) => {
  const capacity = await addConstant(site, "rfid-ac", "Capacity", 100);
  const free = await addDynamic(site, "rfid-ac", "Free", [capacity]);
  await addDynamic(site, "rfid-ac", "Twice", [free, ["+", capacity]]);
  await operator.goto(rfid);
  await operator.getByRole("button", { name: "Delete Capacity" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Capacity", "Yes");
  const words =
    "The below variables depends on the variable you are trying to delete. Please delete the dependent variables first.";
  const notice = dialog(operator, "Still in use");
  await expect(notice.getByRole("alert")).toContainText(words);
  await expect(notice.getByRole("link")).toHaveText(["Free", "Twice"]);
  await notice.getByRole("link", { name: "Variable Free" }).click();
  await expect(notice).toBeHidden();
  const form = dialog(operator, "Edit dynamic variable");
  await expect(control(form, "Name")).toHaveValue("Free");
  await form.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Free", "Yes");
  await expect(form.getByRole("alert")).toContainText(words);
  await form.getByRole("link", { name: "Variable Twice" }).click();
  await expect(control(form, "Name")).toHaveValue("Twice");
});

test("VAR-6 a camera with dependents can't be deleted; links lead to the variables of its module", async ({
  site,
  operator,
}) => {
  const device = await addCameraDevice(site, "cc");
  const camera = await addCountingCamera(site, device.id, "Ramp", "N", "1");
  await addDynamic(site, "cc", "In", [await findVariable(site, "cc", "Ramp 4w Entry")]);
  await operator.goto(`/camera-counting/settings?open=ai_devices.${device.id}.cameras.${camera.id}`);
  const form = dialog(operator, "Edit Camera");
  await form.getByRole("button", { name: "Delete" }).click();
  await answerConfirmation(operator, "Are you sure you want to delete: Ramp", "Yes");
  await expect(form.getByRole("alert")).toContainText("The below variables depends on the camera you are trying");
  await form.getByRole("link", { name: "Variable In" }).click();
  await expect(operator).toHaveURL(/\/camera-counting\/variables\?open=variables\.\d+$/);
  await expect(control(dialog(operator, "Edit dynamic variable"), "Name")).toHaveValue("In");
});
