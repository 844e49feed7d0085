import { isDeepStrictEqual } from "node:util";
import type { Camera } from "@gatehouse/contract/entities/camera";
import {
  countingCameraEndpoints,
  plateCameraEndpoints,
  slotCameraEndpoints,
} from "@gatehouse/contract/entities/camera.endpoints";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { Tx } from "../../platform/database/database.ts";
import { type Call, handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { rejectChangedCopy, rejectChangedEchoes } from "../../platform/resources/echoed-fields.ts";
import { addCamera, findCamera, updateCamera } from "./camera.store.ts";
import { assignDisplay, type ChosenDisplay } from "./camera-display.ts";
import type { PortProbe } from "./sink-port.ts";

type Row = Record<string, unknown>;
type AddCall = Pick<Call<unknown>, "echoed" | "write">;
type UpdateCall<Body> = Pick<Call<unknown>, "ifMatch" | "write"> & {
  params: { id: number };
  bodyFor(stored: Row): { readonly body: Body; readonly echoed: Row };
};

interface Entered {
  aiDeviceId: number;
  display?: ChosenDisplay;
}

const numberedSlots = (count: number) => Array.from({ length: count }, (_, index) => `Slot ${index + 1}`);

async function add(
  { echoed: { status: _, label: __, ...echoed }, write }: AddCall,
  { display, ...columns }: Entered,
  { probe, slots = [] }: { probe: PortProbe; slots?: readonly string[] },
): Promise<Camera> {
  return write(async (tx) => {
    const added = await addCamera(tx, await findDeviceModule(tx, columns.aiDeviceId), columns, { slots, probe });
    rejectChangedCopy(echoed, added);
    await assignDisplay(tx, added.id, display);
    return findCamera(tx, added.module, added.id);
  });
}

/** Updates a camera. `toColumns` rejects changes of locked fields and returns the columns to write. */
async function update<Body extends Entered>(
  { params, bodyFor, ifMatch, write }: UpdateCall<Body>,
  { module, probe }: { module: ModuleKind; probe: PortProbe },
  toColumns: (body: Body, before: Camera) => Row,
): Promise<Camera> {
  return write(async (tx) => {
    const checks: ((after: Camera) => void | Promise<void>)[] = [];
    const toCheckedColumns = (before: Camera) => {
      const { body, echoed } = bodyFor({ ...before, ...before.additionalInfo.pzapp });
      checks.push(
        (after) => rejectChangedEchoes(echoed, before, after),
        () => assignDisplay(tx, params.id, body.display),
      );
      return toColumns(body, before);
    };
    const after = await updateCamera(tx, { module, id: params.id }, toCheckedColumns, { ifMatch, probe });
    for (const check of checks) await check(after);
    return findCamera(tx, module, params.id);
  });
}

/** Rejects changes of fields that can't be changed. */
function rejectRewiring(same: Readonly<Record<string, boolean>>): void {
  const errors = Object.entries(same)
    .filter(([, isSame]) => !isSame)
    .map(([path]) => ({ path, message: "Cannot be changed" }));
  if (errors.length > 0)
    throw httpError("request/invalid", { message: errors.map(({ path }) => `${path}: Cannot be changed`), errors });
}

async function findDeviceModule(tx: Tx, aiDeviceId: number): Promise<ModuleKind> {
  const device = await tx.selectFrom("ai_devices").select("module").where("id", "=", aiDeviceId).executeTakeFirst();
  if (device) return device.module as ModuleKind;
  const errors = [{ path: "aiDeviceId", message: "This device does not exist" }];
  throw httpError("request/invalid", { message: "This device does not exist", errors });
}

/** Cameras that are entered manually. */
export const manualCameraRoutes = (probe: PortProbe) => ({
  ...handle(countingCameraEndpoints, {
    "POST /cameras/bosch/cc": (call) => {
      const { uid, gateType, vehicleTypes, ...columns } = call.body;
      return add(call, { ...columns, ...pzappOf({ uid, gateType, vehicleTypes }) }, { probe });
    },
    "PUT /cameras/bosch/cc/{id}": (call) =>
      update(
        call,
        { module: "CAMERA_COUNTING", probe },
        ({ display: _, ...body }, { aiDeviceId, additionalInfo: { pzapp } }) => {
          const { uid, gateType, vehicleTypes, ...columns } = body;
          rejectRewiring({ uid: uid === pzapp?.uid, aiDeviceId: columns.aiDeviceId === aiDeviceId });
          return { ...columns, ...pzappOf({ uid, gateType, vehicleTypes }) };
        },
      ),
  }),
  ...handle(slotCameraEndpoints, {
    "POST /cameras/bosch/epld": (call) => {
      const { uid, slots, ...columns } = call.body;
      return add(call, { ...columns, ...pzappOf({ uid, slots }) }, { probe, slots: numberedSlots(slots) });
    },
    "PUT /cameras/bosch/epld/{id}": (call) =>
      update(call, { module: "EPLD", probe }, ({ display: _, uid, slots, ...columns }, before) => {
        const { pzapp } = before.additionalInfo;
        rejectRewiring({
          uid: uid === pzapp?.uid,
          slots: typeof slots === "number" ? slots === pzapp?.slots : isDeepStrictEqual(slots, before.slots),
          aiDeviceId: columns.aiDeviceId === before.aiDeviceId,
        });
        return columns;
      }),
  }),
  ...handle(plateCameraEndpoints, {
    "POST /cameras/carrida": (call) => add(call, call.body, { probe }),
    "PUT /cameras/carrida/{id}": (call) =>
      update(call, { module: "ANPR_ACCESS_CONTROL", probe }, ({ display: _, ...columns }, before) => {
        rejectRewiring({ aiDeviceId: columns.aiDeviceId === before.aiDeviceId });
        return columns;
      }),
  }),
});

/** The column with the fields of the mobile app. */
const pzappOf = (pzapp: NonNullable<Camera["additionalInfo"]["pzapp"]>) => ({ pzapp: JSON.stringify(pzapp) });
