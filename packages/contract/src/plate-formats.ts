/** A format in which cameras and servers push plate reads. */
export interface PlateFormat {
  readonly code: string;
  /** Shown to operators, for example "Hikvision ANPR". */
  readonly title: string;
  /** The names under which installers look for it. */
  readonly manufacturers: readonly string[];
  /** Examples of models and programs that send it. */
  readonly models: readonly string[];
  /** Where its address, secret and format are set in the device. */
  readonly setup: string;
}

/** Every format by its code. */
export const plateFormats = {
  hikvision: {
    code: "hikvision",
    title: "Hikvision ANPR",
    manufacturers: ["Hikvision"],
    models: ["iDS-2CD7A46G0", "DS-2CD4A26FWD", "DS-TCG405", "iDS-TCM403"],
    setup:
      "Configuration > Network > Advanced > HTTP Listening (or Alarm Server): enter the address, and upload the pictures.",
  },
  "dahua-event-push": {
    code: "dahua-event-push",
    title: "Dahua event push",
    manufacturers: ["Dahua", "Intelbras"],
    models: ["ITC215", "ITC413", "ITC431", "VIP 7250 LPR"],
    setup:
      "Network > Platform access > HTTP push (event push): enter the address, and select the event TrafficJunction.",
  },
  dahua: {
    code: "dahua",
    title: "Dahua ITSAPI",
    manufacturers: ["Dahua"],
    models: ["ITC215", "ITC237", "ITC413"],
    setup: "Network > Platform access > ITSAPI: enter the address as server and path, and upload the pictures.",
  },
  axis: {
    code: "axis",
    title: "AXIS License Plate Verifier",
    manufacturers: ["AXIS"],
    models: ["P1465-LE-3", "Q1700-LE", "P3245-LVE-3"],
    setup: "License Plate Verifier > Integration > Push events: protocol HTTP POST, the address, and JSON as format.",
  },
  "plate-recognizer": {
    code: "plate-recognizer",
    title: "Plate Recognizer",
    manufacturers: ["Plate Recognizer"],
    models: ["Stream"],
    setup: "config.ini of Stream: a webhook target with the address, its secret in the header, and image = yes.",
  },
  openalpr: {
    code: "openalpr",
    title: "OpenALPR / Rekor",
    manufacturers: ["OpenALPR", "Rekor"],
    models: ["Rekor Scout Agent", "OpenALPR Agent"],
    setup: "Scout > Configuration > Webhooks: the address as URL, groups and alerts as events.",
  },
  zhenshi: {
    code: "zhenshi",
    title: "Zhenshi / Alphadigi",
    manufacturers: ["Zhenshi", "Alphadigi", "Vzenith"],
    models: ["VZ R3", "VZ R5", "Alphadigi LPR camera"],
    setup: "Advanced > HTTP push: the address for recognition results, and large and small pictures.",
  },
  "unifi-protect": {
    code: "unifi-protect",
    title: "UniFi Protect",
    manufacturers: ["UniFi", "Ubiquiti"],
    models: ["AI LPR", "AI Pro", "G5 Pro with AI Key"],
    setup:
      "Alarm Manager > Create alarm > License plate (known, unknown and of interest) > Webhook: POST to the address, with thumbnails.",
  },
  frigate: {
    code: "frigate",
    title: "Frigate",
    manufacturers: ["Frigate"],
    models: ["Frigate 0.16"],
    setup: "Forward the MQTT topic frigate/tracked_object_update (or frigate/events) to the address as HTTP POST.",
  },
  milesight: {
    code: "milesight",
    title: "Milesight",
    manufacturers: ["Milesight"],
    models: ["TS2966-X12TPC", "TS4466-X4RIPG1", "MS-C2966-X12RLPC"],
    setup: "Event > LPR > HTTP post: the address, POST as method, and both pictures.",
  },
  genetec: {
    code: "genetec",
    title: "Genetec reads",
    manufacturers: ["Genetec"],
    models: ["AutoVu SharpV", "AXIS License Plate Verifier with Genetec integration"],
    setup: "Extensions > HTTP: the address as server, JSON or XML as format, and both pictures.",
  },
  tattile: {
    code: "tattile",
    title: "Tattile",
    manufacturers: ["Tattile"],
    models: ["Vega Smart 2HD", "Basic MK2", "Vega Mobile"],
    setup: "Transfer protocols > HTTP POST: the address, the XML template with IMAGE_OCR and IMAGE_CTX as base64.",
  },
  survision: {
    code: "survision",
    title: "Survision",
    manufacturers: ["Survision"],
    models: ["Micropak", "Nanopak", "Visipak"],
    setup: "Streams > HTTP client: the address, and JPEG pictures in the decisions.",
  },
  uniview: {
    code: "uniview",
    title: "Uniview LAPI, GA/T 1400",
    manufacturers: ["Uniview"],
    models: ["HC121", "any GA/T 1400 camera"],
    setup: "Setup > Network > Server > Intelligent server: the address, protocol LAPI or VIID (GA/T 1400).",
  },
  onvif: {
    code: "onvif",
    title: "ONVIF",
    manufacturers: ["ONVIF", "Bosch", "Hanwha"],
    models: ["any device with analytics events"],
    setup: "Events or MQTT bridge: the address as HTTP target for RuleEngine/Recognition/LicensePlate.",
  },
  gatehouse: {
    code: "gatehouse",
    title: "Gatehouse JSON",
    manufacturers: ["Adapter or other system"],
    models: ["any program"],
    setup: "Post Gatehouse JSON to the address, as the manual describes it.",
  },
} as const satisfies Record<string, PlateFormat>;

export type PlateFormatCode = keyof typeof plateFormats;

export const plateFormatCodes = Object.keys(plateFormats) as [PlateFormatCode, ...PlateFormatCode[]];

/** The name of a format in a list of manufacturers; formats of one manufacturer are told apart by their titles. */
export function manufacturerTitle(code: PlateFormatCode): string {
  const { manufacturers, title } = plateFormats[code];
  const name = manufacturers.join(", ");
  const isShared = plateFormatCodes.some(
    (other) => other !== code && plateFormats[other].manufacturers[0] === manufacturers[0],
  );
  return isShared ? `${name} (${title})` : name;
}
