import type { Reshape } from "../../endpoint.ts";

type Body = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isAbsent = (value: unknown) => value === undefined || value === null || value === "";

/** Applies the conversions in order. */
const inOrder =
  (...steps: readonly Reshape[]): Reshape =>
  (body) =>
    steps.reduce((shaped, step) => step(shaped), { ...body });

/** The fields of an object that are not in the body yet. */
const missingIn = (body: Body, fields: Body) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => body[name] === undefined));

/** `{module, cameraId, updateCameraPayload}`: the path repeated, and the update. */
const unwrapUpdate: Reshape = (body) => {
  if (!isObject(body.updateCameraPayload)) return body;
  const { module, cameraId, updateCameraPayload, ...rest } = body;
  return {
    ...rest,
    ...updateCameraPayload,
    ...(isAbsent(module) ? {} : { module }),
    ...(isAbsent(cameraId) ? {} : { id: Number(cameraId) }),
  };
};

/** `label` is another word for the name. Beside a name it is a field of the response, compared with the stored one. */
const labelToName: Reshape = ({ label, ...body }) => {
  if (isAbsent(label)) return body;
  return isAbsent(body.name) ? { ...body, name: label } : { ...body, label };
};

/** `tvm: {id}` stands for `tvmId`. */
const flattenTvm: Reshape = (body) => {
  const { tvm, ...rest } = body;
  if (body.tvmId !== undefined || (tvm !== null && !isObject(tvm))) return body;
  return { ...rest, tvmId: tvm?.id ?? null };
};

/** The URLs of `stream` stand beside the other fields. */
const flattenStream: Reshape = (body) => {
  const { stream, ...rest } = body;
  return isObject(stream) ? { ...missingIn(body, stream), ...rest } : body;
};

const liftedFields = ["uid", "gateType", "vehicleTypes", "slots"];

/** The fields of `additionalInfo.pzapp` stand beside the others; what else it contains stays there. */
const flattenPzapp: Reshape = (body) => {
  const { additionalInfo, ...rest } = body;
  if (!isObject(additionalInfo)) return body;
  const { pzapp, ...otherInfo } = additionalInfo;
  if (!isObject(pzapp)) return body;
  const isLifted = ([name]: [string, unknown]) => liftedFields.includes(name);
  const entries = Object.entries(pzapp);
  const lifted = missingIn(body, Object.fromEntries(entries.filter(isLifted)));
  const left = Object.fromEntries(entries.filter((entry) => !isLifted(entry)));
  const info = { ...otherInfo, ...(Object.keys(left).length > 0 && { pzapp: left }) };
  return { ...rest, ...lifted, ...(Object.keys(info).length > 0 && { additionalInfo: info }) };
};

/** A list of slots stands for their number. */
const countSlots: Reshape = (body) => {
  if (!Array.isArray(body.slots)) return body;
  const { pzapp } = isObject(body.additionalInfo) ? body.additionalInfo : {};
  return { ...body, slots: (isObject(pzapp) ? pzapp.slots : undefined) ?? body.slots.length };
};

/** `anprCameraId` and `epldCameraId` stand for `reportedId`. */
export const toReportedId: Reshape = (body) => {
  const { anprCameraId, epldCameraId, ...rest } = body;
  const reportedId = isAbsent(anprCameraId) ? epldCameraId : anprCameraId;
  if (!isAbsent(body.reportedId) || isAbsent(reportedId)) return body;
  return { ...rest, reportedId };
};

/** WIRE-8: the documents' shapes of a reported camera that is saved. */
export const reshapeReported = inOrder(labelToName, flattenTvm, flattenStream, toReportedId);

/** WIRE-8: the documents' shapes of a camera's update. */
export const reshapeUpdate = inOrder(unwrapUpdate, labelToName, flattenTvm, flattenStream);

/** WIRE-7, WIRE-8: the documents' shapes of a plate-access camera. */
export const reshapePlateCamera = inOrder(labelToName, flattenTvm, flattenStream);

/** WIRE-7, WIRE-8: the documents' shapes of a counting or slot-counting camera. */
export const reshapeCountingCamera = inOrder(labelToName, flattenPzapp);

/** WIRE-7, WIRE-8: the same for a new slot-counting camera, whose slots the server creates. */
export const reshapeNewSlotCamera = inOrder(labelToName, countSlots, flattenPzapp);
