import type {
  cameraChange,
  countingCameraDraft,
  plateCameraDraft,
  slotCameraDraft,
} from "@gatehouse/contract/entities/camera";
import { gateTypeChoices } from "../../access/gate-type-choices.ts";
import type { Field, FieldName } from "../../forms/field.ts";

const uid = {
  kind: "number",
  name: "uid",
  readAt: "additionalInfo.pzapp.uid",
  label: "UID",
  sendsText: true,
  isLockedOnEdit: true,
  isHalf: true,
} as const satisfies Field;
const name = { kind: "text", name: "name", label: "Name", isHalf: true } as const satisfies Field;
const location = {
  kind: "text",
  name: "location",
  label: "Location",
  help: "Optional",
  isOptional: true,
  isHalf: true,
} as const satisfies Field;
const address = [
  { kind: "text", name: "ip", label: "IP address", placeholder: "10.0.0.10", isHalf: true },
  { kind: "number", name: "port", label: "Port", help: "Optional", isOptional: true, isHalf: true },
] as const satisfies readonly Field[];
const isBidirectional = {
  kind: "switch",
  name: "isBidirectional",
  label: "Bidirectional",
  help: "Sees entering and leaving vehicles",
} as const satisfies Field;
const ticketMachine = {
  kind: "reference",
  name: "tvmId",
  readAt: "tvm.id",
  label: "Ticket vending machine",
  help: "Optional: prints a ticket for unregistered vehicles",
  none: null,
  from: { topic: "tvms", key: "GET /ac/tvms", label: ({ name }) => String(name) },
} as const satisfies Field;
/** Offers the gates without a camera. */
export const gateOfCamera = {
  kind: "reference",
  name: "gateId",
  label: "Gate",
  help: "Optional: a gate without a camera",
  none: null,
  from: {
    topic: "gates",
    key: "GET /gates",
    label: ({ name }) => String(name),
    when: ({ cameraId }) => cameraId === null,
  },
} as const satisfies Field;
const sinkPort = {
  kind: "number",
  name: "sinkPort",
  label: "Sink port",
  help: "Server port that the camera sends to",
  isHalf: true,
} as const satisfies Field;
const optionalSinkPort = {
  ...sinkPort,
  help: "Optional: server port that the camera sends to",
  isOptional: true,
} as const satisfies Field;
const streamUrl = <Name extends string>(member: Name, label: string, placeholder: string): Field<Name> => ({
  kind: "text",
  name: member,
  readAt: `stream.${member}`,
  label,
  placeholder,
  isOptional: true,
});

export const countingCameraFields: readonly Field<FieldName<typeof countingCameraDraft>>[] = [
  uid,
  name,
  ...address,
  location,
  optionalSinkPort,
  {
    kind: "option",
    name: "gateType",
    readAt: "additionalInfo.pzapp.gateType",
    label: "Gate type",
    choices: gateTypeChoices,
    initial: "N",
    isHalf: true,
  },
  {
    kind: "codes",
    name: "vehicleTypes",
    readAt: "additionalInfo.pzapp.vehicleTypes",
    label: "Vehicle types",
    choices: [
      { value: "2w", label: "Two-wheelers" },
      { value: "4w", label: "Four-wheelers" },
    ],
  },
];

/** Fields of a slot-counting camera. */
export const slotCameraFields: readonly Field<FieldName<typeof slotCameraDraft>>[] = [
  uid,
  name,
  ...address,
  location,
  optionalSinkPort,
  {
    kind: "number",
    name: "slots",
    readAt: "additionalInfo.pzapp.slots",
    label: "Slots",
    isLockedOnEdit: true,
    isHalf: true,
  },
];

const streamUrls = [
  streamUrl("rtspStreamUrl", "RTSP stream URL", "rtsp://10.0.0.10/stream"),
  streamUrl("mediaServerWebsocketUrl", "Media server, websocket URL", "ws://10.0.0.2:1984/api/ws?src=gate"),
  streamUrl("mediaServerFrameUrl", "Media server, frame URL", "http://10.0.0.2:1984/api/frame.jpeg?src=gate"),
  streamUrl("mediaServerHealthUrl", "Media server, health URL", "http://10.0.0.2:1984/api"),
];

/** Fields of a plate-access camera. */
export const plateCameraFields: readonly Field<FieldName<typeof plateCameraDraft>>[] = [
  name,
  location,
  ...address,
  optionalSinkPort,
  ticketMachine,
  isBidirectional,
  ...streamUrls,
];

interface ReportedFields {
  usesSinkPort: boolean;
  /** False for slot cameras, which watch parking slots instead of traffic. */
  seesPassing: boolean;
  hasTicketMachine: boolean;
  /** Whether operators watch the camera. */
  hasStreams: boolean;
}

/** Fields of a camera that its device reports. */
export const reportedCameraFields = ({
  usesSinkPort,
  seesPassing,
  hasTicketMachine,
  hasStreams,
}: ReportedFields): Field<FieldName<typeof cameraChange>>[] => [
  name,
  location,
  ...(usesSinkPort ? [sinkPort] : []),
  ...(seesPassing ? [isBidirectional] : []),
  ...(hasTicketMachine ? [ticketMachine] : []),
  ...(hasStreams ? streamUrls : []),
];
